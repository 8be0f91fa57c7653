// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/commands.ts';
import { texts as ja } from '../../platform/texts/ja/commands.ts';
import { DeskBody } from '../../features/cases/desk/desk-body.tsx';
import { DeskCommands } from '../../features/cases/desk/keys/desk-commands.tsx';
import type { DeskKeyTable, DeskTool, RecordingOfCase } from '../../features/cases/desk/keys/desk-tool.ts';
import { useDeskCommands } from '../../features/cases/desk/keys/use-desk-commands.ts';
import { testDesk } from '../../features/cases/desk/session/test-desk.ts';
import { useOwnKeyNames } from '../../features/cases/desk/settings/use-own-keys.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyNames } from '../../ui/keys/key-names.ts';
import { ShortcutHelp } from '../../ui/keys/shortcut-help.tsx';
import { searchPalette } from '../../ui/palette/palette-sources.ts';
import { useShellPalette } from './palette-entries.tsx';
import { ShellFooter } from './shell-footer.tsx';

const ran = vi.fn<(id: string) => void>();

/** The whole of a new tool: its commands, and what they do. */
const keys = {
  merge: { group: 'templates', keys: ['Z'], footer: true },
  outliers: { group: 'templates', keys: ['Shift+Z'], footer: true },
} as const satisfies DeskKeyTable;

function Part() {
  const merge = (): void => ran('merge');
  useDeskCommands(keys, { merge: { run: merge } });
  return (
    <IconButton name="merge" keyName={keys.merge.keys[0]} command="merge" onClick={merge}>
      M
    </IconButton>
  );
}

const tool: DeskTool<RecordingOfCase> = {
  ...{ id: 'templates', tab: { recording: 'strip' }, main: Part },
  ...{ keys, actions: { outliers: { run: () => ran('outliers') } } },
};
const desk = testDesk();

function Page() {
  const nameOf = useOwnKeyNames();
  const [isListed, setListed] = useState(false);
  useShellPalette();
  return (
    <KeyNames value={nameOf}>
      <DeskCommands tools={[tool]} view="templates" desk={desk} />
      <DeskBody
        {...{ desk, view: 'templates', recording: null }}
        tools={[tool]}
        detail={{ case_id: 7, recording: 'ready' }}
      />
      <ShellFooter bare />
      <button type="button" onClick={() => setListed(true)}>
        list
      </button>
      {isListed ? (
        <ShortcutHelp singleLetters onSingleLetters={() => undefined} onClose={() => setListed(false)} />
      ) : null}
    </KeyNames>
  );
}

const settings = [
  { language: 'en', words: en, own: {}, key: 'Z' },
  { language: 'ja', words: ja, own: { merge: 'F8' }, key: 'F8' },
] as const;

async function found(query: string): Promise<readonly (string | undefined)[]> {
  const titles = new Map<string, string | undefined>();
  await searchPalette({
    ...{ query, signal: new AbortController().signal },
    onGroups: (groups) => {
      for (const { items } of groups) for (const { title, keyName } of items) titles.set(title, keyName);
    },
  });
  return [...titles].flat();
}

test.each(settings)(
  '$language: a command of a new tool runs by its key, and is in the list, footer, palette and tooltip with it',
  async ({ language, words, own, key }) => {
    signedInAs({ preferences: { lists: {}, single_letter_keys: true, desk_keys: own } });
    answerCalls(() => Response.json({ items: [], total: 0, more: false, days: null }));
    const user = await showIn(language, atAddress('/', <Page />));
    const title = words['word.merge'];
    const footer = await screen.findByRole('contentinfo');
    await waitFor(() => expect(within(footer).getByText(title).textContent).toBe(`${key}${title}`));
    expect(within(footer).getByText(words['word.outliers']).textContent).toContain('Shift+Z');

    ran.mockClear();
    await user.keyboard(key === 'Z' ? 'z' : `{${key}}`);
    await user.keyboard('{Shift>}Z{/Shift}');
    expect(ran.mock.calls.flat()).toEqual(['merge', 'outliers']);

    const palette = await act(() => found(title));
    expect(palette).toEqual(expect.arrayContaining([title, key]));

    await user.hover(screen.getByRole('button', { name: 'merge' }));
    expect((await screen.findByRole('tooltip')).textContent).toContain(key);

    await user.click(screen.getByRole('button', { name: 'list' }));
    const dialog = await screen.findByRole('dialog');
    const term = within(dialog).getByText(title);
    expect(term.nextElementSibling?.textContent).toBe(key);
  },
);
