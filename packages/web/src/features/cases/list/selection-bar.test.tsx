// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-list.ts';
import { texts as ja } from '../../../platform/texts/ja/case-list.ts';
import { SelectionBar } from './selection-bar.tsx';
import { exampleRow } from './test-rows.ts';

const complete = { patient_id: 'P1', birth_date: '1960-01-01', recording_start: '2026-11-20T00:00:00.000Z' };
const rows = [
  exampleRow({ case_id: 1, status: 'ready', actions: ['request'], ...complete }),
  exampleRow({ case_id: 2, status: 'ready' }),
  exampleRow({ case_id: 3, status: 'review', ...complete }),
];

test.each([
  ['en', en, '1 of 3 requested'],
  ['ja', ja, '3件中1件を依頼しました'],
] as const)(
  'selected cases that were not requested are named with their reason (%s)',
  async (language, texts, title) => {
    const calls = answerCalls(() =>
      Response.json({ results: [{ case_id: 1, ok: true, code: null, detail: null }] }),
    );
    const changed = vi.fn();
    const user = await showIn(
      language,
      <SelectionBar
        rows={rows}
        selected={new Set([1, 2, 3])}
        acts={['request']}
        onClear={vi.fn()}
        onChanged={changed}
      />,
    );
    await user.click(await screen.findByRole('button', { name: texts['bulk.request'] }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(calls.map(({ body }) => body)).toEqual([{ cases: [{ case_id: 1, version: 1 }] }]);
    expect(changed).toHaveBeenCalledExactlyOnceWith([1]);
    const said = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(said[0]).toContain(texts['bulk.request.ok']);
    expect(said[1]).toContain(texts['bulk.request.incomplete']);
    expect(said[2]).toContain(texts['bulk.request.left']);
  },
);
