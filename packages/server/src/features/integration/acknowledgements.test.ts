/** Tests the enhanced acknowledgement mode of HL7 v2: what a sender of orders gets, and what settles a result. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { partners } from '../../platform/db/schema/partners.ts';
import { readValue, type Hl7Message } from '../../platform/hl7/hl7-message.ts';
import { passTimeLimit } from '../../platform/test-time-limit.ts';
import { sendMessages } from './send-messages.ts';
import { acknowledgementOf, parsed, startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
let usual: Awaited<ReturnType<typeof startHl7>>['played']['answerOf'];
beforeAll(async () => {
  hl7 = await startHl7();
  usual = hl7.played.answerOf;
  await hl7.addPartner({ their_application: 'ENHANCED' });
});
beforeEach(() => {
  hl7.played.answerOf = usual;
  hl7.played.received.length = 0;
});
afterAll(async () => {
  await hl7.receiver.stop();
});

let orders = 0;
type Wanted = { readonly commit: string; readonly application: string };

/** An order with its own number, and its conditions in MSH-15 and MSH-16. */
function orderText({ commit, application }: Wanted, app = 'ENHANCED'): string {
  const number = String((orders += 1));
  return [
    `MSH|^~\\&|${app}||RD|CENTER|20261120||ORM^O01|E${number}|P|2.5.1|||${commit}|${application}||UNICODE UTF-8`,
    `PID|1||P-${number}||Kim^Minsu||19500131|F`,
    `ORC|NW|E-${number}`,
    `OBR|1|E-${number}||18754-2^Holter^LN`,
  ].join('\r');
}

const wrong = (text: string): string => text.replace('19500131', '31.1.50');
const ofType = (text: string): string => text.replace('ORM^O01', 'ADT^A01');
const codes = (answers: readonly Hl7Message[]): string[] => answers.map((each) => readValue(each, 'MSA-1'));
const always = { commit: 'AL', application: 'AL' };

test.each([
  ['AL', 'AL', ['CA', 'AA'], ['CA', 'AE'], ['CR', 'AR']],
  ['AL', 'NE', ['CA'], ['CE'], ['CR']],
  ['AL', '', ['CA'], ['CE'], ['CR']],
  ['NE', 'AL', ['AA'], ['AE'], ['AR']],
  ['', 'AL', ['AA'], ['AE'], ['AR']],
  ['NE', 'NE', [], [], []],
  ['AL', 'ER', ['CA'], ['CA', 'AE'], ['CR', 'AR']],
  ['AL', 'SU', ['CA', 'AA'], ['CE'], ['CR']],
  ['ER', 'NE', [], ['CE'], ['CR']],
  ['ER', 'ER', [], ['AE'], ['CR', 'AR']],
  ['SU', 'NE', ['CA'], [], []],
  ['SU', 'SU', ['CA', 'AA'], [], []],
  ['al', 'ne', ['CA'], ['CE'], ['CR']],
  ['ZZ', 'NE', ['CA'], ['CE'], ['CR']],
  ['', '', ['AA'], ['AE'], ['AR']],
])('MSH-15 %s, MSH-16 %s', async (commit, application, accepted, refused, rejected) => {
  const wanted = { commit, application };
  const before = await hl7.world.db.$count(cases);
  expect(codes(await hl7.sendAll(orderText(wanted)))).toEqual(accepted);
  expect(await hl7.world.db.$count(cases)).toBe(before + 1);
  expect(codes(await hl7.sendAll(wrong(orderText(wanted))))).toEqual(refused);
  expect(codes(await hl7.sendAll(ofType(orderText(wanted))))).toEqual(rejected);
  expect(await hl7.world.db.$count(cases)).toBe(before + 1);
});

test('each acknowledgement has an id of its own, names the message, and wants none itself', async () => {
  const text = orderText(always);
  const [commit, application] = await hl7.sendAll(text);
  if (commit === undefined || application === undefined) throw new Error('an answer is missing');
  const number = `E${String(orders)}`;
  const read = (message: Hl7Message) =>
    ['MSH-9.1', 'MSH-10', 'MSH-15', 'MSH-16', 'MSA-2'].map((place) => readValue(message, place));
  expect(read(commit)).toEqual(['ACK', `C${number}`, 'NE', 'NE', number]);
  expect(read(application)).toEqual(['ACK', `A${number}`, 'NE', 'NE', number]);
  expect(readValue(commit, 'MSA-3')).toBe('');
  expect(readValue(application, 'MSA-3')).toMatch(/^HN/);
  expect(await hl7.sendAll(text)).toEqual([commit, application]);
});

test('a refusal of a sender who wants only commit acknowledgements says why', async () => {
  const [answer] = await hl7.sendAll(wrong(orderText({ commit: 'AL', application: 'NE' })));
  if (answer === undefined) throw new Error('no answer');
  expect(readValue(answer, 'ERR-8')).toMatch(/YYYYMMDD/);
});

test('a message that was not stored is not committed', async () => {
  expect(codes(await hl7.sendAll(orderText(always, 'NOBODY')))).toEqual(['CE', 'AR']);
  const otherProcessing = orderText(always).replace('|P|2.5.1', '|T|2.5.1');
  expect(codes(await hl7.sendAll(otherProcessing))).toEqual(['CR', 'AR']);
});

test('an acknowledgement is never answered', async () => {
  const { partner_id } = await partnerNamed('ENHANCED');
  const before = (await hl7.messagesOf(partner_id)).length;
  const order = orderText(always).split('\r')[0] ?? '';
  const text = [order.replace('ORM^O01', 'ACK'), 'MSA|CA|A1'].join('\r');
  expect(await hl7.sendAll(text)).toEqual([]);
  expect(await hl7.messagesOf(partner_id)).toHaveLength(before);
});

async function partnerNamed(app: string) {
  for (const row of await hl7.world.db.select().from(partners))
    if (JSON.stringify(row.settings).includes(`"${app}"`)) return row;
  throw new Error(`no partner ${app}`);
}

const signal = new AbortController().signal;
const timeout_ms = 60_000;
const sending = () => ({
  ...{
    db: hl7.world.db,
    clock: hl7.world.platform.clock,
    identity: () => Promise.resolve(null),
    retry_ms: 3_600_000,
    timeout_ms,
  },
  files: { whole: () => Promise.resolve(Buffer.from('%PDF-1.7')) },
});

/** Sends one result to a new partner and returns what became of it. */
async function resultOf(acknowledgement: string, send = (work: () => Promise<unknown>) => work()) {
  const settings = { their_application: `${acknowledgement}${String((orders += 1))}`, acknowledgement };
  const partner_id = await hl7.addPartner(settings, { takes_orders: false });
  await hl7.world.db.update(partners).set({ active: false });
  await hl7.world.db.update(partners).set({ active: true }).where(eq(partners.partner_id, partner_id));
  await hl7.world.caseIn('complete');
  await send(() => sendMessages(sending(), partner_id, { signal }));
  const [message] = await hl7.messagesOf(partner_id);
  const header = parsed(hl7.played.received[0] ?? '');
  const asked = [readValue(header, 'MSH-15'), readValue(header, 'MSH-16')];
  return { message, asked, partner_id };
}

test('a result asks for the acknowledgements that the settings name', async () => {
  expect((await resultOf('original')).asked).toEqual(['', '']);
  hl7.played.received.length = 0;
  hl7.played.answerOf = (id) => acknowledgementOf(id, 'CA');
  expect((await resultOf('commit')).asked).toEqual(['AL', 'NE']);
  hl7.played.received.length = 0;
  hl7.played.answerOf = (id) => ['CA', 'AA'].map((code) => acknowledgementOf(id, code));
  expect((await resultOf('application')).asked).toEqual(['AL', 'AL']);
});

test.each([
  ['commit', ['CA'], 'acknowledged'],
  ['commit', ['CE'], 'refused'],
  ['commit', ['CR'], 'refused'],
  ['commit', ['AA'], 'acknowledged'],
  ['application', ['CA', 'AA'], 'acknowledged'],
  ['application', ['CA', 'AE'], 'refused'],
  ['application', ['CA', 'AR'], 'refused'],
  ['application', ['CR'], 'refused'],
  ['application', ['AA'], 'acknowledged'],
  ['original', ['CA', 'AA'], 'acknowledged'],
  ['original', ['AE'], 'refused'],
])('%s: answered with %s a result is %s', async (acknowledgement, answers, state) => {
  hl7.played.answerOf = (id) => answers.map((code) => acknowledgementOf(id, code, 'words'));
  const { message } = await resultOf(acknowledgement);
  expect(message).toMatchObject({ state, attempts: 1 });
  if (state === 'refused') expect(message?.fault_detail).toBe(`${answers.at(-1) ?? ''} words`);
});

test('a committed result without its application acknowledgement is tried again under the same id', async () => {
  hl7.played.answerOf = (id) => acknowledgementOf(id, 'CA');
  hl7.played.received.length = 0;
  const { message, partner_id } = await resultOf('application', (send) =>
    passTimeLimit(send, () => hl7.played.received.length === 1, timeout_ms),
  );
  expect(message).toMatchObject({ state: 'waiting', fault: 'no-answer' });
  expect(message?.fault_detail).toMatch(/^committed \(CA\)/);
  hl7.played.answerOf = (id) => ['CA', 'AA'].map((code) => acknowledgementOf(id, code));
  const later = { now: () => new Date(Date.now() + 60_000) };
  await sendMessages({ ...sending(), clock: later }, partner_id, { signal });
  const [after] = await hl7.messagesOf(partner_id);
  expect(after).toMatchObject({ state: 'acknowledged', attempts: 2, control_id: message?.control_id });
});
