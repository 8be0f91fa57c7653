import { expect, test } from 'vitest';
import { firstScan, pageMinutes, pageShape, scanAfter, scanCommand } from './page-scan.ts';

const press = (key: string, change: object = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...change,
});

test('a page holds the minutes that it says, on six to thirty lines', () => {
  for (const minutes of pageMinutes) {
    const { lineMs, lines } = pageShape(minutes);
    expect(lineMs * lines).toBe(minutes * 60_000);
    expect(lines).toBeGreaterThanOrEqual(6);
    expect(lines).toBeLessThanOrEqual(30);
  }
});

test('Space marks, arrows change the pace, signs the length; letters rest where they are switched off', () => {
  expect(scanCommand(press(' '), false)).toEqual({ kind: 'seen' });
  expect(scanCommand(press('ArrowUp'), false)).toEqual({ kind: 'pace', by: 1 });
  expect(scanCommand(press('+', { shiftKey: true }), true)).toEqual({ kind: 'minutes', by: -1 });
  expect(scanCommand(press('p'), true)).toEqual({ kind: 'turn' });
  expect(scanCommand(press('p'), false)).toBeNull();
  expect(scanCommand(press('j'), true)).toEqual({ kind: 'finding' });
  expect(scanAfter(firstScan, { kind: 'finding' })).toEqual(firstScan);
  expect(scanCommand(press('v'), true)).toBeNull();
  expect(scanCommand(press(' ', { ctrlKey: true }), true)).toBeNull();
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
});
