import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctedQt, qtFormulas } from './qt-correction.ts';

/** Expected values calculated by hand from the published formulas. */
test.each([
  // RR 0.64 s: √ 0.8, ∛ 0.86177; 0.36 s short of a second; 93.75 a minute.
  { qt: 400, rr: 0.64, bazett: 500, fridericia: 464.16, framingham: 455.44, hodges: 459.06 },
  // RR 1.44 s: √ 1.2, ∛ 1.12924; 0.44 s over a second; 41.67 a minute.
  { qt: 460, rr: 1.44, bazett: 383.33, fridericia: 407.35, framingham: 392.24, hodges: 427.92 },
  // RR 0.5 s: √ 0.70711, ∛ 0.79370; 120 a minute.
  { qt: 320, rr: 0.5, bazett: 452.55, fridericia: 403.17, framingham: 397, hodges: 425 },
])('QT $qt ms at an RR of $rr s', ({ qt, rr, ...expected }) => {
  for (const formula of qtFormulas)
    expect(correctedQt[formula](qt, rr), formula).toBeCloseTo(expected[formula], 1);
});

test('at 60 a minute each formula gives the QT; a faster heart is corrected upwards, a slower one downwards', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 700 }),
      fc.double({ min: 0.3, max: 2, noNaN: true }),
      (qt, rr) => {
        for (const formula of qtFormulas) {
          expect(correctedQt[formula](qt, 1)).toBe(qt);
          expect(Math.sign(correctedQt[formula](qt, rr) - qt)).toBe(Math.sign(1 - rr));
        }
      },
    ),
  );
});
