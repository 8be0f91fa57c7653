/** Tests that the database hides the internal data of a center from everybody else, whatever the statement. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { inScope, rowScopeOf } from './row-scope.ts';
import { cases, centerDealings } from './schema/cases.ts';
import { criticalSettings, hospitalContacts } from './schema/critical.ts';
import { userGroups } from './schema/people.ts';
import { reportPhrases } from './schema/report-phrases.ts';
import { centerCertificates } from './schema/signing.ts';
import type { Caller } from '../http/caller.ts';
import { rowScopesIn, type RowScopes } from '../../testing/test-row-scopes.ts';
import { tenants } from '../../testing/test-tenants.ts';

let world: Awaited<ReturnType<typeof tenants>>;
let callerOf: RowScopes['callerOf'];
let countedBy: RowScopes['countedBy'];
beforeAll(async () => {
  world = await tenants();
  ({ callerOf, countedBy } = rowScopesIn(world));
  // A hospital sees data of a center only together with a case.
  await world.caseIn('start');
});

test('phrases for reports are read and written only within their center', async () => {
  const chief = await callerOf(world.person('chief'));
  const center_id = chief.user_group.id;
  const version = { center_id, version: 1, phrases: [], created_by: chief.id, created_at: new Date() };
  await inScope(rowScopeOf(chief.actor), () => world.db.insert(reportPhrases).values(version));
  const seenBy = (name: string) => countedBy(name, reportPhrases);
  for (const name of ['chief', 'center', 'technician', 'doctor', 'admin'])
    expect([name, await seenBy(name)]).toEqual([name, 1]);
  for (const name of ['far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await seenBy(name)]).toEqual([name, 0]);
  for (const name of ['far chief', 'doctor']) {
    const { id, actor } = await callerOf(world.person(name));
    const next = { ...version, version: 2, created_by: id };
    const written = inScope(rowScopeOf(actor), () => world.db.insert(reportPhrases).values(next));
    await expect(written).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});

const now = new Date();
const certificate = (center_id: number, by: Caller) => ({
  center_id,
  certificates: '-----BEGIN CERTIFICATE-----',
  sealed_key: Buffer.alloc(32),
  subject: 'CN=心電センター',
  issuer: 'CN=心電センター',
  fingerprint: '0'.repeat(64),
  not_before: now,
  not_after: now,
  created_by: by.id,
  created_at: now,
});
const rules = (center_id: number, { id }: Caller) => ({
  ...{ center_id, version: 1, settings: {} },
  ...{ created_by: id, created_at: now },
});
const contacts = (hospital_id: number, { id }: Caller) => ({
  ...{ hospital_id, version: 1, contacts: [] },
  ...{ updated_by: id, updated_at: now },
});

test('a center’s certificate, rules and contacts of hospitals are its own', async () => {
  const center = await callerOf(world.person('center'));
  const hospital_id = (await callerOf(world.person('doctor'))).user_group.id;
  const far = await callerOf(world.person('far chief'));
  const writes = (by: Caller) => [
    () => world.db.insert(centerCertificates).values(certificate(center.user_group.id, by)),
    () => world.db.insert(criticalSettings).values(rules(center.user_group.id, by)),
    () => world.db.insert(hospitalContacts).values(contacts(hospital_id, by)),
  ];
  for (const write of writes(far))
    await expect(inScope(rowScopeOf(far.actor), write)).rejects.toMatchObject({ cause: { code: '42501' } });
  for (const write of writes(center)) await inScope(rowScopeOf(center.actor), write);
  const tables = [centerCertificates, criticalSettings, hospitalContacts];
  const seenBy = (name: string) => Promise.all(tables.map((table) => countedBy(name, table)));
  for (const name of ['chief', 'center', 'technician', 'admin'])
    expect([name, await seenBy(name)]).toEqual([name, [1, 1, 1]]);
  expect(['doctor', await seenBy('doctor')]).toEqual(['doctor', [0, 1, 1]]);
  for (const name of ['far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await seenBy(name)]).toEqual([name, [0, 0, 0]]);
  const taken = await inScope(rowScopeOf(far.actor), () =>
    world.db
      .update(centerCertificates)
      .set({ removed_by: far.id, removed_at: new Date(), sealed_key: null })
      .returning(),
  );
  expect(taken).toEqual([]);
});

test('only the center sees how its requests were distributed to its teams, whoever made them', async () => {
  const chief = await callerOf(world.person('chief'));
  const center_id = chief.user_group.id;
  const team = { type: 'team', name: 'Team', tech_center_id: center_id, analysis_ratio: 100 } as const;
  const [made] = await world.db.insert(userGroups).values(team).returning({ id: userGroups.id });
  const requested = await world.caseIn('request');
  const [dealt] = await world.db
    .select({ team_id: cases.team_id })
    .from(cases)
    .where(eq(cases.case_id, requested));
  expect(dealt).toEqual({ team_id: made?.id });
  for (const name of ['chief', 'center', 'technician', 'admin'])
    expect([name, await countedBy(name, centerDealings)]).toEqual([name, 1]);
  for (const name of ['doctor', 'far chief', 'far center', 'far technician', 'far doctor', 'far carrier'])
    expect([name, await countedBy(name, centerDealings)]).toEqual([name, 0]);
  for (const name of ['far chief', 'chief', 'doctor']) {
    const { actor, user_group } = await callerOf(world.person(name));
    const counted_since = new Date();
    const change = () => world.db.update(centerDealings).set({ shares: [] }).returning();
    expect([name, await inScope(rowScopeOf(actor), change)]).toEqual([name, []]);
    const row = { center_id: user_group.id, counted_since };
    const written = inScope(rowScopeOf(actor), () => world.db.insert(centerDealings).values(row));
    await expect(written).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});
