// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import { PageScanBar } from './page-scan-bar.tsx';
import { testDesk } from '../session/test-desk.ts';

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: a key of the findings is told where they are read, by the user’s own key of that tab',
  async ({ language, words }) => {
    signedInAs();
    const desk = testDesk();
    const own = (usual: string, command?: string): string => (command === 'tab-findings' ? 'F9' : usual);
    await showIn(
      language,
      <KeyNames value={own}>
        <PageScanBar desk={desk} />
      </KeyNames>,
    );
    await screen.findByRole('region', { name: words['view.scan'] });
    desk.first.get()?.(new KeyboardEvent('keydown', { key: 'j' }));
    expect(await screen.findByText(words['scan.said.findings'].replace('{{key}}', 'F9'))).toBeTruthy();
  },
);
