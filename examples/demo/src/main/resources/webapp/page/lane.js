/**
 * What became of the requests to one address. A request was decided between `sent` and `received`; only what is certain is
 * counted, so a limiter that keeps its limit is never shown above it.
 */
export class Lane {

  admitted = 0;
  refused = 0;
  /** The most that were certainly admitted within one window. */
  most = 0;
  /** When the last admission was known, in ms. */
  lastAdmission = -Infinity;

  #recent = []; // when admitted requests were sent
  #remaining = { count: 0, at: -Infinity };

  add(answer, window) {
    this.#remaining = { count: answer.limit - answer.remaining, at: answer.received };
    if (!answer.admitted) {
      this.refused++;
      return;
    }
    this.admitted++;
    this.lastAdmission = answer.received;
    this.#recent = this.#recent.filter(sent => sent > answer.received - 2 * window);
    this.#recent.push(answer.sent);
    this.most = Math.max(this.most, this.within(window, answer.received));
  }

  /** How many were certainly admitted in the window that ends now. */
  within(window, now) {
    return this.#recent.filter(sent => sent > now - window).length;
  }

  /** What the limiter said that it has counted, unless that was before the given instant: then nothing. */
  countedSince(instant) {
    return this.#remaining.at >= instant ? this.#remaining.count : 0;
  }
}
