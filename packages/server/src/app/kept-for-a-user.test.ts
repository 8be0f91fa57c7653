/**
 * Tests that everything stored for a user is deleted when the scope under which it was made changes. Each table that
 * names a user is either cleared by a change of scope or stays for a stated reason, and moving the user back restores
 * nothing.
 */
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { eq, sql } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventReader } from '../features/notices/test-notices.ts';
import { inScope, rowScopeOf } from '../platform/db/row-scope.ts';
import { assignedGroups, sessions, userGroups, type users } from '../platform/db/schema/people.ts';
import { readAsking } from '../records/people/asking.ts';
import { keptWorld } from '../testing/test-kept.ts';
import { changeAsOwner } from '../platform/db/test-place.ts';

let world: Awaited<ReturnType<typeof keptWorld>>;
beforeAll(async () => {
  world = await keptWorld();
});
const groupOf = (who: string): Promise<number> => world.groupOf(who);
const all = (count: number) => Object.fromEntries(world.storeNames.map((store) => [store, count]));

/**
 * Tables that name a user and stay: they belong to a case, an institution or the account, and each read checks rights.
 */
const stays: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['agreements', 'agreement_withdrawals', 'analyses', 'audit_log', 'case_comments'],
      ...['case_files', 'case_history', 'cases', 'consent_links', 'critical_events'],
      ...['health_links'],
      ...[
        'critical_findings',
        'left_out_statements',
        'open_point_statements',
        'patient_erasures',
        'pin_answers',
        'reading_coverage',
        'reading_edits',
        'report_signatures',
      ],
      ...['report_versions', 'second_reading_edits', 'second_readings', 'shown_readings'],
    ].map((name) => [name, 'of a case']),
  ),
  ...Object.fromEntries(
    [
      ...[
        'api_keys',
        'center_certificates',
        'critical_settings',
        'hospital_contacts',
        'invoice_adjustments',
        'invoice_closings',
      ],
      ...['invoice_states', 'notices', 'partners', 'report_phrases', 'smart_clients'],
      ...['partner_credentials', 'user_group_history', 'webhook_secrets'],
    ].map((name) => [name, 'of an institution']),
  ),
  ...Object.fromEntries(
    [
      ...['authenticators', 'email_verifications', 'notice_reads', 'notification_preferences', 'passkeys'],
      ...['password_links', 'recovery_codes', 'user_identities', 'users'],
    ].map((name) => [name, 'of the account']),
  ),
};

test('every table that names a user ends with the scope or has a reason to stay, and the security document lists each', async () => {
  const { rows } = await world.db.execute(sql`select distinct table_name as name from (
    select c.conrelid::regclass::text as table_name from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'users'::regclass
    union select col.table_name::text from information_schema.columns col join pg_class p on p.relname = col.table_name
      where col.table_schema = 'public' and col.column_name = 'user_id' and p.relkind = 'r') named`);
  const named = rows.map((row) => z.object({ name: z.string() }).parse(row).name);
  expect(named.filter((name) => !world.storeNames.includes(name) && !(name in stays))).toEqual([]);
  expect(Object.keys(stays).filter((name) => !named.includes(name))).toEqual([]);
  const page = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  for (const name of world.storeNames) expect([name, page.includes(`\`${name}\``)]).toEqual([name, true]);
});

const set = (id: number, change: Partial<typeof users.$inferInsert>) => changeAsOwner(world.db, id, change);

/** A user, a change that narrows or moves the user's scope, and the change back. */
const changes = {
  'another group, by an administrator': async () => {
    const { id } = await world.addUser('grouped', 'DOCTOR', await groupOf('doctor'));
    const move = async (who: string): Promise<void> => {
      const body = { id, user_group_id: await groupOf(who) };
      const answer = await world.call('user/user', world.person('admin').token, { method: 'PUT', body });
      expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]);
    };
    return { id, change: () => move('far doctor'), back: () => move('doctor') };
  },
  'another role, by an administrator': async () => {
    const { id } = await world.addUser('raised', 'TECHNICIAN', await groupOf('colleague'));
    const turn = async (role: 'CHIEF' | 'TECHNICIAN'): Promise<void> => {
      const body = { id, user_role_id: roleNumber(role) };
      const answer = await world.call('user/user', world.person('admin').token, { method: 'PUT', body });
      expect(answer.status).toBe(200);
    };
    return { id, change: () => turn('CHIEF'), back: () => turn('TECHNICIAN') };
  },
  'another center of the team': async () => {
    const center = await groupOf('colleague');
    const far = await groupOf('far technician');
    const team = await world.addGroup('team', 'Moving team', center);
    const { id } = await world.addUser('teamed', 'TECHNICIAN', team);
    const hang = (tech_center_id: number) =>
      world.db.update(userGroups).set({ tech_center_id }).where(eq(userGroups.id, team));
    return { id, change: () => hang(far), back: () => hang(center) };
  },
  'a hospital that the group no longer serves': async () => {
    const group = await world.addGroup('distributer', 'Narrowing network');
    const hospital = await groupOf('doctor');
    await world.serve(group, hospital);
    const { id } = await world.addUser('served', 'DISTRIBUTER', group);
    const change = () => world.db.delete(assignedGroups).where(eq(assignedGroups.group_id, group));
    return { id, change, back: () => world.serve(group, hospital) };
  },
  'the end of the account': async () => {
    const { id } = await world.addUser('ended', 'DOCTOR', await groupOf('doctor'));
    return {
      id,
      change: () => set(id, { deleted_at: new Date() }),
      back: () => set(id, { deleted_at: null }),
    };
  },
} satisfies Record<
  string,
  () => Promise<{ id: number; change: () => PromiseLike<unknown>; back: () => PromiseLike<unknown> }>
>;

test.each(Object.entries(changes))(
  '%s ends every store, and moving back restores none',
  async (_name, begin) => {
    const { id, change, back } = await begin();
    await world.db.delete(sessions).where(eq(sessions.user_id, id));
    for (const store of world.storeNames) await world.fill(store, id);
    expect(await world.keptBy(id)).toEqual(all(1));
    await change();
    expect(await world.keptBy(id)).toEqual(all(0));
    await back();
    expect(await world.keptBy(id)).toEqual(all(0));
  },
);

test('changes without a new scope end nothing: a name, a hospital’s other center, a rewritten list of served hospitals', async () => {
  const { id } = await world.addUser('steady', 'DOCTOR', await groupOf('doctor'));
  const group = await world.addGroup('logistics', 'Steady carriers');
  const { id: carrier } = await world.addUser('steadycarrier', 'LOGISTICS', group);
  const hospital = await groupOf('doctor');
  await world.serve(group, hospital);
  await set(id, { name: 'Another name' });
  const [far, near] = [await groupOf('far technician'), await groupOf('colleague')];
  for (const tech_center_id of [far, near])
    await world.db.update(userGroups).set({ tech_center_id }).where(eq(userGroups.id, hospital));
  await world.db.transaction(async (tx) => {
    await tx.delete(assignedGroups).where(eq(assignedGroups.group_id, group));
    await tx.insert(assignedGroups).values({ group_id: group, facility_id: hospital });
  });
  for (const each of [id, carrier]) expect(await world.kept('sessions', each)).toBe(1);
});

test('a request that began under the former scope stores nothing, and an open one waits for neither', async () => {
  const { id } = await world.addUser('late', 'DOCTOR', await groupOf('doctor'));
  const before = await readAsking(world.db, id);
  if (before === null) throw new Error('no caller');
  await set(id, { user_group_id: await groupOf('far doctor') });
  for (const store of world.storeNames.filter((name) => name !== 'sessions')) {
    const late = inScope(rowScopeOf(before.actor), async () =>
      world.db.transaction(() => world.fill(store, id)),
    );
    await expect(late, store).rejects.toMatchObject({ cause: { code: 'RD001' } });
  }
  expect({ ...(await world.keptBy(id)), sessions: 0 }).toEqual(all(0));
});

/** Returns data that a user created over HTTP, and how to request each again. */
async function fetched(token: string) {
  const send = (method: string, path: string, body: object) => world.call(path, token, { method, body });
  const order = await send('POST', 'export', { kind: 'exportCases', input: { case_id: world.case_id } });
  const { export_id } = z.object({ export_id: z.number() }).parse(await order.json());
  await world.run(export_id);
  await send('PUT', 'user/draft', { name: 'comment/1', content: 'of a patient' });
  await send('POST', 'case/saved-view', { list: 'institution_cases', name: 'Mine', search: 'q=Kim' });
  const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const words = { filename: 'p.zip', hn_id: 'HN5550001' };
  const metadata = Object.entries(words).map(
    ([name, word]) => `${name} ${Buffer.from(word).toString('base64')}`,
  );
  const headers = { ...tus, 'upload-length': '99', 'upload-metadata': metadata.join(',') };
  const begun = await fetch(`${world.address}/api/v1/upload/files`, { method: 'POST', headers });
  expect([begun.status, await begun.text()]).toEqual([201, '']);
  const capability = begun.headers.get('upload-capability') ?? '';
  const half = `${world.address}${begun.headers.get('location') ?? ''}`;
  const items = z.object({ items: z.array(z.unknown()) });
  return async (as: string) => {
    const json = async (path: string): Promise<unknown> => (await world.call(path, as)).json();
    const look = { method: 'HEAD', headers: { ...tus, 'upload-capability': capability } };
    return {
      file: (await world.call(`export/${String(export_id)}/file`, as)).status,
      exports: items.parse(await json('export')).items.length,
      bell: items.parse(await json('notification/notifications')).items.length,
      draft: await json('user/draft?name=comment/1'),
      views: items.parse(await json('case/saved-views')).items.length,
      half: (await fetch(half, look)).status,
    };
  };
}

test('over HTTP, the file, bell, drafts, views, stream and half upload of the former hospital are gone', async () => {
  const hospital = await groupOf('doctor');
  const { id, token } = await world.addUser('asking', 'DOCTOR', hospital);
  const shown = await fetched(token);
  await world.fill('notifications', id);
  const stream = eventReader(await world.call('notification/stream', token));
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  const draft = { draft: { content: 'of a patient' } };
  expect(await shown(token)).toMatchObject({ file: 200, exports: 1, bell: 2, draft, views: 1, half: 200 });
  const move = (user_group_id: number) =>
    world.call('user/user', world.person('admin').token, { method: 'PUT', body: { id, user_group_id } });
  const gone = { file: 404, exports: 0, bell: 0, draft: { draft: null }, views: 0 };
  expect((await move(await groupOf('far doctor'))).status).toBe(200);
  expect(await stream.next('no such event')).toBe('ended');
  expect((await world.call('user/me', token)).status).toBe(403);
  expect(await shown(await world.newSession(id))).toEqual({ ...gone, half: 403 });
  expect((await move(hospital)).status).toBe(200);
  expect((await world.call('user/me', token)).status).toBe(403);
  expect(await shown(await world.newSession(id))).toEqual({ ...gone, half: 410 });
});
