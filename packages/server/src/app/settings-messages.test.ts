/** Tests that the settings of mail, text messages, push messages and HL7 v2 reach the servers that they name. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { openMllp } from '../platform/hl7/mllp-client.ts';
import { openLog } from '../platform/log/log.ts';
import { testCertificate, testMailServer } from '../platform/mail/test-mail-server.ts';
import { selfMadeIdentity } from '../platform/pdf/self-made-identity.ts';
import { consentLinks } from '../platform/db/schema/agreements.ts';
import { cases } from '../platform/db/schema/cases.ts';
import { userGroups } from '../platform/db/schema/people.ts';
import { tenantsOf } from '../testing/test-two-centers.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import type { PushMessage } from '../platform/push/push-port.ts';
import { pushAuthority, testFirebase } from '../platform/push/test-push-servers.ts';
import { startWebhooks } from '../features/integration/webhook/test-webhooks.ts';
import { filesFolder } from './installation-folders.ts';
import { openHl7 } from './open-hl7.ts';
import { mailDependencies, textMessagePort } from './open-mail.ts';
import { openPush } from './open-push.ts';
import { webhookSending } from './open-webhooks.ts';
import { freePort } from '../platform/test-ports.ts';

const DATA_DIR = await mkdtemp(join(tmpdir(), 'settings-messages-'));
await mkdir(filesFolder(DATA_DIR), { recursive: true });
afterAll(() => rm(DATA_DIR, { recursive: true }));
const clock = systemClock;
const mail = { mail_id: 'a', to: 'kim@hospital.kr', language: 'en', subject: 's', text: 't', html: 'h' };

test('MAIL_CA_FILE is trusted, and MAIL_ENCRYPTION says whether a server without encryption is used', async () => {
  const MAIL_CA_FILE = join(DATA_DIR, 'authority.pem');
  await writeFile(MAIL_CA_FILE, testCertificate);
  const [encrypted, open] = [
    await testMailServer(),
    await testMailServer({ disabledCommands: ['STARTTLS'] }),
  ];
  onTestFinished(async () => {
    await encrypted.close();
    await open.close();
  });
  const sendBy = async (port: number, settings: Record<string, string>) => {
    const sender = { MAIL_FROM: 'desk@desk.example', PUBLIC_URL: 'https://desk.example' };
    const MAIL_URL = `smtp://127.0.0.1:${String(port)}`;
    const config = readConfig({ DATA_DIR, MAIL_URL, ...sender, ...settings });
    await (await mailDependencies({ config, clock })).port.send(mail);
  };
  await expect(sendBy(encrypted.port, {})).rejects.toThrow();
  await sendBy(encrypted.port, { MAIL_CA_FILE });
  expect(encrypted.received).toMatchObject([{ to: [mail.to], secure: true }]);
  await expect(sendBy(open.port, {})).rejects.toThrow();
  await sendBy(open.port, { MAIL_ENCRYPTION: 'offered' });
  expect(open.received).toMatchObject([{ to: [mail.to], secure: false }]);
});

test('SMS_URL gets the message from SMS_FROM with SMS_TOKEN', async () => {
  const got: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[] = [];
  const gateway = createServer((request, response) => {
    void readText(request).then((body) => {
      got.push({ headers: request.headers, body: JSON.parse(body) });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => void gateway.close());
  const address = gateway.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = {
    SMS_URL: `http://127.0.0.1:${String(port)}/send`,
    SMS_TOKEN: 'secret',
    SMS_FROM: '021234',
  };
  const { send } = textMessagePort({ config: readConfig({ DATA_DIR, ...settings }), clock });
  await send({ message_id: 'm1', to: '0105555', language: 'ko', text: 'words' });
  expect(got).toMatchObject([
    { headers: { authorization: 'Bearer secret' }, body: { from: '021234', to: '0105555', text: 'words' } },
  ]);
});

test('PUSH_HOSTS are the only services, and FCM_VAPID_KEY reaches the page', async () => {
  const FCM_CREDENTIALS_FILE = join(DATA_DIR, 'account.json');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const account = { project_id: 'p', client_email: 'sender@house.example', private_key };
  await writeFile(FCM_CREDENTIALS_FILE, JSON.stringify(account));
  const project = { FCM_PROJECT_ID: 'p', FCM_API_KEY: 'k', FCM_APP_ID: 'a', FCM_SENDER_ID: 's' };
  const settings = { PUSH_HOSTS: 'push.example', FCM_VAPID_KEY: 'own-key', FCM_CREDENTIALS_FILE, ...project };
  const { hosts, standing } = await openPush(readConfig({ DATA_DIR, ...settings }));
  expect(hosts).toEqual(['push.example']);
  expect(standing.firebase).toMatchObject({ vapidKey: 'own-key' });
});

const firebaseMessage: PushMessage = {
  ...{ notification_id: 1, patch_id: 2, category: 'request', hn_id: 'HN26K00001' },
  ...{ title: 'Request', body: 'HN26K00001', urgent: false, useless_after: new Date(Date.now() + 3_600_000) },
};

test('FCM_URL gets the messages of the Firebase project', async () => {
  const firebase = await testFirebase();
  const usual = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, pushAuthority]);
  onTestFinished(async () => {
    tls.setDefaultCACertificates(usual);
    await firebase.close();
  });
  const FCM_CREDENTIALS_FILE = join(DATA_DIR, 'firebase.json');
  await writeFile(FCM_CREDENTIALS_FILE, JSON.stringify(firebase.account));
  const { port } = await openPush(readConfig({ DATA_DIR, FCM_CREDENTIALS_FILE, FCM_URL: firebase.origin }));
  expect(await port.send('a-token', firebaseMessage, new Date())).toEqual({ kind: 'sent' });
  expect(firebase.messages).toHaveLength(1);
});

test('WEBHOOK_OFF_HOURS is how long a receiver may fail before nothing is sent to it any more', async () => {
  const hooks = await startWebhooks();
  onTestFinished(() => void hooks.server.close());
  const settings = { WEBHOOK_OFF_HOURS: '2', WEBHOOK_NETWORKS: '127.0.0.0/8', WEBHOOK_HTTP: 'true' };
  const config = readConfig({ DATA_DIR, ...settings });
  const { partner_id } = await hooks.only();
  hooks.played.statusOf = () => 500;
  await hooks.world.caseIn('complete');
  const begin = Date.now();
  const activeAfter = async (minutes: number): Promise<boolean> => {
    const at = { now: () => new Date(begin + minutes * 60_000) };
    await hooks.send(partner_id, webhookSending({ ...hooks.world.platform, config, clock: at }));
    return (await hooks.partner(partner_id)).active;
  };
  expect([await activeAfter(0), await activeAfter(119), await activeAfter(240)]).toEqual([true, true, false]);
});

test('CONSENT_LINK_HOURS is how long the link to a consent works', async () => {
  const world = await tenantsOf(await startWebPart(await testDatabase(), { CONSENT_LINK_HOURS: '5' }));
  const case_id = await world.caseIn('ready');
  await world.db.update(cases).set({ patient_first_name: '花子' }).where(eq(cases.case_id, case_id));
  await world.db.update(userGroups).set({ agree_type: 'MOBILE' }).where(eq(userGroups.name, 'Hospital'));
  const patient = { name: '田中 花子', birthday: '1954-03-12', patient_id: '1' };
  const body = { ...patient, case_id, agree_type: 'MOBILE', patient_phone_number: '010-1234-5678' };
  const doctor = world.person('doctor').token;
  const asked = await world.call('user/patient/request', doctor, { method: 'POST', body });
  expect(asked.status).toBe(200);
  const links = await world.db.select().from(consentLinks);
  const hours = links.map(
    ({ created_at, expires_at }) => (Number(expires_at) - Number(created_at)) / 3_600_000,
  );
  expect(hours).toEqual([5]);
});

const act = () => Promise.reject(new Error('no case is closed here'));

async function openOrders(settings: Record<string, string>) {
  const { db } = await testDatabase();
  const port = await freePort();
  const log = openLog('silent');
  const config = readConfig({ DATA_DIR, HL7_PORT: String(port), ...settings });
  const listener = await openHl7({ config, log, clock, metrics: openMetrics('server') }, { db, clock, act });
  onTestFinished(async () => listener?.stop());
  return port;
}

test('HL7_HOST is the address, above HL7_CONNECTIONS one is closed, and HL7_IDLE_SECONDS ends a silent one', async () => {
  const limits = { HL7_HOST: '127.0.0.2', HL7_CONNECTIONS: '1', HL7_IDLE_SECONDS: '5' };
  const port = await openOrders(limits);
  const elsewhere = net.connect({ host: '127.0.0.1', port });
  expect(await once(elsewhere, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
  const first = net.connect({ host: '127.0.0.2', port });
  await once(first, 'connect');
  const second = net.connect({ host: '127.0.0.2', port });
  await once(second, 'close');
  expect(first.closed).toBe(false);
  await once(first, 'close');
});

test('with HL7_CERT_FILE, HL7_KEY_FILE and HL7_CA_FILE only senders of that authority are heard', async () => {
  const [ours, theirs, other] = [
    await selfMadeIdentity('ec', 'localhost'),
    await selfMadeIdentity('ec', 'sender'),
    await selfMadeIdentity('ec', 'other'),
  ];
  const files = {
    HL7_CERT_FILE: join(DATA_DIR, 'cert.pem'),
    HL7_KEY_FILE: join(DATA_DIR, 'key.pem'),
    HL7_CA_FILE: join(DATA_DIR, 'ca.pem'),
  };
  await writeFile(files.HL7_CERT_FILE, ours.certificates);
  await writeFile(files.HL7_KEY_FILE, ours.private_key);
  await writeFile(files.HL7_CA_FILE, theirs.certificates);
  const port = await openOrders(files);
  const connect = ({ private_key: key, certificates: cert }: typeof ours) =>
    openMllp({
      ...{ host: 'localhost', port, timeout_ms: 10_000 },
      tls: { ca: ours.certificates, identity: { key, cert } },
    });
  const any = (): boolean => true;
  const known = await connect(theirs);
  expect(
    (await known.exchange(Buffer.from('MSH|^~\\&|a|b|c|d|20260101||ADT^A01|1|P|2.5'), any)).toString(),
  ).toContain('MSA|A');
  known.close();
  const stranger = await connect(other);
  await expect(stranger.exchange(Buffer.from('MSH|'), any)).rejects.toThrow();
  stranger.close();
});
