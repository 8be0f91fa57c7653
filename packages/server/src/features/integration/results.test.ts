/** Tests results that are sent to a partner's system, what becomes of each, and who sees it. */
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases, reportVersions } from '../../platform/db/schema/cases.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { partnerMessages, partners } from '../../platform/db/schema/partners.ts';
import { readValue } from '../../platform/hl7/hl7-message.ts';
import { queueResults } from '../../records/partners/queue-results.ts';
import { erasePatientOf } from '../../testing/test-erased.ts';
import { passTimeLimit } from '../../platform/test-time-limit.ts';
import { peopleOf } from './released-reports.ts';
import { sendMessages } from './send-messages.ts';
import { parsed, startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(async () => {
  await hl7.receiver.stop();
});

/** Completes a case while only this partner is active. */
async function resultFor(partner_id: number) {
  await hl7.world.db.update(partners).set({ active: false });
  await hl7.world.db.update(partners).set({ active: true }).where(eq(partners.partner_id, partner_id));
  const case_id = await hl7.world.caseIn('complete');
  const [row] = await hl7.world.db.select().from(cases).where(eq(cases.case_id, case_id));
  return { case_id, hn_id: row?.hn_id ?? '' };
}

const timeout_ms = 60_000;
const sending = (clock = hl7.world.platform.clock) => ({
  ...{ db: hl7.world.db, clock, identity: () => Promise.resolve(null), retry_ms: 3_600_000, timeout_ms },
  files: { whole: () => Promise.resolve(Buffer.from('%PDF-1.7')) },
});
const signal = new AbortController().signal;
test('a released report is sent once, with its document, and acknowledged', async () => {
  const partner_id = await hl7.addPartner(
    { their_application: 'RESULT', codes: {} },
    { takes_orders: false },
  );
  const { hn_id } = await resultFor(partner_id);
  hl7.played.received.length = 0;
  expect(await sendMessages(sending(), partner_id, { signal })).toEqual({
    acknowledged: 1,
    refused: 0,
    failed: 0,
  });
  expect(await sendMessages(sending(), partner_id, { signal })).toEqual({
    acknowledged: 0,
    refused: 0,
    failed: 0,
  });
  expect(hl7.played.received).toHaveLength(1);
  const message = parsed(hl7.played.received[0] ?? '');
  expect(readValue(message, 'MSH-9.3')).toBe('ORU_R01');
  expect(readValue(message, 'OBR-3')).toBe(hn_id);
  expect(readValue(message, 'OBR-25')).toBe('F');
  const document = message.segments.find(({ fields }) => fields[2] === 'ED');
  expect(document?.fields[5]).toBe(
    `RHYTHMDESK^application^pdf^Base64^${Buffer.from('%PDF-1.7').toString('base64')}`,
  );
  expect((await hl7.messagesOf(partner_id))[0]).toMatchObject({ state: 'acknowledged', attempts: 1 });
});

test('without an answer a message is tried again under the same id, and given up at the end of its time', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'SILENT' }, { takes_orders: false });
  await resultFor(partner_id);
  const usual = hl7.played.answerOf;
  const start = Date.now();
  let at = start;
  const clock = { now: () => new Date(at) };
  try {
    hl7.played.answerOf = () => [];
    hl7.played.received.length = 0;
    const sendInVain = (times: number) =>
      passTimeLimit(
        () => sendMessages(sending(clock), partner_id, { signal }),
        () => hl7.played.received.length === times,
        timeout_ms,
      );
    expect(await sendInVain(1)).toMatchObject({ value: { failed: 1 } });
    const [waiting] = await hl7.messagesOf(partner_id);
    expect(waiting).toMatchObject({ state: 'waiting', fault: 'no-answer', attempts: 1 });
    // Before its time nothing is sent.
    expect(await sendMessages(sending(clock), partner_id, { signal })).toMatchObject({ failed: 0 });
    at += 6_000;
    expect(await sendInVain(2)).toMatchObject({ value: { failed: 1 } });
    expect(new Set(hl7.played.received.map((text) => readValue(parsed(text), 'MSH-10')))).toEqual(
      new Set([waiting?.control_id]),
    );
    expect(hl7.played.received).toHaveLength(2);
    at += 3_600_000;
    await sendInVain(3);
    expect((await hl7.messagesOf(partner_id))[0]).toMatchObject({ state: 'dead', attempts: 3 });
    hl7.played.answerOf = usual;
    const path = `integration/messages/${String(waiting?.message_id)}/again`;
    const again = await hl7.world.call(path, hl7.world.person('manager').token, { method: 'POST', body: {} });
    expect(again.status).toBe(200);
    expect(await sendMessages(sending(clock), partner_id, { signal })).toMatchObject({ acknowledged: 1 });
  } finally {
    hl7.played.answerOf = usual;
  }
});

/** Returns a partner as the page of messages lists it. */
async function listed(partner_id: number) {
  const answer = await hl7.world.call('integration/partners', hl7.world.person('manager').token);
  const { items } = routes.partners.output.parse(await answer.json());
  return items.find((each) => each.partner_id === partner_id);
}

test('the list says how many messages are sent again: refused orders are not among them', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'BOTH' });
  await resultFor(partner_id);
  await hl7.world.db
    .update(partnerMessages)
    .set({ state: 'dead', settled_at: new Date() })
    .where(eq(partnerMessages.partner_id, partner_id));
  const [sent] = await hl7.messagesOf(partner_id);
  if (sent === undefined) throw new Error('nothing was queued');
  const { message_id: _id, ...row } = sent;
  await hl7.world.db.insert(partnerMessages).values({
    ...row,
    direction: 'in',
    kind: 'order',
    state: 'refused',
    control_id: 'BOTH-1',
    case_id: null,
  });
  expect(await listed(partner_id)).toMatchObject({ counts: { dead: 1, refused: 1 }, undelivered: 1 });
  const { token } = hl7.world.person('manager');
  const again = await hl7.world.call(`integration/partners/${String(partner_id)}/again`, token, {
    method: 'POST',
    body: {},
  });
  expect(await again.json()).toEqual({ count: 1 });
  expect(await listed(partner_id)).toMatchObject({ counts: { waiting: 1, refused: 1 }, undelivered: 0 });
});

test('nothing is sent again of an erased patient, neither one message nor all that failed', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'ERASED' }, { takes_orders: false });
  const { case_id } = await resultFor(partner_id);
  await erasePatientOf(hl7.world.db, case_id, hl7.world.person('admin').id);
  const [message] = await hl7.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'dead', payload: null });
  const { token } = hl7.world.person('manager');
  const post = (path: string) => hl7.world.call(`integration/${path}`, token, { method: 'POST', body: {} });
  expect((await post(`messages/${String(message?.message_id)}/again`)).status).toBe(410);
  const all = await post(`partners/${String(partner_id)}/again`);
  expect(await all.json()).toMatchObject({ count: 0 });
  expect(await listed(partner_id)).toMatchObject({ counts: { dead: 1 }, undelivered: 0 });
  hl7.played.received.length = 0;
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ acknowledged: 0 });
  expect(hl7.played.received).toEqual([]);
});

test('a refusal of the partner is stored in its words, and characters that its set lacks are named', async () => {
  const partner_id = await hl7.addPartner(
    { their_application: 'KS', charset: 'KS X 1001' },
    { takes_orders: false },
  );
  const { case_id } = await resultFor(partner_id);
  await hl7.world.db.update(cases).set({ patient_last_name: '똠' }).where(eq(cases.case_id, case_id));
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ refused: 1 });
  const [message] = await hl7.messagesOf(partner_id);
  expect(message).toMatchObject({ state: 'refused', fault: 'charset', fault_detail: '똠 (U+B620)' });
  const usual = hl7.played.answerOf;
  hl7.played.answerOf = (id) => `MSH|^~\\&|HIS|H|RD|C|1||ACK|1|P|2.5.1\rMSA|AE|${id}|unknown patient\r`;
  await hl7.world.db.update(cases).set({ patient_last_name: '김' }).where(eq(cases.case_id, case_id));
  const path = `integration/messages/${String(message?.message_id)}`;
  await hl7.world.call(`${path}/again`, hl7.world.person('manager').token, { method: 'POST', body: {} });
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ refused: 1 });
  hl7.played.answerOf = usual;
  expect((await hl7.messagesOf(partner_id))[0]).toMatchObject({
    fault: 'refused',
    fault_detail: 'AE unknown patient',
  });
  const { token } = hl7.world.person('admin');
  expect((await hl7.world.call(path, token)).status).toBe(422);
  const opened = await hl7.world.call(`${path}?reason=support`, token);
  const { segments } = routes.partnerMessage.output.parse(await opened.json());
  expect(segments?.map(({ name }) => name)).toEqual(expect.arrayContaining(['MSH', 'PID', 'OBR', 'OBX']));
});

test('partners and messages are seen by their institution and its center, and changed by administrators', async () => {
  const partner_id = await hl7.addPartner(
    { their_application: 'SEEN' },
    { takes_orders: false, name: 'Seen' },
  );
  const { case_id } = await resultFor(partner_id);
  const sees = new Set(['manager', 'center', 'admin']);
  const may = new Set(['manager', 'neighbour manager', 'center', 'far center', 'admin']);
  for (const { name, token } of hl7.world.people.values()) {
    const listed = await hl7.world.call('integration/partners', token);
    expect([name, listed.status]).toEqual([name, may.has(name) ? 200 : 403]);
    if (listed.status !== 200) continue;
    const { items, may_change } = routes.partners.output.parse(await listed.json());
    expect([name, items.some((each) => each.partner_id === partner_id)]).toEqual([name, sees.has(name)]);
    expect([name, may_change]).toEqual([name, name === 'admin']);
    const found = await hl7.world.call(`integration/messages?case_id=${String(case_id)}`, token);
    const { total } = routes.partnerMessages.output.parse(await found.json());
    expect([name, total]).toEqual([name, sees.has(name) ? 1 : 0]);
  }
});

test('results that wait together are sent in their order, and the audit log names each', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'MANY' }, { takes_orders: false });
  const waiting = [await resultFor(partner_id), await resultFor(partner_id), await resultFor(partner_id)];
  hl7.played.received.length = 0;
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ acknowledged: 3 });
  expect(hl7.played.received.map((text) => readValue(parsed(text), 'OBR-3'))).toEqual(
    waiting.map(({ hn_id }) => hn_id),
  );
  const messages = await hl7.messagesOf(partner_id);
  expect(messages.map(({ state, attempts }) => [state, attempts])).toEqual(
    waiting.map(() => ['acknowledged', 1]),
  );
  const rows = await hl7.world.db
    .select({ target: auditLog.target, case_id: auditLog.case_id })
    .from(auditLog)
    .where(eq(auditLog.request_id, `partner-${String(partner_id)}`))
    .orderBy(auditLog.audit_id);
  expect(rows).toEqual(
    messages.map(({ message_id, case_id }) => ({ target: `message/${String(message_id)}`, case_id })),
  );
});

test('a version after a released one is sent as a correction, the first one is not', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'AGAIN' }, { takes_orders: false });
  const { case_id } = await resultFor(partner_id);
  const { db } = hl7.world;
  const [row] = await db.select().from(cases).where(eq(cases.case_id, case_id));
  const [first] = await db.select().from(reportVersions).where(eq(reportVersions.case_id, case_id));
  if (row === undefined || first === undefined) throw new Error('no report');
  const now = new Date();
  await db.insert(reportVersions).values({ ...first, report_version: 2, released_at: now });
  const second = { case_id, hospital_id: row.hospital_id, report_version: 2 };
  await db.transaction((tx) => queueResults(tx, second, now));
  hl7.played.received.length = 0;
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ acknowledged: 2 });
  expect(hl7.played.received.map((text) => readValue(parsed(text), 'OBR-25'))).toEqual(['F', 'C']);
});

test('the interpreter is the chief who verified, else the technician, and of an uploaded file who signed', () => {
  const [technician, confirmer] = [
    { id: 3, name: 'Tech' },
    { id: 4, name: 'Chief' },
  ];
  expect(peopleOf({ technician, confirmer }, 'Signer')).toEqual({ interpreter: 'Chief', technician: 'Tech' });
  expect(peopleOf({ technician, confirmer: null }, 'Signer')).toEqual({
    ...{ interpreter: 'Tech', technician: 'Tech' },
  });
  expect(peopleOf(null, 'Signer')).toEqual({ interpreter: 'Signer', technician: '' });
});

test('a message that is settled while it waits to be sent is not sent', async () => {
  const partner_id = await hl7.addPartner({ their_application: 'LATE' }, { takes_orders: false });
  await resultFor(partner_id);
  const { case_id } = await resultFor(partner_id);
  const usual = hl7.played.answerOf;
  const admin = hl7.world.person('admin').id;
  const erased = { done: Promise.resolve() };
  // Both were read at once; the patient of the second is erased while the first is under way.
  hl7.played.answerOf = (id) => {
    erased.done = erasePatientOf(hl7.world.db, case_id, admin).then(() => undefined);
    return usual(id);
  };
  const files = {
    whole: async () => {
      await erased.done;
      return Buffer.from('%PDF-1.7');
    },
  };
  hl7.played.received.length = 0;
  expect(await sendMessages({ ...sending(), files }, partner_id, { signal })).toEqual({
    ...{ acknowledged: 1, refused: 0, failed: 0 },
  });
  hl7.played.answerOf = usual;
  expect(hl7.played.received).toHaveLength(1);
  expect((await hl7.messagesOf(partner_id)).map(({ state }) => state)).toEqual(['acknowledged', 'dead']);
});
