// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { texts as ko } from '../../platform/texts/ko/dialogs.ts';
import { texts as zh } from '../../platform/texts/zh/dialogs.ts';
import { NotRenewed } from './not-renewed.tsx';

const dataUpdatedAt = Date.parse('2026-11-20T01:00:00Z');
const fault = new Error('lost');

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const)('$language: what could not be refreshed says from when it is', async ({ language, words }) => {
  await showIn(language, <NotRenewed query={{ data: {}, error: fault, dataUpdatedAt }} />);
  const [before = '', after = ''] = words['not-renewed'].split('{{time}}');
  const said = await screen.findByRole('status');
  expect(said.textContent).toContain(before);
  expect(said.textContent).toContain(after);
});

test('what was refreshed, or was never fetched, says nothing', async () => {
  await showIn(
    'en',
    <>
      <NotRenewed query={{ data: {}, error: null, dataUpdatedAt }} />
      <NotRenewed query={{ data: undefined, error: fault, dataUpdatedAt: 0 }} />
      shown
    </>,
  );
  expect(await screen.findByText('shown')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});
