import { createECDH, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { firebasePort } from './firebase-port.ts';
import { PushRefused, type PushMessage } from './push-port.ts';
import { pushPorts } from './push-ports.ts';
import { mayPushTo, readPushToken } from './push-token.ts';
import { pushAuthority as ca, testFirebase, testPushService } from './test-push-servers.ts';
import { publicPushKey, webPushPort } from './web-push-port.ts';

function freshKey(): Buffer {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
}

const key = freshKey();
const contact = 'mailto:support@desk.example';
const service = await testPushService(publicPushKey(key));
const firebase = await testFirebase();
afterAll(async () => {
  await service.close();
  await firebase.close();
});
beforeEach(() => {
  service.received.length = 0;
  firebase.messages.length = 0;
  service.next.answer = { status: 201 };
  firebase.next.answer = { status: 200 };
});

const web = webPushPort({ key, contact, hosts: [service.host], ca });
const byFirebase = () => firebasePort({ account: firebase.account, url: firebase.origin, ca });

/** The signatures use the current time, because the services check them by their own clocks. */
const now = new Date();
const message: PushMessage = {
  notification_id: 41,
  patch_id: 7,
  category: 'request',
  hn_id: 'HN26K05102',
  title: '依頼',
  body: 'HN26K05102',
  urgent: false,
  useless_after: new Date(now.getTime() + 3_600_000),
};
const shown = {
  notification_id: '41',
  patch_id: '7',
  category: 'request',
  hn_id: 'HN26K05102',
  title: '依頼',
  body: 'HN26K05102',
};

test('a browser reads its message; the service gets the sender, the lifetime and the urgency', async () => {
  const token = service.subscribe('/phone');
  expect(await web.send(token, message, now)).toEqual({ kind: 'sent' });
  expect(await web.send(token, { ...message, urgent: true }, now)).toEqual({ kind: 'sent' });
  expect(service.received.map(({ message: read }) => read)).toEqual([shown, shown]);
  expect(
    service.received.map(({ headers }) => [headers['ttl'], headers['urgency'], headers['topic']]),
  ).toEqual([
    ['3600', 'normal', 'n41'],
    ['3600', 'high', 'n41'],
  ]);
});

test('another installation’s signature is refused, and that does not count against the browser’s token', async () => {
  const other = webPushPort({ key: freshKey(), contact, hosts: [service.host], ca });
  await expect(other.send(service.subscribe('/phone'), message, now)).rejects.toBeInstanceOf(PushRefused);
  expect(service.received).toEqual([]);
});

test('an unknown subscription is dead, a busy service sets a delay, a failing one is tried again', async () => {
  const token = service.subscribe('/gone');
  service.forget('/gone');
  expect(await web.send(token, message, now)).toEqual({ kind: 'dead' });
  const phone = service.subscribe('/phone');
  service.next.answer = { status: 429, headers: { 'retry-after': '90' } };
  expect(await web.send(phone, message, now)).toEqual({ kind: 'later', after_ms: 90_000 });
  service.next.answer = { status: 503, headers: { 'retry-after': 'soon' } };
  expect(await web.send(phone, message, now)).toEqual({ kind: 'later', after_ms: 60_000 });
  service.next.answer = { status: 413 };
  await expect(web.send(phone, message, now)).rejects.toBeInstanceOf(PushRefused);
  service.next.answer = { status: 500 };
  await expect(web.send(phone, message, now)).rejects.not.toBeInstanceOf(PushRefused);
  service.next.answer = { status: 302, headers: { location: `${service.origin}/phone` } };
  await expect(web.send(phone, message, now)).rejects.toThrow('302');
});

test('nothing is sent to a host that the settings do not name, or to a service that TLS does not trust', async () => {
  const token = service.subscribe('/phone');
  const before = service.next.requests;
  const elsewhere = webPushPort({ key, contact, hosts: ['push.example'], ca });
  expect(await elsewhere.send(token, message, now)).toEqual({ kind: 'dead' });
  const untrusting = webPushPort({ key, contact, hosts: [service.host] });
  await expect(untrusting.send(token, message, now)).rejects.toThrow();
  expect(service.next.requests).toBe(before);
});

test('hosts are compared completely: no part of a name, no other port, no user, no plain HTTP', () => {
  const hosts = ['push.example', '*.apple.example', 'localhost:9'];
  const allowed = ['https://push.example/a', 'https://web.apple.example/', 'https://localhost:9/x'];
  const refused = [
    ...['http://push.example/a', 'https://evilpush.example/', 'https://push.example.evil.example/'],
    ...['https://apple.example/', 'https://evilapple.example/', 'https://push.example:8443/'],
    ...['https://a@push.example/', 'https://localhost/', 'push.example', ''],
  ];
  expect(allowed.map((each) => mayPushTo(each, hosts))).toEqual([true, true, true]);
  expect(refused.filter((each) => mayPushTo(each, hosts))).toEqual([]);
});

test('a token is a subscription, a Firebase token, or invalid', () => {
  expect(readPushToken(service.subscribe('/phone')).kind).toBe('web');
  expect(readPushToken('fGx:APA91bH-_x.y').kind).toBe('firebase');
  for (const text of ['{}', '{"endpoint":"https://push.example/"}', 'two words', '[]', '']) {
    expect([text, readPushToken(text).kind]).toEqual([text, 'unknown']);
  }
});

test('Firebase gets a signed assertion once for many messages, and each message with its token', async () => {
  const port = byFirebase();
  const grants = firebase.next.grants;
  expect(await port.send('device:APA91', message, now)).toEqual({ kind: 'sent' });
  expect(await port.send('device:APA92', { ...message, urgent: true }, now)).toEqual({ kind: 'sent' });
  expect(firebase.next.grants).toBe(grants + 1);
  expect(firebase.messages).toEqual([
    {
      message: {
        token: 'device:APA91',
        data: shown,
        webpush: { headers: { TTL: '3600', Urgency: 'normal' } },
      },
    },
    {
      message: {
        token: 'device:APA92',
        data: shown,
        webpush: { headers: { TTL: '3600', Urgency: 'high' } },
      },
    },
  ]);
});

test('a token for messages is renewed before it ends, and after it was withdrawn', async () => {
  const port = byFirebase();
  const grants = firebase.next.grants;
  await port.send('device', message, now);
  // The access token, valid for an hour, is renewed a minute early; the assertion is signed for the later moment.
  await port.send('device', message, new Date(now.getTime() + 3_539_000));
  expect(firebase.next.grants).toBe(grants + 1);
  firebase.withdraw();
  await expect(port.send('device', message, now)).rejects.toThrow('401');
  expect(await port.send('device', message, now)).toEqual({ kind: 'sent' });
  expect(firebase.next.grants).toBe(grants + 2);
});

test('another key’s assertion gets no token, and no message is sent', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const account = { ...firebase.account, private_key: privateKey };
  const port = firebasePort({ account, url: firebase.origin, ca });
  await expect(port.send('device', message, now)).rejects.toThrow('401');
  expect(firebase.messages).toEqual([]);
});

test('an unregistered token of Firebase is dead; its other answers are handled like those of the browsers’ services', async () => {
  const port = byFirebase();
  const fault = (errorCode: string) => ({ error: { status: 'X', details: [{ '@type': 't', errorCode }] } });
  firebase.next.answer = { status: 404, body: fault('UNREGISTERED') };
  expect(await port.send('device', message, now)).toEqual({ kind: 'dead' });
  firebase.next.answer = { status: 403, body: fault('SENDER_ID_MISMATCH') };
  expect(await port.send('device', message, now)).toEqual({ kind: 'dead' });
  firebase.next.answer = { status: 404 };
  await expect(port.send('device', message, now)).rejects.toThrow('404');
  firebase.next.answer = { status: 429, headers: { 'retry-after': '5' } };
  expect(await port.send('device', message, now)).toEqual({ kind: 'later', after_ms: 5_000 });
  firebase.next.answer = { status: 400, body: fault('INVALID_ARGUMENT') };
  await expect(port.send('device', message, now)).rejects.toBeInstanceOf(PushRefused);
});

test('each token is sent by its own service; without a Firebase project its tokens are unusable', async () => {
  const both = pushPorts(web, byFirebase());
  const alone = pushPorts(web, null);
  expect(await both.send(service.subscribe('/phone'), message, now)).toEqual({ kind: 'sent' });
  expect(await both.send('device', message, now)).toEqual({ kind: 'sent' });
  expect([service.received.length, firebase.messages.length]).toEqual([1, 1]);
  expect(await alone.send('device', message, now)).toEqual({ kind: 'dead' });
  expect(await alone.send('not a token', message, now)).toEqual({ kind: 'dead' });
});
