// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isOwnPress } from '../../../../platform/own-presses.ts';
import { sessionUser, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { setSessionState } from '../../../../platform/session/session-state.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import { useAllShortcuts, useShortcuts } from '../../../../ui/keys/use-shortcuts.ts';
import type { DeskSubject } from './desk-keys.ts';
import { useDeskKeyNames, useOwnPresses } from './use-own-keys.ts';

const heard = vi.fn<(key: string, own: boolean) => void>();

function Listed() {
  useShortcuts([{ keys: ['W'], command: 'wall', label: 'Wall', run: () => undefined }]);
  return null;
}

function Board() {
  return (
    <output>
      {useAllShortcuts()
        .flatMap(({ shown }) => shown)
        .join()}
    </output>
  );
}

function Desk({ subject }: { readonly subject: DeskSubject }) {
  useOwnPresses(() => ({ tab: 'findings', subject }));
  return (
    <KeyNames value={useDeskKeyNames('findings')}>
      <main onKeyDown={(event) => heard(event.key, isOwnPress(event.nativeEvent))}>
        <button type="button">
          Accept <KeyCap name="⏎" command="accept" />
        </button>
        <p tabIndex={0}>strip</p>
        <input aria-label="field" />
        <Listed />
      </main>
      <Board />
    </KeyNames>
  );
}

const preferences = (desk_keys: Readonly<Record<string, string>>, single_letter_keys = true) => ({
  lists: {},
  ...{ single_letter_keys, desk_keys },
});

async function standing(keys: Readonly<Record<string, string>>, subject: DeskSubject = 'episode') {
  heard.mockClear();
  signedInAs({ preferences: preferences(keys) });
  await showIn('en', <Desk subject={subject} />);
  return (key: string, where = screen.getByText('strip')) => {
    heard.mockClear();
    fireEvent.keyDown(where, { key });
    return heard.mock.calls.map(([pressed]) => pressed);
  };
}

test('the key that was chosen is heard as the usual one, which itself means nothing any more', async () => {
  const press = await standing({ accept: 'D', 'rhythm-vt': 'F8' });
  expect(press('d')).toEqual(['Enter']);
  expect(heard).toHaveBeenCalledWith('Enter', true);
  expect(press('Enter')).toEqual([]);
  expect(press('F8')).toEqual(['v']);
  expect(press('F10')).toEqual(['F10']);
  expect(press('a')).toEqual(['a']);
});

test('what is typed into a field stays what it is, and Enter goes on pressing a button', async () => {
  const press = await standing({ accept: 'D' });
  expect(press('d', screen.getByRole('textbox'))).toEqual(['d']);
  expect(press('Enter', screen.getByRole('button'))).toEqual(['Enter']);
});

test('caps and the list of keys show the user’s keys at once, also where another tab changed them', async () => {
  await standing({ accept: 'D' });
  expect(screen.getByRole('button').textContent).toBe('Accept D');
  expect(screen.getByRole('status').textContent).toBe('W');
  act(() =>
    setSessionState({
      ...{ kind: 'signed-in', token: 'token' },
      user: sessionUser({ preferences: preferences({ wall: 'Z' }) }),
    }),
  );
  expect(screen.getByRole('button').textContent).toBe('Accept ⏎');
  expect(screen.getByRole('status').textContent).toBe('Z');
});

test('under a dialog of its own no key is turned, on a wall of the desk it is', async () => {
  const press = await standing({ accept: 'D', 'name-v': 'Z' });
  const dialog = document.createElement('div');
  dialog.innerHTML = '<div role="dialog"><p>in it</p></div>';
  document.body.append(dialog);
  expect(press('d')).toEqual(['d']);
  dialog.setAttribute('data-desk-wall', 'true');
  const keys: string[] = [];
  dialog.addEventListener('keydown', (event) => keys.push(event.key));
  for (const key of ['d', 'z']) fireEvent.keyDown(dialog.querySelector('p') ?? dialog, { key });
  expect(keys).toEqual(['Enter', 'v']);
  dialog.remove();
});
