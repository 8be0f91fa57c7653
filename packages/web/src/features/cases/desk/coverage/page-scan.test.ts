import { expect, test } from 'vitest';
import { firstScan, pageMinutes, pageShape, scanAfter } from './page-scan.ts';

test('a page has the given minutes, on six to thirty lines', () => {
  for (const minutes of pageMinutes) {
    const { lineMs, lines } = pageShape(minutes);
    expect(lineMs * lines).toBe(minutes * 60_000);
    expect(lines).toBeGreaterThanOrEqual(6);
    expect(lines).toBeLessThanOrEqual(30);
  }
});

test('pace and length stop at their ends', () => {
  const fast = Array.from({ length: 9 }).reduce<typeof firstScan>(
    (scan) => scanAfter(scan, { kind: 'pace', by: 1 }),
    firstScan,
  );
  expect(fast.pace).toBe(2);
  const long = Array.from({ length: 9 }).reduce<typeof firstScan>(
    (scan) => scanAfter(scan, { kind: 'minutes', by: 1 }),
    firstScan,
  );
  expect(long.minutes).toBe(60);
  expect(scanAfter(firstScan, { kind: 'turn' }).turns).toBe(true);
  expect(scanAfter(firstScan, { kind: 'finding' })).toEqual(firstScan);
});
