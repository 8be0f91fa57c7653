// @vitest-environment happy-dom
import { type Preferences, preferences } from '@rhythmdesk/contract/people';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, sessionUser, showIn, signedInAs } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/commands.ts';
import { texts as ja } from '../../../../platform/texts/ja/commands.ts';
import { DialogHost } from '../../../../ui/dialogs/dialog-host.tsx';
import { KeysDialog } from './keys-dialog.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

/** Simulates a server that stores the preferences it receives. */
function keeping(desk_keys?: Preferences['desk_keys']) {
  let kept: Preferences = {
    ...{ lists: {}, single_letter_keys: true },
    ...(desk_keys === undefined ? {} : { desk_keys }),
  };
  signedInAs({ preferences: kept });
  answerCalls(({ path, body }) => {
    if (path.endsWith('user/me')) return Response.json(sessionUser({ preferences: kept }));
    if (typeof body === 'object' && body !== null && 'preferences' in body)
      kept = preferences.parse(body.preferences);
    return Response.json({ ok: true });
  });
  return { kept: () => kept.desk_keys };
}

const fill = (text: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((before, [name, part]) => before.replace(`{{${name}}}`, part), text);

async function shown(language: 'en' | 'ja', words: Readonly<Record<keyof typeof ja, string>>) {
  const onClose = vi.fn();
  const user = await showIn(
    language,
    <>
      <KeysDialog onClose={onClose} />
      <DialogHost />
    </>,
  );
  await screen.findByRole('dialog', { name: words.title });
  const keyOf = (command: string, key: string) =>
    screen.findByRole('button', { name: fill(words.change, { command, key }) });
  return { user, onClose, keyOf };
}

test.each(languages)(
  '$language: a click on a key asks for the next, which is stored',
  async ({ language, words }) => {
    const server = keeping();
    const { user, keyOf } = await shown(language, words);
    const command = words['word.wall'];
    await user.click(await keyOf(command, 'W'));
    expect(screen.getByRole('button', { name: words.waits, pressed: true })).toBeDefined();
    await user.keyboard('d');
    expect(await keyOf(command, 'D')).toBeDefined();
    expect(server.kept()).toEqual({ wall: 'D' });
    expect(screen.getByText(fill(words.changed, { key: 'W' }))).toBeDefined();
    await user.click(screen.getByRole('button', { name: fill(words['reset.of'], { command }) }));
    expect(await keyOf(command, 'W')).toBeDefined();
    expect(server.kept()).toBeUndefined();
  },
);

test.each(languages)(
  '$language: a conflict is reported, and both may be swapped',
  async ({ language, words }) => {
    const server = keeping();
    const { user, keyOf } = await shown(language, words);
    const [accept, strip] = [words['word.accept'], words['word.strip']];
    await user.click(await keyOf(accept, '⏎'));
    await user.keyboard('b');
    const status = screen.getByRole('status');
    expect(status.textContent).toContain(fill(words.clash, { key: 'B', command: strip }));
    await user.click(within(status).getByRole('button', { name: words.cancel }));
    expect(server.kept()).toBeUndefined();
    await user.click(await keyOf(accept, '⏎'));
    await user.keyboard('b');
    await user.click(screen.getByRole('button', { name: fill(words.swap, { command: strip, key: '⏎' }) }));
    expect(await keyOf(accept, 'B')).toBeDefined();
    expect(await keyOf(strip, '⏎')).toBeDefined();
    expect(server.kept()).toEqual({ accept: 'B', strip: '⏎' });
  },
);

test.each(languages)(
  '$language: refused keys say why, Escape leaves all unchanged',
  async ({ language, words }) => {
    const server = keeping();
    const { user, onClose, keyOf } = await shown(language, words);
    const command = words['word.wall'];
    await user.click(await keyOf(command, 'W'));
    for (const [press, key, why] of [
      ['{F5}', 'F5', words['refused.browser']],
      ['{PageUp}', 'PgUp', words['refused.recording']],
      ['?', '?', words['refused.page']],
    ] as const) {
      await user.keyboard(press);
      expect(screen.getByRole('status').textContent).toContain(fill(why, { key }));
    }
    await user.keyboard('{Escape}');
    expect(await keyOf(command, 'W')).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    expect(server.kept()).toBeUndefined();
  },
);

test('all keys are reset at once, after a question', async () => {
  const server = keeping({ wall: 'D', accept: 'Z' });
  const { user, keyOf } = await shown('en', en);
  await user.click(screen.getByRole('button', { name: en['reset-all'] }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('2 changed keys return to their defaults');
  await user.click(within(question).getByRole('button', { name: en['reset-all'] }));
  expect(await keyOf(en['word.wall'], 'W')).toBeDefined();
  await waitFor(() => expect(server.kept()).toBeUndefined());
});
