/**
 * Computes the expected errors of the beat detector, second by second: the sum over candidates of the probability that
 * its decision is wrong. It increases wherever noise makes beats uncertain, whatever the noise looks like.
 */
export interface ExpectedErrors {
  add(second: number, logOdds: number): void;
  /** Adds two and a half expected errors: two such seconds make the time around them unreadable. */
  addLost(second: number): void;
  /** Returns the expected errors in a second. */
  at(second: number): number;
  /** Returns the expected errors of each second × 64, at most 255. */
  seconds(): Uint8Array;
}

/** Log-odds above which the probability, in steps of a 64th, is 0. */
const certainLogOdds = 5;
const lostErrors = 160;

export function createExpectedErrors(): ExpectedErrors {
  let held = new Uint8Array(1024);
  let used = 0;
  const more = (second: number, errors: number): void => {
    if (second < 0) return;
    if (second >= held.length) {
      const grown = new Uint8Array(Math.max(2 * held.length, second + 1));
      grown.set(held);
      held = grown;
    }
    used = Math.max(used, second + 1);
    held[second] = Math.min(255, (held[second] ?? 0) + errors);
  };
  return {
    add(second, logOdds) {
      const isCertain = Math.abs(logOdds) > certainLogOdds;
      more(second, isCertain ? 0 : Math.round(64 / (1 + Math.exp(Math.abs(logOdds)))));
    },
    addLost: (second) => {
      more(second, lostErrors);
    },
    at: (second) => (held[second] ?? 0) / 64,
    seconds: () => held.subarray(0, used),
  };
}
