/** Tests the connection to a partner: the certificates of both sides, and what a changed address does. */
import { routes } from '@rhythmdesk/contract/routes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../platform/db/schema/people.ts';
import { selfMadeIdentity } from '../../platform/pdf/self-made-identity.ts';
import { sendMessages } from './send-messages.ts';
import { startHl7 } from './test-hl7.ts';

let hl7: Awaited<ReturnType<typeof startHl7>>;
beforeAll(async () => {
  hl7 = await startHl7();
});
afterAll(async () => {
  await hl7.receiver.stop();
});

const sending = () => ({
  ...{ db: hl7.world.db, clock: hl7.world.platform.clock, retry_ms: 3_600_000, timeout_ms: 60_000 },
  identity: () => Promise.resolve(null),
  files: { whole: () => Promise.resolve(Buffer.from('%PDF-1.7')) },
});
const signal = new AbortController().signal;
const ask = (path: string, method: 'POST' | 'PUT', body: unknown) =>
  hl7.world.call(`integration/${path}`, hl7.world.person('admin').token, { method, body });

test('a certificate of this installation that cannot be used is named by the message, which waits', async () => {
  const partner_id = await hl7.addPartner({ tls: true }, { takes_orders: false });
  await hl7.world.caseIn('complete');
  const words = 'HL7_KEY_FILE has no private key in PEM form.';
  const broken = { ...sending(), identity: () => Promise.reject(new Error(words)) };
  expect(await sendMessages(broken, partner_id, { signal })).toMatchObject({ failed: 1 });
  expect((await hl7.messagesOf(partner_id))[0]).toMatchObject({
    ...{ state: 'waiting', attempts: 1, fault: 'tls', fault_detail: words },
  });
});

test('what waits for a partner is tried at once after a change, and for the whole time again', async () => {
  const partner_id = await hl7.addPartner({ port: 1 }, { takes_orders: false });
  await hl7.world.caseIn('complete');
  expect(await sendMessages(sending(), partner_id, { signal })).toMatchObject({ failed: 1 });
  const list = await hl7.world.call('integration/partners', hl7.world.person('admin').token);
  const { items } = routes.partners.output.parse(await list.json());
  const before = items.find((each) => each.partner_id === partner_id);
  if (before?.channel !== 'hl7') throw new Error('no partner');
  const { name, active, sends_results, takes_orders, acting_user, version } = before;
  const settings = { ...before.settings, port: hl7.receiver.port };
  const body = { name, active, sends_results, takes_orders, acting_user, version, settings };
  expect((await ask(`partners/${String(partner_id)}`, 'PUT', body)).status).toBe(200);
  // The job of the change may send it before this test does.
  await sendMessages(sending(), partner_id, { signal });
  await expect
    .poll(async () => (await hl7.messagesOf(partner_id))[0])
    .toMatchObject({ state: 'acknowledged', attempts: 2 });
});

test('trusted authorities of any partner are certificates, without a private key', async () => {
  const { certificates, private_key } = await selfMadeIdentity('ec', 'his.example');
  const [doctor] = await hl7.world.db
    .select()
    .from(users)
    .where(eq(users.id, hl7.world.person('doctor').id));
  const common = { hospital_id: doctor?.user_group_id, name: 'System', active: false };
  const hl7Fields = { channel: 'hl7', sends_results: false, takes_orders: false, acting_user: '' };
  const forms = [
    ['partners', { ...common, ...hl7Fields }, {}],
    ['webhooks', common, { url: 'https://his.example/hook', events: ['report.released'] }],
    ['pacs', { ...common, secret: '' }, { url: 'https://pacs.example/dicom-web' }],
  ] as const;
  for (const [path, fields, settings] of forms) {
    const save = (ca: string) => ask(path, 'POST', { ...fields, settings: { ...settings, ca } });
    for (const ca of ['hello', private_key, `${certificates}${private_key}`]) {
      const refused = await save(ca);
      expect([path, refused.status]).toEqual([path, 422]);
      expect(await refused.json()).toMatchObject({
        code: 'partner/no-authority',
        fields: { 'settings.ca': 'refusal.partner.no-authority' },
      });
    }
    expect([path, (await save(certificates)).status]).toEqual([path, 201]);
  }
});
