// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { Page } from './jobs-page.tsx';

const job = {
  id: 1,
  job: 'send-mail',
  case_id: null,
  hn_id: null,
  attempts: 8,
  fault: 'refused',
  failed_at: '2026-11-20T01:00:00.000Z',
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: more jobs have failed than are listed, and the page says so', async (one) => {
  answerCalls(() => Response.json({ items: [job], total: 311 }));
  await showIn(one.language, <Page />);
  const said = one.words.part.replace('{{shown}}', '1').replace('{{total}}', '311');
  expect(await screen.findByText(said)).toBeDefined();
});
