/** Tests that a report is printed ahead only when none was made lately, and that a failure does no harm. */
import { expect, test, vi } from 'vitest';
import { printAhead } from './warm-report.ts';

test('prints once if no report was made lately', async () => {
  const print = vi.fn(() => Promise.resolve());
  await printAhead('ja', print, { isWarm: () => false, afterMs: 0 });
  expect(print).toHaveBeenCalledOnce();
});

test('prints nothing if a report was made before or meanwhile', async () => {
  const print = vi.fn(() => Promise.resolve());
  await printAhead('ja', print, { isWarm: () => true, afterMs: 0 });
  await printAhead('ja', print, {
    isWarm: vi.fn().mockReturnValueOnce(false).mockReturnValue(true),
    afterMs: 0,
  });
  expect(print).not.toHaveBeenCalled();
});

test('a failure ends without an error', async () => {
  const print = vi.fn(() => Promise.reject(new Error('no analysis')));
  await printAhead('ja', print, { isWarm: () => false, afterMs: 0 });
  expect(print).toHaveBeenCalledOnce();
});
