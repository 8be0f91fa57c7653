// @vitest-environment happy-dom
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/exports.ts';
import { texts as lists } from '../../platform/texts/en/lists.ts';
import { texts as listsJa } from '../../platform/texts/ja/lists.ts';
import { texts as ja } from '../../platform/texts/ja/exports.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { exportOrder } from '../../ui/list/export-order.ts';
import { Page } from './exports-page.tsx';

const languages = [
  { language: 'en', words: en, list: lists },
  { language: 'ja', words: ja, list: listsJa },
] as const;

const item = (part: Partial<ExportItem> = {}): ExportItem => ({
  export_id: 5,
  kind: 'exportCases',
  state: 'working',
  filename: 'patches-2026-11-20.xlsx',
  rows_done: 3_000,
  rows_total: 12_000,
  size_bytes: null,
  detail: null,
  created_at: '2026-11-20T03:00:00.000Z',
  ended_at: null,
  expires_at: '2026-11-21T03:00:00.000Z',
  ...part,
});

/** Keeps the exports, as the server does. */
function server(first: readonly ExportItem[]) {
  let items = [...first];
  return answerCalls(({ path, body }) => {
    if (path.endsWith('/cancel')) {
      items = items.map((each) => ({ ...each, state: 'cancelled' as const }));
      return Response.json(items[0]);
    }
    if (path.includes('case/export')) {
      return Response.json(
        { code: 'export/long', detail: 'long', request_id: 'r', fields: {} },
        { status: 406 },
      );
    }
    if (body !== null) return Response.json(item({ state: 'waiting', rows_done: 0 }), { status: 201 });
    return Response.json({ items });
  });
}

test.each(languages)('$language: a running export can be cancelled', async ({ language, words }) => {
  signedInAs();
  const calls = server([item()]);
  const user = await showIn(language, atAddress('/exports', <Page />));
  const done = words['rows-done'].replace('{{done}}', '3,000').replace('{{total}}', '12,000');
  expect(await screen.findByText(done)).toBeTruthy();
  const name = words['cancel-what'].replace('{{name}}', item().filename);
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(words['state.cancelled'])).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('export/5/cancel'))).toHaveLength(1);
});

test.each(languages)(
  '$language: a finished one can be downloaded, a failed one says why',
  async ({ language, words }) => {
    signedInAs();
    const done = item({ state: 'done', size_bytes: 2_000_000, ended_at: '2026-11-20T03:01:00.000Z' });
    server([done, item({ export_id: 6, state: 'failed', detail: 'You may not.' })]);
    await showIn(language, atAddress('/exports', <Page />));
    const name = words['download-what'].replace('{{name}}', done.filename);
    expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(screen.getByText('You may not.')).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  },
);

test.each(languages)(
  '$language: without exports the page says what will be here',
  async ({ language, words }) => {
    signedInAs();
    server([]);
    await showIn(language, atAddress('/exports', <Page />));
    expect(await screen.findByText(words.empty)).toBeTruthy();
  },
);

test.each(languages)('$language: a long list is made in the background by the same button', async (one) => {
  signedInAs();
  const calls = server([]);
  const order = exportOrder('exportCases', { view: 'all' });
  const button = <ExportButton spelled order={order} filename="patches.xlsx" />;
  const user = await showIn(one.language, atAddress('/', button));
  await user.click(await screen.findByRole('button', { name: one.list['export.word'] }));
  expect(await screen.findByText(one.words.background)).toBeTruthy();
  expect(screen.getByText(one.words['state.waiting'])).toBeTruthy();
  const begun = calls.filter(({ body }) => body !== null);
  expect(begun.map(({ body }) => body)).toEqual([{ kind: 'exportCases', input: { view: 'all' } }]);
  await user.click(screen.getByRole('button', { name: one.words.cancel }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('export/5/cancel'))).toBe(true));
});
