// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { SmartClient, SmartClients } from '@rhythmdesk/contract/smart-clients';
import { expect, test } from 'vitest';
import { answerCalls, callsBefore, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/smart-clients.ts';
import { texts as ja } from '../../../platform/texts/ja/smart-clients.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { OpenedDialogs } from '../../../ui/dialogs/opened-dialogs.tsx';
import { ClientsSection } from './clients-section.tsx';

const client: SmartClient = {
  smart_client_id: 4,
  client_id: 'rdc_0123456789abcdef01234567',
  name: '保管システム',
  scopes: ['system/Observation.rs'],
  key_ids: ['one'],
  created_by: { id: 1, name: 'Sato Ken' },
  created_at: '2026-11-02T03:00:00.000Z',
  last_used_at: null,
  revoked_by: null,
  revoked_at: null,
};
const revoked = { revoked_by: client.created_by, revoked_at: client.created_at };
const clients: SmartClients = {
  institution: { id: 30, name: 'Hospital', type: 'hospital' },
  role_key: 'DOCTOR',
  scopes: ['system/Observation.rs', 'system/ServiceRequest.cu'],
  may_create: true,
  token_endpoint: 'https://rhythmdesk.example/fhir/R4/token',
  items: [client, { ...client, smart_client_id: 3, name: 'Former', ...revoked }],
};
const center = { id: 6, role_key: 'CENTER', group_type: 'tech_center', level: 3 } as const;
const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;
const jwk = { kty: 'EC', crv: 'P-384', kid: 'one', x: 'AQAB', y: 'AQAB' };

const answering = () =>
  answerCalls(({ path, body }) => {
    if (body !== null) return Response.json({ ...client, name: 'Archive' }, { status: 201 });
    return Response.json(path.endsWith('/clients/4') ? { ok: true } : clients);
  });

const section = (
  <>
    <ClientsSection id={30} />
    <OpenedDialogs />
  </>
);

test.each(languages)('$language: a program is registered with its keys, and its ID is shown', async (one) => {
  signedInAs({ user_role: center });
  const calls = answering();
  const user = await showIn(one.language, section);
  await user.click(await screen.findByRole('button', { name: one.words.create }));
  const dialog = await screen.findByRole('alertdialog', { name: one.words.create });
  const create = within(dialog).getByRole('button', { name: one.words.create });
  await user.type(within(dialog).getByRole('textbox', { name: one.words.name }), 'Archive');
  await user.click(within(dialog).getByRole('checkbox', { name: one.words['scope.order'] }));
  const keys = within(dialog).getByRole('textbox', { name: one.words.keys });
  await user.click(keys);
  await user.paste('{"keys":[');
  expect(within(dialog).getByRole('alert').textContent).toContain(one.words['keys.json']);
  expect(create).toHaveProperty('disabled', true);
  await user.clear(keys);
  await user.click(keys);
  await user.paste(JSON.stringify(jwk));
  await user.click(create);
  const title = one.words['done.title'].replace('{{name}}', 'Archive');
  const shown = await screen.findByRole('alertdialog', { name: title });
  expect(within(shown).getByRole('status').textContent).toBe(client.client_id);
  expect(calls.find(({ body }) => body !== null)?.body).toEqual({
    name: 'Archive',
    scopes: ['system/ServiceRequest.cu'],
    jwks: { keys: [jwk] },
  });
});

test.each(languages)('$language: a program is revoked after a question', async (one) => {
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
  const title = one.words['revoke.title'].replace('{{name}}', '保管システム');
  const question = await screen.findByRole('alertdialog', { name: title });
  await user.click(within(question).getByRole('button', { name: one.words.revoke }));
  await waitFor(() =>
    expect(calls.some(({ path }) => path.endsWith('user/usergroup/30/clients/4'))).toBe(true),
  );
});

test('a user who manages no keys sees nothing, and nothing is requested', async () => {
  signedInAs({ user_role: sessionUser().user_role });
  const calls = answering();
  await showIn('en', section);
  expect(await callsBefore(calls)).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});
