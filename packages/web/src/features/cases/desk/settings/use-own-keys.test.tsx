// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sessionUser, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { setSessionState } from '../../../../platform/session/session-state.ts';
import { KeyCap } from '../../../../ui/key-cap.tsx';
import { linesOf } from '../../../../ui/keys/commands.ts';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import { useAllCommands } from '../../../../ui/keys/use-commands.ts';
import type { DeskSubject } from '../keys/desk-tool.ts';
import { KeySubject } from '../keys/subject.ts';
import { useDeskCommands } from '../keys/use-desk-commands.ts';
import { keyRows } from './key-tables.ts';
import { useOwnKeyNames } from './use-own-keys.ts';

const ran = vi.fn<(id: string) => void>();

function Commands() {
  const run = (id: string) => ({ line: id, run: () => ran(id) });
  useDeskCommands(Object.fromEntries(keyRows), {
    ...{ accept: run('accept'), 'rhythm-vt': run('vt'), 'name-v': run('v'), wall: run('wall') },
  });
  return (
    <output>
      {linesOf(useAllCommands())
        .map(({ title, keys }) => `${title} ${keys.join('/')}`)
        .join(', ')}
    </output>
  );
}

function Desk({ subject }: { readonly subject: DeskSubject }) {
  return (
    <KeyNames value={useOwnKeyNames()}>
      <KeySubject value={() => subject}>
        <button type="button">
          Accept <KeyCap name="⏎" command="accept" />
        </button>
        <p tabIndex={0}>strip</p>
        <input aria-label="field" />
        <Commands />
      </KeySubject>
    </KeyNames>
  );
}

const preferences = (desk_keys: Readonly<Record<string, string>>) => ({
  ...{ lists: {}, single_letter_keys: true, desk_keys },
});

async function deskWith(keys: Readonly<Record<string, string>>, subject: DeskSubject = 'episode') {
  signedInAs({ preferences: preferences(keys) });
  await showIn('en', <Desk subject={subject} />);
  await screen.findByRole('status');
  return (key: string, where = screen.getByText('strip'), code = '') => {
    ran.mockClear();
    fireEvent.keyDown(where, { key, code });
    return ran.mock.calls.map(([id]) => id);
  };
}

test('the chosen key runs the command, and its default key does nothing any more', async () => {
  const press = await deskWith({ accept: 'D', 'rhythm-vt': 'F9' });
  expect(press('d')).toEqual(['accept']);
  expect(press('ㅇ', undefined, 'KeyD')).toEqual(['accept']);
  expect(press('Enter')).toEqual([]);
  expect(press('F9')).toEqual(['vt']);
  expect(press('v')).toEqual([]);
  expect(press('F10')).toEqual(['accept']);
  expect(press('w')).toEqual(['wall']);
});

test('a letter applies to the selected beats or episode', async () => {
  const press = await deskWith({}, 'beats');
  expect(press('v')).toEqual(['v']);
});

test('text typed into a field is not a command', async () => {
  const press = await deskWith({ accept: 'D' });
  expect(press('d', screen.getByRole('textbox'))).toEqual([]);
  expect(press('F10', screen.getByRole('textbox'))).toEqual([]);
});

test('Enter presses the button that has the focus', async () => {
  const press = await deskWith({});
  expect(press('Enter', screen.getByRole('button'))).toEqual([]);
  expect(press('Enter')).toEqual(['accept']);
});

test('key labels and the list of keys show the user’s keys at once, also if another tab changed them', async () => {
  await deskWith({ accept: 'D' });
  expect(screen.getByRole('button').textContent).toBe('Accept D');
  expect(screen.getByRole('status').textContent).toContain('accept D/F10');
  act(() =>
    setSessionState({
      ...{ kind: 'signed-in', token: 'token' },
      user: sessionUser({ preferences: preferences({ wall: 'Z' }) }),
    }),
  );
  expect(screen.getByRole('button').textContent).toBe('Accept ⏎');
  expect(screen.getByRole('status').textContent).toContain('wall Z');
});

test('a dialog over the desk gets all keys', async () => {
  const press = await deskWith({ accept: 'D' });
  const dialog = document.createElement('div');
  dialog.innerHTML = '<div role="dialog"><p>in it</p></div>';
  document.body.append(dialog);
  expect(press('d')).toEqual([]);
  expect(press('F10', dialog)).toEqual([]);
  dialog.remove();
});
