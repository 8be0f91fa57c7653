import { expect, test } from 'vitest';
import { inOnePiece } from './piecewise.ts';
import { withinRate } from './rate-limit.ts';

test.each([
  [2000, 2000],
  [2048, 1024],
  [16_384, 1024],
  [5000, 1250],
  [2001, 667],
  // No whole part of these is an allowed rate; they end in a refusal by their rate.
  [2003, 2003],
  [1e300, 1e300],
])('a signal of %d Hz is stored at %d', (hz, expected) => {
  const lead = { label: 'II', sampling_hz: hz, gain_uv_per_lsb: 5, zero_lsb: 0, samples: new Int32Array(10) };
  const whole = { start_ms: null, start_has_zone: false, leads: [lead], notes: [], left_out: [], flaws: [] };
  const file = withinRate(inOnePiece(whole));
  expect(file.signals[0]?.sampling_hz).toBe(expected);
  expect(file.flaws.length).toBe(expected === hz ? 0 : 1);
});
