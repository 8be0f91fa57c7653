/** Tests the rules of a center, whom they notify, and the contacts to call, through the real database and routes. */
import { caseRoutes } from '@rhythmdesk/contract/case-routes';
import { criticalRoutes } from '@rhythmdesk/contract/critical';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { escalateCritical } from './escalate-critical.ts';
import { cases } from '../../platform/db/schema/cases.ts';
import { codeOf, criticalWorld, type CriticalWorld } from '../../testing/test-critical.ts';

let world: CriticalWorld;
beforeAll(async () => {
  world = await criticalWorld();
});

test('each level is notified once, in order, until a user acknowledges', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await world.onlyFinding(case_id);
  const escalate = (level: number) => escalateCritical(world.analysis, { finding_id, level });
  await escalate(3);
  await Promise.all([escalate(2), escalate(2)]);
  expect(await world.eventsOf(finding_id)).toEqual(['found', 'notified 1', 'notified 2']);
  expect(await world.notificationsOf(case_id, world.technician)).toEqual([
    'critical-finding',
    'critical-waiting',
  ]);
  expect((await world.act(finding_id, { act: 'escalate' })).status).toBe(200);
  await escalate(3);
  expect(await world.notificationsOf(case_id, world.head)).toEqual(['critical-waiting']);
  expect(await world.notificationsOf(case_id, world.doctor)).toEqual([]);
  await escalate(4);
  expect(await world.notificationsOf(case_id, world.doctor)).toEqual(['critical-call']);
  expect(codeOf(await world.act(finding_id, { act: 'escalate' }))).toEqual([409, 'critical/wrong-state']);
  expect(await world.eventsOf(finding_id)).toEqual([
    'found',
    'notified 1',
    'notified 2',
    'notified 3',
    'notified 4',
  ]);
});

test('a case whose report was sent opens no finding', async () => {
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  const done = { status: 'complete', confirmed_date: new Date() };
  await write(draw('vt', 10, 12));
  await world.db.update(cases).set(done).where(eq(cases.case_id, case_id));
  await world.saveRules(await world.rules().then(({ version }) => version), { beats: 3 });
  await world.look(case_id);
  expect(await world.rowsOf(case_id)).toEqual([]);
  await world.db.update(cases).set({ status: 'start' }).where(eq(cases.case_id, case_id));
  await world.look(case_id);
  const standing = (await world.rules()).version;
  expect(await world.rowsOf(case_id)).toMatchObject([
    { state: 'open', beats: 3, settings_version: standing },
  ]);
});

test('rules are stored by version; of two simultaneous changes one is refused, and another center has its own', async () => {
  const { version } = await world.rules();
  const answers = await Promise.all([
    world.saveRules(version, { beats: 4 }),
    world.saveRules(version, { beats: 5 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await world.rules()).version).toBe(version + 1);
  expect((await world.saveRules(version + 1, { beats: 101 })).status).toBe(422);
  const { escalation } = usualCriticalSettings;
  const settings = { ...usualCriticalSettings, escalation: { ...escalation, center: 5 } };
  const body = { version: version + 1, settings };
  const disorder = await world.call('critical/rules', world.chief.token, { method: 'PUT', body });
  expect(codeOf({ status: disorder.status, body: await disorder.json() })).toEqual([
    422,
    'critical/escalation-order',
  ]);
  expect((await world.saveRules(0, { beats: 9 }, world.farChief.token)).status).toBe(200);
  expect((await world.rules()).version).toBe(version + 1);
});

test('contacts are stored by hospital, only for the center of the hospital', async () => {
  const always = { name: 'Dr. Yoshida', place: 'Cardiology', phone: '+81 45 555 0188' };
  const hours = { name: 'Dr. Sato', place: '', phone: '+81 45 555 0190', duty: 'hours', duty_from: '08:30' };
  const contacts = [
    { ...hours, duty_to: '17:00' },
    { ...hours, name: 'Ward 3', duty: 'out_of_hours', duty_to: '17:00' },
    always,
  ];
  const save = async (token: string, version: number, changed: readonly object[] = contacts) => {
    const path = `critical/contacts/${String(world.hospital)}`;
    return (await world.call(path, token, { method: 'PUT', body: { version, contacts: changed } })).status;
  };
  expect(await save(world.chief.token, 0, [{ ...hours, duty_to: '08:30' }])).toBe(422);
  expect(await save(world.chief.token, 0, [{ ...hours, duty_to: '25:00' }])).toBe(422);
  expect(await save(world.farChief.token, 0)).toBe(404);
  expect(await save(world.chief.token, 0)).toBe(200);
  expect(await save(world.chief.token, 0)).toBe(409);
  const case_id = await world.workedCase();
  const { write, draw } = await world.reader(case_id);
  await write(draw('vt', 10, 21));
  const { finding_id } = await world.onlyFinding(case_id);
  const answer = await world.call(`critical/findings/${String(finding_id)}`, world.technician.token);
  const detail = criticalRoutes.criticalFinding.output.parse(await answer.json());
  expect(detail).toMatchObject({ contacts, contacts_version: 1, may_change_contacts: false });
  const [day, night, anytime] = detail.contacts;
  expect(anytime).toMatchObject({ duty: 'always', on_duty: true, duty_changes_at: null });
  expect(night?.on_duty).toBe(!(day?.on_duty ?? true));
  expect(night?.duty_changes_at).toBe(day?.duty_changes_at);
  expect(detail.next_level?.level).toBe('technicians');
});

test('the reader of a case gets the present rules of the center with it, the hospital does not', async () => {
  const case_id = await world.workedCase();
  const { version } = await world.rules();
  expect((await world.saveRules(version, { beats: 6 })).status).toBe(200);
  const rulesFor = async ({ token }: { readonly token: string }) => {
    const answer = await world.call(`case/case/${String(case_id)}`, token);
    return caseRoutes.readCase.output.parse(await answer.json()).critical_rules;
  };
  expect((await rulesFor(world.technician))?.vt.beats).toBe(6);
  expect(await rulesFor(world.doctor)).toBeNull();
});
