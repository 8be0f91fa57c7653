/**
 * Whatever is kept for a user ends with the scope under which it was made: every table that names a user is either ended
 * by a change of scope or stays for a stated reason, and moving back brings nothing back.
 */
import { roleNumber } from '@rhythmdesk/domain/people/user-fields';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventReader } from '../features/notices/test-notices.ts';
import { inScope, rowScopeOf } from '../platform/db/row-scope.ts';
import { exports } from '../platform/db/schema/exports.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { idempotencyKeys } from '../platform/db/schema/operations.ts';
import { assignedGroups, pushTokens, sessions, userGroups, users } from '../platform/db/schema/people.ts';
import { readingPens } from '../platform/db/schema/reading.ts';
import { uploads } from '../platform/db/schema/recordings.ts';
import { savedViews } from '../platform/db/schema/saved-views.ts';
import { secondReadingPens, secondReadings } from '../platform/db/schema/second-readings.ts';
import { signInTickets } from '../platform/db/schema/sign-in-factors.ts';
import { userDrafts } from '../platform/db/schema/user-drafts.ts';
import { readAsking } from '../records/people/asking.ts';
import { exportWorld } from './test-exports.ts';

let world: Awaited<ReturnType<typeof exportWorld>>;
let case_id = 0;
let second_id = 0;
let serial = 0;

beforeAll(async () => {
  world = await exportWorld();
  case_id = await world.caseIn('complete');
  const [center_id, first_reader_id] = [await groupOf('colleague'), world.person('technician').id];
  const facts = { share: 100, first_sequence: 0, drawn_at: new Date() };
  const [second] = await world.db
    .insert(secondReadings)
    .values({ case_id, center_id, first_reader_id, ...facts })
    .returning();
  second_id = second?.second_id ?? 0;
});

async function groupOf(who: string): Promise<number> {
  const [row] = await world.db
    .select({ id: users.user_group_id })
    .from(users)
    .where(eq(users.id, world.person(who).id));
  return row?.id ?? 0;
}

const later = (): Date => new Date(Date.now() + 3_600_000);
const page_id = '00000000-0000-4000-8000-000000000000';
const bytes = (): Buffer => Buffer.from(`kept ${String((serial += 1))}`);

/** How each store gets a row of this user. */
const stores = {
  sessions: (user_id) => world.newSession(user_id),
  exports: (user_id) =>
    world.db.insert(exports).values({
      ...{
        user_id,
        kind: 'exportCases',
        input: {},
        language: 'en',
        time_zone: 'Asia/Seoul',
        request_id: 'test',
      },
      ...{ filename: 'patches.xlsx', rows_total: 1, created_at: new Date(), expires_at: later() },
    }),
  uploads: async (user_id) => {
    const hospital_id = await groupOf('doctor');
    return world.db.insert(uploads).values({
      ...{ upload_id: bytes().toString('hex'), user_id, user_group_id: hospital_id, hospital_id },
      ...{ filename: 'patch.zip', hn_id: 'HN0000001', size_bytes: 9, capability_hash: bytes() },
      capability_expires_at: later(),
    });
  },
  push_tokens: (user_id) => world.db.insert(pushTokens).values({ push_token: bytes().toString(), user_id }),
  sign_in_tickets: (user_id) =>
    world.db.insert(signInTickets).values({
      ...{ ticket_hash: bytes(), purpose: 'passkey-check', user_id },
      ...{ created_at: new Date(), expires_at: later() },
    }),
  idempotency_keys: (user_id) =>
    world.db.insert(idempotencyKeys).values({
      ...{ user_id, key: bytes().toString('hex'), route: 'addComment', body_sha256: bytes() },
      ...{ status: 201, answer: { content: 'of the former center' } },
    }),
  notifications: (user_id) =>
    world.db
      .insert(notifications)
      .values({ user_id, patch_id: case_id, category: 'progress', code: 'completed' }),
  user_drafts: (user_id) =>
    world.db
      .insert(userDrafts)
      .values({ user_id, name: `comment/${String((serial += 1))}`, content: 'x', saved_at: new Date() }),
  saved_views: (user_id) =>
    world.db.insert(savedViews).values({
      ...{ user_id, list: 'worklist', name: bytes().toString(), search: 'q=Kim', updated_at: new Date() },
    }),
  reading_pens: (user_id) => {
    const held = { user_id, page_id, taken_at: new Date(), seen_at: new Date() };
    return world.db
      .insert(readingPens)
      .values({ case_id, ...held })
      .onConflictDoUpdate({ target: readingPens.case_id, set: held });
  },
  second_reading_pens: (user_id) => {
    const held = { user_id, page_id, taken_at: new Date(), seen_at: new Date() };
    return world.db
      .insert(secondReadingPens)
      .values({ second_id, ...held })
      .onConflictDoUpdate({ target: secondReadingPens.second_id, set: held });
  },
} satisfies Record<string, (user_id: number) => PromiseLike<unknown>>;
type Store = keyof typeof stores;
const storeNames = Object.keys(stores).filter((name): name is Store => name in stores);

/** What names a user and stays: it belongs to a case, an institution or the account, and every read judges it anew. */
const stays: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['agreements', 'agreement_withdrawals', 'analyses', 'audit_log', 'case_comments'],
      ...['case_files', 'case_history', 'cases', 'consent_links', 'critical_events'],
      ...['critical_findings', 'pin_answers', 'reading_coverage', 'reading_edits', 'report_signatures'],
      ...['report_versions', 'second_reading_edits', 'second_readings'],
    ].map((name) => [name, 'of a case']),
  ),
  ...Object.fromEntries(
    [
      ...[
        'center_certificates',
        'critical_settings',
        'hospital_contacts',
        'invoice_adjustments',
        'invoice_closings',
      ],
      ...['invoice_states', 'notices', 'report_phrases', 'user_group_history'],
    ].map((name) => [name, 'of an institution']),
  ),
  ...Object.fromEntries(
    [
      ...['authenticators', 'notice_reads', 'notification_preferences', 'passkeys'],
      ...['password_links', 'recovery_codes', 'user_identities', 'users'],
    ].map((name) => [name, 'of the account']),
  ),
};

/** What of a store is still there for its user. */
async function kept(store: Store, id: number): Promise<number> {
  const { db } = world;
  if (store === 'sessions')
    return db.$count(sessions, and(eq(sessions.user_id, id), isNull(sessions.revoked_at)));
  if (store === 'exports')
    return db.$count(exports, and(eq(exports.user_id, id), gt(exports.expires_at, new Date())));
  if (store === 'uploads')
    return db.$count(uploads, and(eq(uploads.user_id, id), eq(uploads.state, 'receiving')));
  const { rows } = await db.execute(
    sql`select count(*)::int as kept from ${sql.identifier(store)} where user_id = ${id}`,
  );
  return z.object({ kept: z.number() }).parse(rows[0]).kept;
}
const keptBy = async (id: number) =>
  Object.fromEntries(await Promise.all(storeNames.map(async (store) => [store, await kept(store, id)])));
const none = Object.fromEntries(storeNames.map((store) => [store, 0]));

test('every table that names a user ends with the scope or says why it stays, and the page of security lists each', async () => {
  const { rows } = await world.db.execute(sql`select distinct table_name as name from (
    select c.conrelid::regclass::text as table_name from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'users'::regclass
    union select col.table_name::text from information_schema.columns col join pg_class p on p.relname = col.table_name
      where col.table_schema = 'public' and col.column_name = 'user_id' and p.relkind = 'r') named`);
  const named = rows.map((row) => z.object({ name: z.string() }).parse(row).name);
  expect(named.filter((name) => !(name in stores) && !(name in stays))).toEqual([]);
  expect(Object.keys(stays).filter((name) => !named.includes(name))).toEqual([]);
  const page = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  for (const name of storeNames) expect([name, page.includes(`\`${name}\``)]).toEqual([name, true]);
});

const set = (id: number, change: Partial<typeof users.$inferInsert>) =>
  world.db.update(users).set(change).where(eq(users.id, id));

/** A user, what narrows or moves the scope of that user, and what brings it back. */
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
  '%s ends every store, and the way back revives none',
  async (_name, begin) => {
    const { id, change, back } = await begin();
    await world.db.delete(sessions).where(eq(sessions.user_id, id));
    for (const store of storeNames) await stores[store](id);
    expect(await keptBy(id)).toEqual(Object.fromEntries(storeNames.map((store) => [store, 1])));
    await change();
    expect(await keptBy(id)).toEqual(none);
    await back();
    expect(await keptBy(id)).toEqual(none);
  },
);

test('what changes no right ends nothing: a name, a hospital’s other center, a list of served hospitals written anew', async () => {
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
  for (const each of [id, carrier]) expect(await kept('sessions', each)).toBe(1);
});

test('a request that began under the former scope keeps nothing, and an open one waits for neither', async () => {
  const { id } = await world.addUser('late', 'DOCTOR', await groupOf('doctor'));
  const before = await readAsking(world.db, id);
  if (before === null) throw new Error('nobody asks');
  await set(id, { user_group_id: await groupOf('far doctor') });
  for (const store of storeNames.filter((name) => name !== 'sessions')) {
    const late = inScope(rowScopeOf(before.actor), async () => world.db.transaction(() => stores[store](id)));
    await expect(late, store).rejects.toMatchObject({ cause: { code: 'RD001' } });
  }
  expect({ ...(await keptBy(id)), sessions: 0 }).toEqual(none);
});

test('asked over HTTP: file, bell, drafts, views, stream and half upload of the former hospital are gone', async () => {
  const hospital = await groupOf('doctor');
  const { id, token } = await world.addUser('asking', 'DOCTOR', hospital);
  const put = (method: string, path: string, body: object, as = token) =>
    world.call(path, as, { method, body });
  const input = { kind: 'exportCases', input: { case_id } };
  const order = await put('POST', 'export', input);
  const { export_id } = z.object({ export_id: z.number() }).parse(await order.json());
  await world.run(export_id);
  await put('PUT', 'user/draft', { name: 'comment/1', content: 'of a patient' });
  await put('POST', 'case/saved-view', { list: 'institution_cases', name: 'Mine', search: 'q=Kim' });
  await stores.notifications(id);
  const stream = eventReader(await world.call('notification/stream', token));
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  const tus = { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` };
  const metadata = `filename ${Buffer.from('p.zip').toString('base64')},hn_id ${Buffer.from('HN5550001').toString('base64')}`;
  const begun = await fetch(`${world.address}/api/v1/upload/files`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '99', 'upload-metadata': metadata },
  });
  expect([begun.status, await begun.text()]).toEqual([201, '']);
  const capability = begun.headers.get('upload-capability') ?? '';
  const half = `${world.address}${begun.headers.get('location') ?? ''}`;
  const shown = async (as: string) => {
    const json = async (path: string): Promise<unknown> => (await world.call(path, as)).json();
    return {
      file: (await world.call(`export/${String(export_id)}/file`, as)).status,
      exports: await json('export'),
      bell: z.object({ items: z.array(z.unknown()) }).parse(await json('notification/notifications')).items
        .length,
      draft: await json('user/draft?name=comment/1'),
      views: await json('case/saved-views'),
      half: (await fetch(half, { method: 'HEAD', headers: { ...tus, 'upload-capability': capability } }))
        .status,
    };
  };
  expect(await shown(token)).toMatchObject({
    file: 200,
    bell: 2,
    draft: { draft: { content: 'of a patient' } },
    half: 200,
  });
  const gone = { exports: { items: [] }, bell: 0, draft: { draft: null }, views: { items: [] } };
  await put(
    'PUT',
    'user/user',
    { id, user_group_id: await groupOf('far doctor') },
    world.person('admin').token,
  );
  expect(await stream.next('no such event')).toBe('ended');
  expect((await world.call('user/me', token)).status).toBe(403);
  expect(await shown(await world.newSession(id))).toMatchObject({ file: 404, ...gone, half: 403 });
  await put('PUT', 'user/user', { id, user_group_id: hospital }, world.person('admin').token);
  expect((await world.call('user/me', token)).status).toBe(403);
  expect(await shown(await world.newSession(id))).toMatchObject({ file: 404, ...gone, half: 410 });
});
