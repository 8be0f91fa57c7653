// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { loadEveryFont, loadFontOf } from './fonts.ts';

test('a font that does not load is no error of the page', async () => {
  const comes = vi.fn(() => Promise.resolve());
  const gone = vi.fn(() => Promise.reject(new Error('the network is gone')));
  const families = { ja: comes, ko: gone, zh: comes };
  await expect(loadFontOf('ko', families)).resolves.toBeUndefined();
  await expect(loadEveryFont(families)).resolves.toBeUndefined();
  expect([comes, gone].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
});
