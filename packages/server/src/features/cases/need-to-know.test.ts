/**
 * Tests that users see no more than their task needs: nothing beyond their scope, and within it no reading that is not
 * meant for them.
 */
import { createHash } from 'node:crypto';
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { caseFiles, cases } from '../../platform/db/schema/cases.ts';
import { users } from '../../platform/db/schema/people.ts';
import { tenants } from '../../testing/test-tenants.ts';
import type { Person } from '../../testing/test-two-centers.ts';
import { changeAsOwner } from '../../platform/db/test-place.ts';

let world: Awaited<ReturnType<typeof tenants>>;

beforeAll(async () => {
  world = await tenants();
});

const earlierShape = z.object({ earlier: z.array(z.object({ case_id: z.number() })) });
const madeShape = z.object({ case_id: z.number() });

async function bodyOf(path: string, who: Person): Promise<unknown> {
  const answer = await world.call(path, who.token);
  expect([path, who.name, answer.status]).toEqual([path, who.name, 200]);
  return answer.json();
}

const detailOf = (case_id: number, who: Person): Promise<unknown> =>
  bodyOf(`case/case/${String(case_id)}`, who);

/** Creates a case that the carrier brought for the hospital, with the same patient as every other case. */
async function carried(hn_id: string): Promise<number> {
  const hospital_id = await hospitalId();
  const body = { hn_id, hospital_id, patient_id: '1' };
  const answer = await world.call('case/case', world.person('carrier').token, { method: 'POST', body });
  return madeShape.parse(await answer.json()).case_id;
}

async function hospitalId(): Promise<number> {
  const [row] = await world.db
    .select({ id: users.user_group_id })
    .from(users)
    .where(eq(users.id, world.person('doctor').id));
  return row?.id ?? 0;
}

test('earlier recordings are those that the caller sees', async () => {
  const own = await world.caseIn('request');
  const later = { recording_start: new Date('2026-11-10T00:00:00Z') };
  await world.db.update(cases).set(later).where(eq(cases.case_id, own));
  const foreign = await world.caseIn('request');
  const mine = carried('HNK000001');
  await world.db
    .update(cases)
    .set(later)
    .where(eq(cases.case_id, await mine));
  const seen = async (case_id: number, who: string): Promise<number[]> =>
    earlierShape.parse(await detailOf(case_id, world.person(who))).earlier.map((each) => each.case_id);
  expect(await seen(own, 'chief')).toContain(foreign);
  expect(await seen(await mine, 'carrier')).toEqual([]);
  const [far] = await world.db
    .select({ id: users.user_group_id })
    .from(users)
    .where(eq(users.id, world.person('far chief').id));
  await world.db.update(cases).set({ tech_center_id: far?.id }).where(eq(cases.case_id, foreign));
  expect(await seen(own, 'chief')).not.toContain(foreign);
  expect(await seen(own, 'doctor')).toContain(foreign);
});

const foundShape = z.object({
  items: z.array(z.strictObject({ ...caseRoutes.findCases.output.shape.items.element.shape })),
});

test('the search field finds a case and shows no more of it than the caller may see', async () => {
  const case_id = await world.caseIn('start');
  const [row] = await world.db.select({ hn_id: cases.hn_id }).from(cases).where(eq(cases.case_id, case_id));
  for (const who of ['technician', 'doctor', 'chief']) {
    const { items } = foundShape.parse(await bodyOf(`case/find?q=${row?.hn_id ?? ''}`, world.person(who)));
    expect([who, items.map((one) => [one.case_id, one.status])]).toEqual([who, [[case_id, 'start']]]);
  }
});

test('a check of an HN ID says what the unique rule requires, and names a case to users who see it', async () => {
  const hospital_id = String(await hospitalId());
  const body = { hn_id: 'HNK000002', patient_id: '2' };
  const made = await world.call('case/case', world.person('doctor').token, { method: 'POST', body });
  const { case_id } = madeShape.parse(await made.json());
  const ask = (who: string, more = ''): Promise<unknown> =>
    bodyOf(`upload/check?hn_id=HNK000002${more}`, world.person(who));
  expect(await ask('doctor')).toEqual({ state: 'attaches', case_id, taken: null });
  expect(await ask('carrier', `&hospital_id=${hospital_id}`)).toEqual({
    state: 'attaches',
    case_id: null,
    taken: null,
  });
  expect(await ask('far doctor')).toEqual({ state: 'taken', case_id: null, taken: null });
});

test('a stored response is not given to a user who has changed group since', async () => {
  const case_id = await world.caseIn('request');
  const [center] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person('colleague').id));
  const colleague = await world.addUser('moving', 'TECHNICIAN', center?.user_group_id ?? 0);
  const say = (token = colleague.token): Promise<Response> =>
    world.call(`case/case/${String(case_id)}/comments`, token, {
      method: 'POST',
      body: { content: 'of the old center', internal: true },
      headers: { 'idempotency-key': 'before-the-move' },
    });
  expect((await say()).status).toBe(201);
  expect((await say()).status).toBe(201);
  const [far] = await world.db
    .select()
    .from(users)
    .where(eq(users.id, world.person('far chief').id));
  await changeAsOwner(world.db, colleague.id, { user_group_id: far?.user_group_id ?? 0 });
  const after = await say(await world.newSession(colleague.id));
  expect([after.status, await after.text()]).toEqual([404, expect.not.stringContaining('old center')]);
});

const reading = {
  comment: 'syncope twice',
  technician_comment: 'pauses at night',
  severity: 'high',
  af_share: 0.25,
  ve_count: 12,
  pause_count: 3,
};
const nothing = {
  comment: '',
  technician_comment: '',
  severity: 'none',
  af_share: null,
  ve_count: null,
  pause_count: null,
  sparkline: null,
  analysable_share: null,
};
const unread = { technician_comment: '', severity: 'none', comment: reading.comment, af_share: 0.25 };

test('carriers and billing roles get no question, figure or reading, and cannot search by one', async () => {
  const [done, brought] = [await world.caseIn('complete'), await carried('HNK000003')];
  await world.db.update(cases).set(reading);
  for (const [case_id, who] of [
    [brought, world.person('carrier')],
    [done, world.person('distributer')],
  ] as const) {
    expect(await detailOf(case_id, who)).toMatchObject(nothing);
    const listed = await bodyOf(`case/cases?case_id=${String(case_id)}`, who);
    expect(listed).toMatchObject({ items: [{ severity: 'none', af_share: null, sparkline: null }] });
    for (const by of ['severity=high', 'sort=severity', 'sort=-af_share', 'sort=ve_count']) {
      const answer = await world.call(`case/cases?case_id=${String(case_id)}&${by}`, who.token);
      expect([by, answer.status]).toEqual([by, 422]);
    }
  }
});

test('a hospital reads a completed reading, and one under correction only after its completion', async () => {
  const doctor = world.person('doctor');
  const listed = async (case_id: number, by: string): Promise<unknown> =>
    z.object({ total: z.number() }).parse(await bodyOf(`case/cases?case_id=${String(case_id)}&${by}`, doctor))
      .total;
  for (const status of ['start', 'review'] as const) {
    const case_id = await world.caseIn(status);
    await world.db.update(cases).set(reading).where(eq(cases.case_id, case_id));
    expect(await detailOf(case_id, doctor)).toMatchObject(unread);
    expect(await detailOf(case_id, world.person('chief'))).toMatchObject(reading);
    expect([await listed(case_id, 'severity=high'), await listed(case_id, 'severity=none')]).toEqual([0, 1]);
  }
  const case_id = await world.caseIn('edit');
  await world.db.update(cases).set(reading).where(eq(cases.case_id, case_id));
  expect(await detailOf(case_id, doctor)).toMatchObject(reading);
  expect([await listed(case_id, 'severity=high'), await listed(case_id, 'severity=none')]).toEqual([1, 0]);
  await world.db
    .update(cases)
    .set({ edit_saved_at: sql`now()` })
    .where(eq(cases.case_id, case_id));
  expect(await detailOf(case_id, doctor)).toMatchObject(unread);
});

test('sorting by severity reveals nothing of unfinished readings to a hospital', async () => {
  const [open, done] = [await world.caseIn('start'), await world.caseIn('complete')];
  await world.db.update(cases).set({ severity: 'critical' }).where(eq(cases.case_id, open));
  await world.db.update(cases).set({ severity: 'low' }).where(eq(cases.case_id, done));
  const [today, before] = [-1, 20].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const path = `case/cases?sort=-severity&size=100&from_time=${before ?? ''}&to_time=${today ?? ''}`;
  const rows = z.object({ items: z.array(z.object({ case_id: z.number() })) });
  const orderFor = async (who: string): Promise<boolean> => {
    const ids = rows.parse(await bodyOf(path, world.person(who))).items.map(({ case_id }) => case_id);
    return ids.indexOf(open) < ids.indexOf(done);
  };
  expect([await orderFor('chief'), await orderFor('doctor')]).toEqual([true, false]);
});

test('users who see the patient masked get no document', async () => {
  const case_id = await world.caseIn('request');
  const [report] = await world.db
    .insert(caseFiles)
    .values({
      case_id,
      side: 'request',
      kind: 'order',
      filename: '田中 order.pdf',
      media_type: 'application/pdf',
      size_bytes: 1,
      sha256: createHash('sha256').update('no such file').digest('hex'),
    })
    .returning({ file_id: caseFiles.file_id });
  const technician = world.person('technician');
  const ask = async (path: string): Promise<number> => (await world.call(path, technician.token)).status;
  const files = (): Promise<unknown> => bodyOf(`case/case/${String(case_id)}/files`, technician);
  expect(await files()).toMatchObject({ request_uploaded: [] });
  expect(await detailOf(case_id, technician)).toMatchObject({ has_order: false, report_versions: [] });
  expect(await ask(`case/file/${String(report?.file_id)}`)).toBe(404);
  expect(await ask(`case/case/${String(case_id)}/report`)).toBe(406);
  expect(await ask(`case/case/${String(case_id)}/order`)).toBe(406);
  await world.act(case_id, 'assign-to-me', technician);
  expect(await files()).toMatchObject({ request_uploaded: [{ kind: 'report' }, { kind: 'order' }] });
  expect(await detailOf(case_id, technician)).toMatchObject({ has_order: true });
});
