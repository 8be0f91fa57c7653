// @vitest-environment happy-dom
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/report.ts';
import { texts as exportsEn } from '../../../platform/texts/en/exports.ts';
import { texts as exportsJa } from '../../../platform/texts/ja/exports.ts';
import { texts as ja } from '../../../platform/texts/ja/report.ts';
import { FullDisclosureButton } from './full-disclosure-button.tsx';

const languages = [
  { language: 'en', words: en, exported: exportsEn, ten: '10 minutes per line' },
  { language: 'ja', words: ja, exported: exportsJa, ten: '1行に10分' },
] as const;

const item: ExportItem = {
  export_id: 9,
  kind: 'fullDisclosure',
  state: 'waiting',
  filename: 'HN100007-full-disclosure.pdf',
  rows_done: 0,
  rows_total: 2_016,
  size_bytes: null,
  detail: null,
  created_at: '2026-11-20T03:00:00.000Z',
  ended_at: null,
  expires_at: '2026-11-21T03:00:00.000Z',
};

test.each(languages)('$language: it starts with its minutes a line, and progress is shown', async (one) => {
  signedInAs({ user_role: { id: 5, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 2 } });
  const calls = answerCalls(() => Response.json(item, { status: 201 }));
  const button = <FullDisclosureButton detail={{ case_id: 7, recording: 'ready' }} language="ko" />;
  const user = await showIn(one.language, atAddress('/', button));
  await user.click(await screen.findByRole('button', { name: one.words['full-disclosure'] }));
  const menu = await screen.findByRole('menu');
  await user.click(within(menu).getByRole('menuitem', { name: one.ten }));
  expect(await screen.findByText(one.exported['state.waiting'])).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([
    { kind: 'fullDisclosure', input: { case_id: 7, minutes: '10', language: 'ko' } },
  ]);
});

test('a hospital is not offered it', async () => {
  signedInAs({ user_role: { id: 3, role_key: 'DOCTOR', group_type: 'hospital', level: 2 } });
  const page = (
    <>
      <FullDisclosureButton detail={{ case_id: 7, recording: 'ready' }} language="en" />
      <p>page</p>
    </>
  );
  await showIn('en', atAddress('/', page));
  await screen.findByText('page');
  expect(screen.queryByRole('button', { name: en['full-disclosure'] })).toBeNull();
});
