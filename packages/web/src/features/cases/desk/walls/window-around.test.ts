import { expect, test } from 'vitest';
import { windowAround } from './window-around.ts';

const rows = Array.from({ length: 1600 }, (_, i) => ({ key: String(i) }));
const shape = (key: string | undefined, scrolled?: number) => {
  const { rows: shown, above, below } = windowAround(rows, key, scrolled);
  return [shown[0]?.key, shown.at(-1)?.key, above, below];
};

test('rows are around the selected one, and the others are counted', () => {
  expect(shape('800')).toEqual(['780', '819', 780, 780]);
  expect(shape(undefined)).toEqual(['0', '39', 0, 1560]);
  expect(shape('1599')).toEqual(['1560', '1599', 1560, 0]);
  expect(windowAround(rows.slice(0, 7), '3')).toEqual({ rows: rows.slice(0, 7), above: 0, below: 0 });
});

test('scrolled in halves of a window every row is reached, each neighbour window holding half of the one before', () => {
  const seen = new Set<string>();
  let before: ReadonlySet<string> | null = null;
  for (let scrolled = 0; scrolled <= 80; scrolled += 1) {
    const keys = new Set(windowAround(rows, '0', scrolled).rows.map(({ key }) => key));
    const was = before ?? keys;
    expect([...keys].filter((key) => was.has(key)).length).toBeGreaterThanOrEqual(20);
    for (const key of keys) seen.add(key);
    before = keys;
  }
  expect(seen.size).toBe(rows.length);
  expect(shape('1599', -80)).toEqual(['0', '39', 0, 1560]);
});
