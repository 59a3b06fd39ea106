const SECOND = 1000;
const SLACK = 10; // ms by which an answer may be off

/**
 * Where the windows of a fixed-window limit begin, told from `t` of the RateLimit field alone: whole seconds, rounded up, until
 * the window ends. An answer leaves an interval of about a second in which the edge lies; the next one, asked at the right
 * moment, halves it. Instants are those of performance.now(), so the clock of this machine may be as wrong as it likes.
 */
export class Edge {

  #window = 0;
  #low = 0;
  #high = 0;

  get known() {
    return this.#window > 0;
  }

  /** How long the interval is in which each edge lies, in ms. */
  get doubt() {
    return this.known ? this.#high - this.#low : Infinity;
  }

  /** Takes in that at an instant between the two, `t` seconds were left of a window of so many ms. */
  observe(sent, received, t, window) {
    let low = sent + (t - 1) * SECOND - SLACK;
    let high = received + t * SECOND + SLACK;
    if (window === this.#window) {
      const windowsApart = Math.round((this.#low + this.#high - low - high) / 2 / window);
      low = Math.max(this.#low, low + windowsApart * window);
      high = Math.min(this.#high, high + windowsApart * window);
    }
    if (low < high) {
      [this.#window, this.#low, this.#high] = [window, low, high];
    } else {
      this.#window = 0; // a clock was set meanwhile: begin again
    }
  }

  /** The first edge that comes for certain after the instant: it lies between `from` and `to`. */
  after(instant) {
    const windows = Math.floor((instant - this.#low) / this.#window) + 1;
    return { from: this.#low + windows * this.#window, to: this.#high + windows * this.#window };
  }

  /** The next instant at which an answer halves the doubt: whole seconds before the middle of the interval. */
  nextQuestion(instant) {
    const middle = (this.#low + this.#high) / 2;
    return middle + Math.ceil((instant - middle) / SECOND) * SECOND;
  }
}
