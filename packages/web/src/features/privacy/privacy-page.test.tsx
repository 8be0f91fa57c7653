// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/privacy.ts';
import { texts as ja } from '../../platform/texts/ja/privacy.ts';
import { Page } from './privacy-page.tsx';

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: both fields of a hospital show their labels', async ({ language, words }) => {
  answerCalls(() => Response.json({ items: [], total: 0, page: 1, size: 50 }));
  await showIn(language, atAddress('/admin/privacy', <Page />));
  for (const label of [words.hospital, words['all-hospitals']]) {
    const field = await screen.findByRole('combobox', { name: label });
    expect(screen.getByText(label, { selector: 'label' }).getAttribute('for')).toBe(field.id);
  }
});
