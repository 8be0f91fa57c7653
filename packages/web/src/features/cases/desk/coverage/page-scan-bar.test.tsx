// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { commands } from '../../../../ui/keys/commands.ts';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import { PageScanBar } from './page-scan-bar.tsx';
import { firstScan, scanOf } from './page-scan.ts';
import { testDesk } from '../session/test-desk.ts';
import { CoverageProvider } from './use-coverage.ts';

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: a key of the findings names their tab, by the user’s own key',
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
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(await screen.findByText(words['scan.said.findings'].replace('{{key}}', 'F9'))).toBeTruthy();
  },
);

test('arrows change the pace, + and − the length, P begins turning; letters are ignored if they are switched off', async () => {
  signedInAs();
  const desk = testDesk();
  await showIn('en', <PageScanBar desk={desk} />);
  await screen.findByRole('region', { name: en['view.scan'] });
  const scan = scanOf(desk);
  const after = (key: string, shiftKey = false) => {
    act(() => void fireEvent.keyDown(document.body, { key, shiftKey }));
    return scan.get();
  };
  expect(after('ArrowUp')).toEqual({ ...firstScan, pace: 5 });
  expect(after('ArrowDown')).toEqual(firstScan);
  expect(after('+', true).minutes).toBe(5);
  expect(after('-').minutes).toBe(10);
  expect(after('p').turns).toBe(true);
  expect(after('j')).toEqual({ ...firstScan, turns: true });
  commands.setSingleLetters(false);
  onTestFinished(() => commands.setSingleLetters(true));
  expect(after('p').turns).toBe(true);
});

test('a page counts as seen by its key only if all of its signal is on the screen', async () => {
  signedInAs();
  const page = { start: 0, end: 150_000 };
  let readable: (typeof page)[] = [];
  const view = { ...viewHandle, pages: () => 3, pageSpan: () => page, readable: () => readable };
  const see = vi.fn();
  await showIn(
    'en',
    <CoverageProvider value={{ see, isSeen: () => false, firstUnseen: () => null, sums: null }}>
      <PageScanBar desk={{ ...testDesk(), view }} />
    </CoverageProvider>,
  );
  await screen.findByRole('region', { name: en['view.scan'] });
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(see).not.toHaveBeenCalled();
  readable = [page];
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(see.mock.calls).toEqual([[page]]);
});
