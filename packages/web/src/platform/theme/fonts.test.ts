// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { loadEveryFont, loadFontOf } from './fonts.ts';

vi.mock('./fonts-ko.ts', () => {
  throw new Error('the network is gone');
});

test('a font that does not come is no fault of the page', async () => {
  await expect(loadFontOf('ko')).resolves.toBeUndefined();
  await expect(loadEveryFont()).resolves.toBeUndefined();
});
