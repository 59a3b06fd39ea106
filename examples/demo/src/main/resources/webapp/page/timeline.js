const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 408;
const ROWS = 10; // marks above each other
const ROW = 8;
const COLUMN = 300; // ms that share a column
const AXES = { sliding: 106, fixed: 298 };
const MIDDLE = 192;
const FOOT = 386;
const SHAPES = {
  true: ['circle', { class: 'admitted', r: 3.2 }],
  false: ['path', { class: 'refused', d: 'M-2.8-2.8 2.8 2.8M-2.8 2.8 2.8-2.8' }],
};

/** Draws requests as marks that move to the left; twice the window is seen, a fifth of it still to come. */
export class Timeline {

  #svg = document.getElementById('timeline');
  #marks = [];

  /** A mark where the request was answered; those of one burst pile up from the axis, refused ones downwards. */
  add(lane, { received, admitted }) {
    const [name, attributes] = SHAPES[admitted];
    const pile = this.#marks.filter(mark =>
        mark.lane === lane && mark.admitted === admitted && mark.received > received - COLUMN).length % ROWS;
    const y = AXES[lane] + (admitted ? -1 : 1) * (pile + 0.75) * ROW;
    const element = this.#append('marks', name, attributes);
    this.#marks.push({ lane, admitted, received, y, element });
  }

  draw(now, window, edge) {
    const width = this.#svg.clientWidth;
    const scale = width / (2 * window);
    const x = instant => width * 0.8 + (instant - now) * scale;
    const left = x(now - window);
    const here = x(now);
    set(this.#svg, { viewBox: `0 0 ${width} ${HEIGHT}` });
    set('last', { x: left, width: here - left, height: FOOT });
    set('axes', { d: [AXES.sliding, MIDDLE, AXES.fixed, FOOT].map(y => `M0 ${y}H${width}`).join('') });
    set('now', { d: `M${here} 0V${FOOT}` });
    set('here', { x: here, y: FOOT + 16 });
    set('from', { x: left, y: FOOT + 16 }).textContent = `${window / 1000} s ago`;
    this.#marks = this.#marks.filter(mark => x(mark.received) > -ROW || mark.element.remove());
    for (const { element, received, y } of this.#marks) {
      set(element, { transform: `translate(${x(received)} ${y})` });
    }
    document.getElementById('edges').replaceChildren();
    if (edge.known) {
      const far = now + 0.4 * window;
      for (let at = edge.after(now - 1.6 * window - edge.doubt); at.from < far; at = edge.after(at.from + 1)) {
        this.#append('edges', 'path', { class: 'edge', d: `M${x((at.from + at.to) / 2)} ${MIDDLE}V${FOOT}` });
      }
    }
  }

  #append(parent, name, attributes) {
    const element = document.createElementNS(SVG, name);
    set(element, attributes);
    document.getElementById(parent).append(element);
    return element;
  }
}

function set(target, attributes) {
  const element = typeof target === 'string' ? document.getElementById(target) : target;
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  return element;
}
