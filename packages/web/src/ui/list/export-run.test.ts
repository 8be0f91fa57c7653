// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { textsStarted } from '../../platform/test-page.tsx';
import { textOf } from '../../platform/texts/texts.ts';
import { dialogs } from '../dialogs/dialogs.ts';
import { nameFrom, runExport } from './export-run.ts';

test('the server names the file', () => {
  expect(nameFrom('attachment; filename="patches-2026-11-20.xlsx"', 'x')).toBe('patches-2026-11-20.xlsx');
  expect(nameFrom('attachment; filename=HN300001.edf', 'x')).toBe('HN300001.edf');
  expect(nameFrom('attachment; filename="a.xlsx"; filename*=UTF-8\'\'%E4%B8%80.xlsx', 'x')).toBe('一.xlsx');
});

test('without a name the default is used', () => {
  expect(nameFrom(null, 'patches.xlsx')).toBe('patches.xlsx');
  expect(nameFrom('attachment', 'patches.xlsx')).toBe('patches.xlsx');
});

test('a download that breaks off is reported', async () => {
  await textsStarted();
  onTestFinished(() => dialogs.dismissAll());
  let pulls = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new Uint8Array(8));
      else controller.error(new TypeError('network error'));
    },
  });
  const run = runExport(
    {
      download: () => Promise.resolve(new Response(body)),
      begin: () => Promise.reject(new Error('not asked')),
    },
    'patches.xlsx',
  );
  // The language may be that of an earlier file of this process.
  const message = await textOf('alert.no-network');
  await vi.waitFor(() => expect(dialogs.current()?.ask).toMatchObject({ message }));
  dialogs.dismissAll();
  await run;
});
