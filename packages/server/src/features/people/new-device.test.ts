import { desc, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { sessions, users } from '../../platform/db/schema/people.ts';
import { deviceOf } from './device.ts';
import { takeMails } from './test-mails.ts';
import { addUser, goodPassword, peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeAll(async () => {
  server = await peopleServer();
  const id = await addUser(server.db, 'mori1174', 'DOCTOR', server.groups.hospital);
  await server.db.update(users).set({ email: 'mori@minato.example' }).where(eq(users.id, id));
});

const chrome = (version: number): string =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${String(version)}.0.0.0 Safari/537.36`;
const edge = `${chrome(140)} Edg/140.0.0.0`;
const ipad =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  [chrome(140), 'Chrome, Windows'],
  [edge, 'Edge, Windows'],
  [ipad, 'Safari, iPad'],
  [firefox, 'Firefox, Linux'],
  ['curl/8.0', '?, ?'],
  ['', '?, ?'],
])('%s is %s', (user_agent, device) => {
  expect(deviceOf(user_agent)).toBe(device);
});

async function signInWith(user_agent: string, password = goodPassword) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'user-agent': user_agent },
    payload: { user_id: 'mori1174', password },
  });
  const mails = await takeMails(server.db);
  return {
    status: answer.statusCode,
    mailed: mails.map(({ code, to, parameters }) => [code, to, parameters['device']]),
  };
}

test('a new device is notified by mail, once; a newer version and a wrong password are not', async () => {
  expect(await signInWith(chrome(140))).toEqual({ status: 200, mailed: [] });
  expect(await signInWith(chrome(141))).toEqual({ status: 200, mailed: [] });
  expect(await signInWith(ipad, 'not the password')).toEqual({ status: 401, mailed: [] });
  const mailed = [['new-device', 'mori@minato.example', 'Safari, iPad']];
  expect(await signInWith(ipad)).toEqual({ status: 200, mailed });
  expect(await signInWith(ipad)).toEqual({ status: 200, mailed: [] });
  expect(await signInWith(chrome(142))).toEqual({ status: 200, mailed: [] });
});

test('a caller on the local link, whose address has a zone, signs in and is recorded without it', async () => {
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/api/v1/auth/login', remoteAddress: 'fe80::7%eth0' },
    payload: { user_id: 'mori1174', password: goodPassword },
  });
  expect(answer.statusCode).toBe(200);
  const signedIn = await server.db.select().from(sessions);
  expect(signedIn.map(({ address }) => address)).toContain('fe80::7');
  const [recorded] = await server.db.select().from(auditLog).orderBy(desc(auditLog.audit_id)).limit(1);
  expect(recorded?.address).toBe('fe80::7');
});
