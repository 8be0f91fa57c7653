/** Tests orders that arrive over a socket: what becomes of the cases, and how each is answered. */
import { routes } from '@rhythmdesk/contract/routes';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../platform/db/schema/cases.ts';
import { partnerMessages, partnerOrders, partners } from '../../platform/db/schema/partners.ts';
import { transact } from '../../platform/db/transact.ts';
import { readValue } from '../../platform/hl7/hl7-message.ts';
import { erasePatientOf } from '../../testing/test-erased.ts';
import { forgetMessages } from './forget-messages.ts';
import { startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(async () => {
  await hl7.receiver.stop();
});

const orderText = (app: string, control_id: string, control: string, number: string, patient = 'Kim^Minsu') =>
  [
    `MSH|^~\\&|${app}||RD|CENTER|20261120||ORM^O01|${control_id}|P|2.5.1|||||KOR|UNICODE UTF-8`,
    `PID|1||P-${number}||${patient}||19500131|F|||||01012345678`,
    `ORC|${control}|${number}`,
    `OBR|1|${number}||18754-2^Holter^LN|||||||||||||||||||||||^^^^^S||||AF?^palpitation`,
  ].join('\r');

test('a new order makes a case, a change changes it, a cancellation closes it, and repeats change nothing', async () => {
  const app = 'LIFE';
  const partner_id = await hl7.addPartner({ their_application: app });
  const first = await hl7.send(orderText(app, 'C1', 'NW', '100', '김^민수'));
  expect([readValue(first, 'MSA-1'), readValue(first, 'MSA-2')]).toEqual(['AA', 'C1']);
  const orders = () =>
    hl7.world.db.select().from(partnerOrders).where(eq(partnerOrders.partner_id, partner_id));
  const [order] = await orders();
  const caseOf = async () =>
    (
      await hl7.world.db
        .select()
        .from(cases)
        .where(eq(cases.case_id, order?.case_id ?? 0))
    )[0];
  expect(await caseOf()).toMatchObject({
    ...{ status: 'ready', patient_id: 'P-100', patient_last_name: '김', patient_first_name: '민수' },
    ...{ birth_date: '1950-01-31', gender: 'female', phone_number: '01012345678' },
    ...{ priority: 'urgent', comment: 'palpitation', owner_id: hl7.world.person('doctor').id },
  });
  expect(readValue(first, 'MSA-3')).toBe((await caseOf())?.hn_id);
  const again = await hl7.send(orderText(app, 'C1', 'NW', '100', '김^민수'));
  expect(again).toEqual(first);
  const other = await hl7.send(orderText(app, 'C2', 'NW', '100', '김^민수'));
  expect(readValue(other, 'MSA-3')).toBe(readValue(first, 'MSA-3'));
  expect(await orders()).toHaveLength(1);
  expect(readValue(await hl7.send(orderText(app, 'C3', 'XO', '100', '박^지영')), 'MSA-1')).toBe('AA');
  expect(await caseOf()).toMatchObject({ patient_last_name: '박', closed_at: null });
  expect(readValue(await hl7.send(orderText(app, 'C4', 'CA', '100')), 'MSA-1')).toBe('AA');
  expect(await caseOf()).toMatchObject({ close_reason: 'Order 100 cancelled by HIS' });
  expect(readValue(await hl7.send(orderText(app, 'C5', 'CA', '100')), 'MSA-1')).toBe('AA');
  expect(readValue(await hl7.send(orderText(app, 'C6', 'XO', '100')), 'MSA-1')).toBe('AE');
  const kept = await hl7.messagesOf(partner_id);
  expect(kept.map(({ control_id, state }) => `${control_id} ${state}`)).toEqual([
    ...['C1', 'C2', 'C3', 'C4', 'C5'].map((id) => `${id} acknowledged`),
    'C6 refused',
  ]);
});

test('a repeated message changes nothing either once its answer was deleted, or its patient erased', async () => {
  const app = 'LATE';
  const partner_id = await hl7.addPartner({ their_application: app });
  const { db } = hl7.world;
  const [made, changed] = [
    orderText(app, 'L1', 'NW', '300'),
    orderText(app, 'L2', 'XO', '300', 'Park^Jiyoung'),
  ];
  const hn_id = readValue(await hl7.send(made), 'MSA-3');
  await hl7.send(changed);
  const own = eq(cases.hn_id, hn_id);
  await db.update(cases).set({ patient_last_name: 'Corrected' }).where(own);
  await forgetMessages(db, new Date(Date.now() + 86_400_000), 0);
  const again = await hl7.send(changed);
  expect([readValue(again, 'MSA-1'), readValue(again, 'MSA-3')]).toEqual(['AA', hn_id]);
  const [row] = await db.select().from(cases).where(own);
  expect(row?.patient_last_name).toBe('Corrected');
  await erasePatientOf(db, row?.case_id ?? 0, hl7.world.person('admin').id);
  const before = await db.$count(cases);
  expect(readValue(await hl7.send(made), 'MSA-1')).toBe('AA');
  expect(await db.$count(cases)).toBe(before);
  expect(await db.$count(partnerOrders, eq(partnerOrders.partner_id, partner_id))).toBe(0);
});

test('an order joins the case that gets its HN ID while it is taken', async () => {
  const app = 'RACE';
  const partner_id = await hl7.addPartner({ their_application: app, mapping: { hn_id: 'ORC-3' } });
  const { db } = hl7.world;
  const [partner] = await db.select().from(partners).where(eq(partners.partner_id, partner_id));
  const hospital_id = partner?.hospital_id ?? 0;
  const [hn_id, owner_id] = ['HNRACE02', hl7.world.person('doctor').id];
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
    return rows.length > 0;
  };
  const { sending } = await transact(db, async (tx) => {
    const made = { hn_id, hospital_id, owner_id, uploader_group_id: hospital_id, status: 'ready' };
    await tx.insert(cases).values(made);
    const sent = hl7.send(orderText(app, 'R1', 'NW', '900').replace('ORC|NW|900', `ORC|NW|900|${hn_id}`));
    await expect.poll(isBlocked).toBe(true);
    return { sending: sent };
  });
  const answer = await sending;
  expect([readValue(answer, 'MSA-1'), readValue(answer, 'MSA-3')]).toEqual(['AA', hn_id]);
});

test.each([
  ['NOBODY', (text: string) => text, 'AR', /not known/],
  ['BAD', (text: string) => text.replace('|P|2.5.1', '|T|2.5.1'), 'AR', /MSH-11/],
  ['BAD', (text: string) => text.replace('|P|2.5.1', '|P|9.9'), 'AR', /versions 2 to 2\.9/],
  ['BAD', (text: string) => text.replace('ORM^O01', 'ADT^A01'), 'AR', /not accepted/],
  ['BAD', (text: string) => text.replace('19500131', '31.1.50'), 'AE', /YYYYMMDD/],
  ['BAD', (text: string) => text.replace('19500131', '20990131'), 'AE', /birth_date/],
  ['BAD', (text: string) => text.replace('19500131', '19500231'), 'AE', /^PID-7\.1 .* is no birth date/],
  ['BAD', (text: string) => text.replace('ORC|NW|7', 'ORC|ZZ|7'), 'AE', /ORC-1/],
  ['BAD', (text: string) => text.replace(/\rORC[^\r]*/, ''), 'AE', /no ORC/],
  ['BAD', (text: string) => text.replace('UNICODE UTF-8', 'KLINGON'), 'AR', /MSH-18/],
  [
    'BAD',
    (text: string) => text.replace('Kim', 'K'.repeat(200)),
    'AE',
    /^PID-5\.1 \(patient_last_name\) is too long/,
  ],
  ['BAD', (text: string) => text.replace('ORC|NW|7', 'ORC|CA|99'), 'AE', /not known/],
  ['BAD', (text: string) => text.replace('Kim', 'K\0m'), 'AE', /no text of UNICODE UTF-8/],
  ['BAD', (text: string) => text.replace('|B', '|\0B'), 'AR', /readable MSH segment/],
  ['BAD', (text: string) => text.replace('ORC|NW|7', 'ORC|\\X00\\|7'), 'AE', /ORC-1/],
  ['BAD', (text: string) => text.replace('ORM^O01', 'ORM^\\X00\\'), 'AR', /not accepted/],
])(
  '%# %s: an order that cannot be taken is answered with the reason, and nothing is made',
  async (app, spoil, code, words) => {
    const [known] = await hl7.world.db.select().from(partners).where(eq(partners.name, 'Bad'));
    if (known === undefined) await hl7.addPartner({ their_application: 'BAD' }, { name: 'Bad' });
    const before = await hl7.world.db.$count(cases);
    const answer = await hl7.send(spoil(orderText(app, `B${String(Math.random())}`.slice(0, 18), 'NW', '7')));
    expect([readValue(answer, 'MSA-1'), readValue(answer, 'ERR-8')]).toEqual([
      code,
      expect.stringMatching(words),
    ]);
    expect(await hl7.world.db.$count(cases)).toBe(before);
  },
);

test('a refused order is taken again once its cause is corrected', async () => {
  const app = 'AGAIN';
  const partner_id = await hl7.addPartner({ their_application: app, mapping: { hn_id: 'OBR-18' } });
  const text = orderText(app, 'A1', 'NW', '5')
    .replace('||18754-2', '||18754-2')
    .replace(/OBR.*/, `OBR|1|5||X${'|'.repeat(14)}12`);
  expect(readValue(await hl7.send(text), 'MSA-1')).toBe('AE');
  const [message] = await hl7.world.db
    .select()
    .from(partnerMessages)
    .where(eq(partnerMessages.partner_id, partner_id));
  const { token } = hl7.world.person('admin');
  const [row] = await hl7.world.db.select().from(partners).where(eq(partners.partner_id, partner_id));
  const changed = await hl7.world.call(`integration/partners/${String(partner_id)}`, token, {
    method: 'PUT',
    body: {
      ...{
        version: 1,
        name: 'HIS',
        active: true,
        sends_results: false,
        takes_orders: true,
        acting_user: hl7.doctor,
      },
      settings: { ...(typeof row?.settings === 'object' ? row.settings : {}), mapping: {} },
    },
  });
  expect(changed.status).toBe(200);
  const again = await hl7.world.call(`integration/messages/${String(message?.message_id)}/again`, token, {
    method: 'POST',
    body: {},
  });
  expect(await again.json()).toEqual({ message_id: message?.message_id, state: 'acknowledged' });
  expect(await hl7.world.db.$count(partnerOrders, eq(partnerOrders.partner_id, partner_id))).toBe(1);
});

test('an order joins the case whose recording arrived first, and fills only what is empty', async () => {
  await hl7.addPartner({ their_application: 'JOIN', mapping: { hn_id: 'ORC-2' } });
  const made = await hl7.world.call('case/case', hl7.world.person('doctor').token, {
    method: 'POST',
    body: { hn_id: 'HN777001', patient_last_name: 'Stored' },
  });
  expect(made.status).toBe(201);
  expect(readValue(await hl7.send(orderText('JOIN', 'J1', 'NW', 'HN-777001')), 'MSA-1')).toBe('AA');
  const [row] = await hl7.world.db.select().from(cases).where(eq(cases.hn_id, 'HN777001'));
  expect(row).toMatchObject({ patient_last_name: 'Stored', patient_first_name: 'Minsu' });
  const second = await hl7.send(orderText('JOIN', 'J2', 'NW', 'HN777001'));
  expect([readValue(second, 'MSA-1'), readValue(second, 'ERR-8')]).toEqual([
    'AE',
    expect.stringMatching(/another order/),
  ]);
});

test.each(['::FFFF:127.0.0.1', '0:0:0:0:0:ffff:7f00:1'])(
  'an order comes from an address however an administrator wrote it: %s',
  async (written) => {
    const app = `FROM${String(written.length)}`;
    await hl7.addPartner({ their_application: app, from_addresses: ['10.0.0.9', written] });
    expect(readValue(await hl7.send(orderText(app, 'F1', 'NW', '1')), 'MSA-1')).toBe('AA');
    await expect(hl7.addPartner({ their_application: app })).rejects.toThrow('partner/sender-taken');
  },
);

test('two systems with the same sender are refused on saving, and no order is taken for one of them by chance', async () => {
  const settings = { their_application: 'TWIN' };
  const first = await hl7.addPartner(settings);
  await expect(hl7.addPartner(settings)).rejects.toThrow('partner/sender-taken');
  // An address that only the other system has tells them apart; so does a system that is off.
  await hl7.addPartner({ ...settings, from_addresses: ['10.0.0.1'] });
  const off = await hl7.addPartner(settings, { active: false });
  expect(readValue(await hl7.send(orderText('TWIN', 'T1', 'NW', '1')), 'MSA-1')).toBe('AA');
  await hl7.world.db.update(partners).set({ active: true }).where(eq(partners.partner_id, off));
  const unsure = await hl7.send(orderText('TWIN', 'T2', 'NW', '2'));
  expect([readValue(unsure, 'MSA-1'), readValue(unsure, 'ERR-8')]).toEqual([
    'AR',
    expect.stringMatching(/Several systems/),
  ]);
  expect(await hl7.messagesOf(first)).toHaveLength(1);
  expect(await hl7.messagesOf(off)).toEqual([]);
  const { world } = hl7;
  const answer = await world.call('integration/partners', world.person('admin').token);
  const listed = routes.partners.output.parse(await answer.json()).items;
  const sharing = listed.flatMap((one) =>
    one.channel === 'hl7' && one.same_sender.length > 0 ? [one.partner_id] : [],
  );
  expect(sharing.toSorted()).toEqual([first, off].toSorted());
});
