/** Tests the ledger: every order, case, result, message and finding is in one figure, seen by its institution. */
import type { LedgerDay } from '@rhythmdesk/contract/ledger';
import { routes } from '@rhythmdesk/contract/routes';
import { ledgerFigures, type LedgerFigure } from '@rhythmdesk/domain/integration/ledger';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { cases } from '../../../platform/db/schema/cases.ts';
import { criticalFindings } from '../../../platform/db/schema/critical.ts';
import { notificationPreferences } from '../../../platform/db/schema/notices.ts';
import { ledgerClosings, partnerMessages, partners } from '../../../platform/db/schema/partners.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { sendMessages } from '../send-messages.ts';
import { startHl7 } from '../test-hl7.ts';
import { closeDays } from './close-days.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(async () => {
  await hl7.receiver.stop();
});

const order = (control_id: string, number: string, spoil = '19500131') =>
  [
    `MSH|^~\\&|LEDGER||RD|CENTER|20261120||ORM^O01|${control_id}|P|2.5.1||||||UNICODE UTF-8`,
    `PID|1||P-${number}||Kim^Minsu||${spoil}|F`,
    `ORC|NW|${number}`,
    `OBR|1|${number}||18754-2^Holter^LN`,
  ].join('\r');

const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short' }).format(at);
const dayMs = 86_400_000;
const period = () => ({ from: dayOf(new Date(Date.now() - dayMs)), to: dayOf(new Date(Date.now() + dayMs)) });

async function ledgerFor(who: string) {
  const { from, to } = period();
  const path = `integration/ledger?from_time=${from}&to_time=${to}&size=100`;
  const answer = await hl7.world.call(path, hl7.world.person(who).token);
  return answer.status === 200 ? routes.ledger.output.parse(await answer.json()) : answer.status;
}

/** Returns the counts above zero, and checks that they add up. */
async function countsFor(who: string) {
  const ledger = await ledgerFor(who);
  if (typeof ledger === 'number') throw new Error(String(ledger));
  expect(ledger.sums.unbalanced).toEqual([]);
  return Object.fromEntries(Object.entries(ledger.sums.counts).filter(([, count]) => count > 0));
}

async function entriesFor(who: string, figure: LedgerFigure) {
  const { from, to } = period();
  const path = `integration/ledger/entries?from_time=${from}&to_time=${to}&figure=${figure}`;
  const answer = await hl7.world.call(path, hl7.world.person(who).token);
  return routes.ledgerEntries.output.parse(await answer.json());
}

const sending = () => ({
  ...{
    db: hl7.world.db,
    clock: hl7.world.platform.clock,
    identity: () => Promise.resolve(null),
    retry_ms: 3_600_000,
    timeout_ms: 60_000,
  },
  files: { whole: () => Promise.resolve(Buffer.from('%PDF-1.7')) },
});
const send = (partner_id: number) =>
  sendMessages(sending(), partner_id, { signal: new AbortController().signal });

/** Releases five results: before there was a partner, acknowledged, refused, waiting, and without its message. */
async function releaseResults(partner_id: () => Promise<number>) {
  await hl7.world.caseIn('complete');
  const id = await partner_id();
  await hl7.world.caseIn('complete');
  await send(id);
  const usual = hl7.played.answerOf;
  hl7.played.answerOf = (control) => `MSH|^~\\&|HIS|H|RD|C|1||ACK|1|P|2.5.1\rMSA|AE|${control}|no patient\r`;
  await hl7.world.caseIn('complete');
  await send(id);
  hl7.played.answerOf = usual;
  await hl7.world.caseIn('complete');
  const lost = await hl7.world.caseIn('complete');
  await hl7.world.db.delete(partnerMessages).where(eq(partnerMessages.case_id, lost));
  return { partner_id: id, lost };
}

async function addFinding(case_id: number, state: 'open' | 'acknowledged') {
  const at = new Date();
  const over = state === 'acknowledged';
  await hl7.world.db.insert(criticalFindings).values({
    ...{ case_id, rule: over ? 'vt' : 'pause', kind: 'pause', start_sample: 0, end_sample: 10, start_ms: 0 },
    ...{ beats: 1, seconds: 5, places: [], analysis_version: 1, reading_sequence: 0, settings_version: 0 },
    ...{ deadline_minutes: 30, uploaded_at: at, found_at: at, due_at: at, state },
    ...(over
      ? {
          ...{ acknowledged_at: at, acknowledged_by: hl7.world.person('chief').id, ended_at: at },
          ...{ acknowledged_name: 'Dr. Kim', acknowledged_way: 'phone', judged_at: at },
          judged_by: hl7.world.person('chief').id,
        }
      : {}),
  });
}

test('every order, case, result and finding is in one figure, and each open one leads to its message or case', async () => {
  const { partner_id, lost } = await releaseResults(() =>
    hl7.addPartner({ their_application: 'LEDGER', mapping: { hn_id: 'OBR-18' } }),
  );
  const joined = (id: string, hn_id: string) => order(id, hn_id).replace(/$/, `${'|'.repeat(14)}${hn_id}`);
  await hl7.world.call('case/case', hl7.world.person('doctor').token, {
    method: 'POST',
    body: { hn_id: 'HN888001' },
  });
  await hl7.send(joined('L1', 'HN888001'));
  await hl7.send(order('L2', 'A2'));
  await hl7.send(order('L3', 'A2'));
  await hl7.send(order('L4', 'A4', '31.1.50'));
  await addFinding(lost, 'open');
  await addFinding(lost, 'acknowledged');
  expect(await countsFor('manager')).toEqual({
    ...{ orders: 4, 'order-joined': 1, 'order-made': 1, 'order-known': 1, 'order-refused': 1 },
    ...{ cases: 7, 'case-ordered': 1, 'case-other': 6 },
    ...{ results: 5, 'result-alone': 1, 'result-acknowledged': 1, 'result-refused': 1 },
    ...{ 'result-waiting': 1, 'result-missing': 1 },
    ...{ messages: 3, 'message-acknowledged': 1, 'message-refused': 1, 'message-waiting': 1 },
    ...{ critical: 2, 'critical-open': 1, 'critical-acknowledged': 1 },
  });
  const [refused] = (await entriesFor('manager', 'result-refused')).items;
  expect(refused?.partner_name).toBe('HIS');
  expect(refused?.message_id).toBeGreaterThan(0);
  expect((await entriesFor('center', 'result-missing')).items).toMatchObject([
    { case_id: lost, message_id: null },
  ]);
  const found = await Promise.all(ledgerFigures.map((figure) => entriesFor('manager', figure)));
  const counts = await countsFor('manager');
  expect(Object.fromEntries(ledgerFigures.map((figure, at) => [figure, found[at]?.total]))).toEqual(
    Object.fromEntries(ledgerFigures.map((figure) => [figure, counts[figure] ?? 0])),
  );
  await hl7.world.db.update(partners).set({ active: false }).where(eq(partners.partner_id, partner_id));
});

test('the ledger is seen by the institution, its center and administrators', async () => {
  const seen: Record<string, number> = {};
  for (const { name } of hl7.world.people.values()) {
    const ledger = await ledgerFor(name);
    seen[name] = typeof ledger === 'number' ? ledger : ledger.sums.counts.results;
  }
  const never = Object.keys(seen).filter((name) => seen[name] === 403);
  expect(seen).toEqual({
    ...Object.fromEntries(never.map((name) => [name, 403])),
    ...{ manager: 5, center: 5, admin: 5, 'neighbour manager': 0, 'far center': 0 },
  });
  expect(never).toHaveLength(hl7.world.people.size - 5);
});

test('a period that ends before it begins, or is too long, is refused', async () => {
  for (const days of ['from_time=2026-02-01&to_time=2026-01-31', 'from_time=2026-01-01&to_time=2026-04-03']) {
    const answer = await hl7.world.call(`integration/ledger?${days}`, hl7.world.person('manager').token);
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'ledger/period' }]);
  }
});

/** Chooses the daily mail for these users, who get addresses. */
async function choose(names: readonly string[]) {
  for (const name of names) {
    const { id } = hl7.world.person(name);
    await hl7.world.db
      .update(users)
      .set({ email: `${name.replaceAll(' ', '')}@example.com` })
      .where(eq(users.id, id));
    const { token } = hl7.world.person(name);
    const answer = await hl7.world.call('notification/preferences', token);
    const { preferences } = routes.notificationPreferences.output.parse(await answer.json());
    const body = { ...preferences, ledger_mail: true };
    const changed = await hl7.world.call('notification/preferences', token, { method: 'PUT', body });
    expect([name, changed.status]).toEqual([name, 200]);
  }
}

/** Returns the queued mails about the ledger as text. */
async function ledgerMails(): Promise<string[]> {
  const { rows } = await hl7.world.db.execute(sql`
    select j.payload::text from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send-mail'`);
  const payloads = z.array(z.object({ payload: z.string() })).parse(rows);
  return payloads.map(({ payload }) => payload).filter((payload) => payload.includes('ledger-'));
}

test('a day that is over in its time zone is closed and mailed once, to those who chose it and may see it', async () => {
  await choose(['manager', 'center', 'doctor', 'neighbour manager']);
  const now = hl7.world.platform.clock.now();
  const [row] = await hl7.world.db.select().from(cases);
  const hospital_id = row?.hospital_id ?? 0;
  await hl7.world.db.update(userGroups).set({ time_zone: 'Asia/Seoul' });
  const clock = {
    now: () => new Date(Date.parse(`${dayOf(new Date(now.getTime() + dayMs))}T00:05:00+09:00`)),
  };
  const early = { now: () => new Date(clock.now().getTime() - 6 * 60_000) };
  await closeDays({ ...hl7.world.platform, db: hl7.world.db, clock: early });
  const of = (day: string) => (each: typeof ledgerClosings.$inferSelect) => each.day === day;
  const closings = () =>
    hl7.world.db.select().from(ledgerClosings).where(eq(ledgerClosings.hospital_id, hospital_id));
  expect((await closings()).filter(of(dayOf(now)))).toEqual([]);
  const before = (await ledgerMails()).length;
  await Promise.all([1, 2].map(() => closeDays({ db: hl7.world.db, clock })));
  await closeDays({ db: hl7.world.db, clock });
  expect((await closings()).filter(of(dayOf(now)))).toMatchObject([
    { counts: { orders: 4, cases: 7, results: 5, critical: 2 } },
  ]);
  const mails = (await ledgerMails()).slice(before);
  expect(mails.filter((mail) => mail.includes('ledger-open'))).toHaveLength(2);
  const clear = mails.filter((mail) => mail.includes('ledger-clear'));
  expect(clear).toHaveLength(1);
  expect(clear[0]).toContain('neighbourmanager@example.com');
  expect(mails.join()).not.toMatch(/Kim|Minsu|P-A/);
});

test('a total that changes after its day was closed is named', async () => {
  const changedOf = async (): Promise<LedgerDay['changed']> => {
    const ledger = await ledgerFor('manager');
    return typeof ledger === 'number' ? [] : ledger.items.flatMap(({ changed }) => changed);
  };
  expect(await changedOf()).toEqual([]);
  await hl7.world.db.delete(partnerMessages).where(eq(partnerMessages.control_id, 'L4'));
  expect(await changedOf()).toEqual([{ side: 'orders', closed: 4 }]);
});

test('the choice of the daily mail stays when other settings change without it', async () => {
  const { id, token } = hl7.world.person('manager');
  const answer = await hl7.world.call('notification/preferences', token);
  const { preferences } = routes.notificationPreferences.output.parse(await answer.json());
  const { ledger_mail, ...others } = preferences;
  expect(ledger_mail).toBe(true);
  await hl7.world.call('notification/preferences', token, { method: 'PUT', body: others });
  const [row] = await hl7.world.db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.user_id, id));
  expect(row?.ledger_mail).toBe(true);
});
