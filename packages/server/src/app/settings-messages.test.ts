/** Tests that the settings of mail, text messages, push messages and HL7 v2 reach the servers that they name. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../platform/clock/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { openMllp } from '../platform/hl7/mllp-client.ts';
import { openLog } from '../platform/log/log.ts';
import { testCertificate, testMailServer } from '../platform/mail/test-mail-server.ts';
import { selfMadeIdentity } from '../platform/pdf/self-made-identity.ts';
import { openMetrics } from '../platform/metrics/metrics.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { filesFolder } from './installation-folders.ts';
import { openHl7 } from './open-hl7.ts';
import { mailDependencies, textMessagePort } from './open-mail.ts';
import { openPush } from './open-push.ts';

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

/** Returns a port that was free a moment ago, because the setting accepts no 0. */
async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

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
