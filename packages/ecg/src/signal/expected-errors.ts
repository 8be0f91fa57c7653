/**
 * Expected errors of the beat detector, second by second: the sum over candidates of the chance that its answer is wrong.
 * Where noise makes beats uncertain, this is what grows, whatever the noise looks like.
 */
export interface ExpectedErrors {
  add(second: number, logOdds: number): void;
  /** Two and a half expected errors: two such seconds make what lies around them unreadable. */
  addLost(second: number): void;
  /** Expected errors in a second. */
  at(second: number): number;
  /** Expected errors × 64, at most 255. */
  seconds(): Uint8Array;
}

/** From these log-odds on the chance, in steps of a 64th, is none. */
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
