import { Edge } from './edge.js';
import { Lane } from './lane.js';
import { Timeline } from './timeline.js';

const BURST = 10;
const LANES = ['sliding', 'fixed'];

const lanes = { sliding: new Lane(), fixed: new Lane() };
const timeline = new Timeline();
const rule = { limit: 10, window: 10_000 }; // until the server says
let edge = new Edge();
let waiting = null; // of a burst across the edge

const element = id => document.getElementById(id);
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const say = text => element('status').textContent = text;

/** Asks once; an answer without the fields is none. */
async function ask(path) {
  const sent = performance.now();
  const response = await fetch(path, { cache: 'no-store' });
  const received = performance.now();
  const number = (field, parameter) => {
    const found = new RegExp(`;${parameter}=(\\d+)`).exec(response.headers.get(field) ?? '');
    if (!found) {
      throw new Error(`${path} answered ${response.status}, and ${field} says no ${parameter}`);
    }
    return Number(found[1]);
  };
  return {
    sent,
    received,
    admitted: response.status === 200,
    limit: number('RateLimit-Policy', 'q'),
    window: number('RateLimit-Policy', 'w') * 1000,
    remaining: number('RateLimit', 'r'),
    t: number('RateLimit', 't'),
  };
}

/** Sends so many to each lane at once; the answers, by lane. */
async function send(count) {
  const answers = { sliding: [], fixed: [] };
  const request = async lane => {
    const answer = await ask(`window/${lane}`);
    rule.limit = answer.limit;
    rule.window = answer.window;
    answers[lane].push(answer);
    lanes[lane].add(answer, rule.window);
    timeline.add(lane, answer);
  };
  await Promise.all(Array.from({ length: count }, () => LANES.map(request)).flat());
  return answers;
}

/**
 * Finds the edges anew, within some seconds: clocks drift. Asks at an address whose fixed windows are as long, and therefore begin
 * together: so that looking costs nothing of the limit that is looked at.
 */
async function locate() {
  const fresh = new Edge();
  if (!edge.known) {
    edge = fresh;
  }
  let trip = 0;
  for (let question = 0; question < 8 && fresh.doubt > 50 + trip; question++) {
    if (fresh.known) {
      const now = performance.now();
      await sleep(fresh.nextQuestion(now + trip / 2) - trip / 2 - now);
    }
    const answer = await ask('window/edges');
    rule.window = answer.window;
    trip = answer.received - answer.sent;
    fresh.observe(answer.sent, answer.received, answer.t, answer.window);
  }
  edge = fresh;
}

/** How long before an edge the first burst leaves. */
const lead = () => Math.min(600, rule.window / 8);

/** The next edge that is yet to be met, and before which both limiters will have forgotten what they admitted. */
function roomyEdge() {
  let next = edge.after(performance.now() + lead() / 2);
  while (lanes.sliding.lastAdmission > next.from - lead() - rule.window
      || lanes.fixed.lastAdmission > next.from - rule.window) {
    next = edge.after(next.from + 1);
  }
  return next;
}

async function burstAcross(attempt) {
  say('Looking for the edges of the fixed windows.');
  await locate();
  let next = roomyEdge();
  let wait = next.from - lead() - performance.now();
  if (waiting === attempt) {
    say(`Waiting for an edge with room on both sides, about ${Math.ceil(Math.max(wait, 0) / 1000)} s.`);
  }
  while (wait > 0 && waiting === attempt) {
    await sleep(Math.min(wait, 100));
    next = roomyEdge(); // another one if something was sent meanwhile, or this page slept too long
    wait = next.from - lead() - performance.now();
  }
  if (waiting !== attempt) {
    return;
  }
  const before = await send(BURST);
  await sleep(next.to + 100 - performance.now());
  const after = await send(BURST);
  const passed = lane => admitted(before[lane]) + admitted(after[lane]);
  const first = Math.min(...before.fixed.map(answer => answer.sent));
  const last = Math.max(...after.fixed.map(answer => answer.received));
  const late = before.fixed.some(answer => answer.received > next.from);
  say(late
      ? 'The first burst came too late for the edge: something here is busy. Try again.'
      : `Sent ${BURST} before an edge and ${BURST} after it, within ${((last - first) / 1000).toFixed(1)} s. `
          + `The fixed window let ${passed('fixed')} pass, the sliding window ${passed('sliding')}.`);
}

const admitted = answers => answers.filter(answer => answer.admitted).length;

async function sendAndTell(count) {
  const answers = await send(count);
  const told = lane => `${admitted(answers[lane])} admitted, ${count - admitted(answers[lane])} refused`;
  say(`Sent ${count} to each. Sliding window: ${told('sliding')}. Fixed window: ${told('fixed')}.`);
}

async function toggleBurstAcross() {
  if (waiting) {
    waiting = null;
    say('Cancelled.');
    return;
  }
  const attempt = waiting = {};
  try {
    await burstAcross(attempt);
  } finally {
    if (waiting === attempt) {
      waiting = null;
    }
  }
}

function show() {
  const now = performance.now();
  timeline.draw(now, rule.window, edge);
  for (const lane of LANES) {
    const last = lanes[lane].within(rule.window, now);
    const block = edge.known ? edge.after(now - rule.window).from : Infinity;
    count(`${lane}-last`, last);
    count(`${lane}-most`, lanes[lane].most);
    count(`${lane}-counted`, lane === 'fixed' ? lanes.fixed.countedSince(block) : last);
    write(`${lane}-admitted`, lanes[lane].admitted);
    write(`${lane}-refused`, lanes[lane].refused);
    write(`${lane}-name`, `${lane} window: ${last} in the last ${rule.window / 1000} s`);
  }
  write('across', waiting ? 'Cancel' : 'Burst across the next edge');
  document.querySelectorAll('.limit').forEach(span => write(span, rule.limit));
  document.querySelectorAll('.window').forEach(span => write(span, rule.window / 1000));
}

function count(id, value) {
  const over = value > rule.limit;
  write(id, `${value} of ${rule.limit}${over ? ', over' : ''}`);
  element(id).classList.toggle('over', over);
}

/** Leaves alone what would not change: a selection in it survives. */
function write(target, text) {
  const node = typeof target === 'string' ? element(target) : target;
  if (node.textContent !== String(text)) {
    node.textContent = text;
  }
}

/** Draws with every frame, or once a second for who wants no motion. */
function animate() {
  show();
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    setTimeout(animate, 1000);
  } else {
    requestAnimationFrame(animate);
  }
}

const tell = action => () => action().catch(failure => say(`That failed: ${failure.message}.`));
element('one').addEventListener('click', tell(() => sendAndTell(1)));
element('burst').addEventListener('click', tell(() => sendAndTell(BURST)));
element('across').addEventListener('click', tell(toggleBurstAcross));
tell(locate)();
animate();
