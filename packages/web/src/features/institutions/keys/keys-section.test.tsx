// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ApiKey, ApiKeys } from '@rhythmdesk/contract/api-keys';
import { expect, test } from 'vitest';
import { createStore } from '../../../platform/store.ts';
import { answerCalls, callsBefore, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/api-keys.ts';
import { texts as ja } from '../../../platform/texts/ja/api-keys.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { useStored } from '../../../platform/use-stored.ts';
import { OpenedDialogs } from '../../../ui/dialogs/opened-dialogs.tsx';
import { KeysSection } from './keys-section.tsx';

const key: ApiKey = {
  key_id: 4,
  name: '病棟システム',
  hint: 'rdk_a1b2c3',
  scopes: ['case.read', 'file.report'],
  state: 'valid',
  created_by: { id: 1, name: 'Sato Ken' },
  created_at: '2026-11-02T03:00:00.000Z',
  expires_at: '2027-11-02T03:00:00.000Z',
  last_used_at: null,
  revoked_by: null,
  revoked_at: null,
};
const keys: ApiKeys = {
  institution: { id: 30, name: 'Hospital', type: 'hospital' },
  role_key: 'DOCTOR',
  scopes: ['case.read', 'case.create', 'file.report'],
  may_create: true,
  items: [key, { ...key, key_id: 3, name: 'Old laptop', state: 'expired' }],
};
const center = { id: 6, role_key: 'CENTER', group_type: 'tech_center', level: 3 } as const;
const secret = 'rdk_secretsecretsecretsecretsecretsecretsecret0';
const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const answering = () =>
  answerCalls(({ path, body }) => {
    if (body !== null) return Response.json({ key: { ...key, name: 'Archive' }, secret }, { status: 201 });
    return Response.json(path.endsWith('/keys/4') ? { ok: true } : keys);
  });

const section = (
  <>
    <KeysSection id={30} />
    <OpenedDialogs />
  </>
);

test.each(languages)(
  '$language: a key is created with the chosen scopes, and its secret is shown once',
  async (one) => {
    signedInAs({ user_role: center });
    const calls = answering();
    const user = await showIn(one.language, section);
    await user.click(await screen.findByRole('button', { name: one.words.create }));
    const dialog = await screen.findByRole('alertdialog', { name: one.words.create });
    const create = within(dialog).getByRole('button', { name: one.words.create });
    expect(create).toHaveProperty('disabled', true);
    await user.type(within(dialog).getByRole('textbox', { name: one.words.name }), 'Archive');
    await user.click(within(dialog).getByRole('checkbox', { name: one.words['scope.file.report'] }));
    await user.click(create);
    const title = one.words['secret.title'].replace('{{name}}', 'Archive');
    const shown = await screen.findByRole('alertdialog', { name: title });
    expect(within(shown).getByRole('status').textContent).toBe(secret);
    expect(calls.find(({ body }) => body !== null)?.body).toEqual({
      name: 'Archive',
      scopes: ['case.read', 'file.report'],
      days: 365,
    });
    await user.click(within(shown).getByRole('button', { name: /Done|完了/ }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  },
);

test.each(languages)(
  '$language: a key is revoked after a question; former keys have no buttons',
  async (one) => {
    signedInAs({ user_role: center });
    const calls = answering();
    const user = await showIn(
      one.language,
      <>
        {section}
        <DialogHost />
      </>,
    );
    const revoke = await screen.findAllByRole('button', { name: one.words.revoke });
    expect(revoke).toHaveLength(1);
    await user.click(revoke[0] ?? document.body);
    const title = one.words['revoke.title'].replace('{{name}}', '病棟システム');
    const question = await screen.findByRole('alertdialog', { name: title });
    await user.click(within(question).getByRole('button', { name: one.words.revoke }));
    await waitFor(() =>
      expect(calls.some(({ path }) => path.endsWith('user/usergroup/30/keys/4'))).toBe(true),
    );
  },
);

test('a user who manages no keys sees nothing, and nothing is requested', async () => {
  signedInAs({ user_role: sessionUser().user_role });
  const calls = answering();
  await showIn('en', section);
  expect(await callsBefore(calls)).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a secret that is shown once stays when the section is laid out anew', async () => {
  signedInAs({ user_role: center });
  answering();
  const isWide = createStore(true);
  function Laid() {
    return useStored(isWide) ? (
      <aside>
        <KeysSection id={30} />
      </aside>
    ) : null;
  }
  const laid = (
    <>
      <Laid />
      <OpenedDialogs />
    </>
  );
  const user = await showIn('en', laid);
  await user.click(await screen.findByRole('button', { name: en.rotate }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: en.rotate }));
  expect((await screen.findByRole('status')).textContent).toBe(secret);
  act(() => isWide.set(false));
  expect(screen.queryByText(key.name)).toBeNull();
  expect(screen.getByRole('status').textContent).toBe(secret);
});
