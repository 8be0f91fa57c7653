/** Tests what an attacker who only guesses achieves, and what the owners of the accounts notice. */
import { beforeEach, expect, test } from 'vitest';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import { networkOf } from './counted-attempts.ts';
import { passwordHashes } from './password-hashes.ts';
import { peopleServer } from './test-people.ts';

let server: Awaited<ReturnType<typeof peopleServer>>;
beforeEach(async () => {
  server = await peopleServer();
});

const [home, attacker] = ['198.51.100.7', '203.0.113.9'];

const [ward, laptop] = ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0', 'curl/8.5.0'];

async function signInFrom(
  remoteAddress: string,
  user_id: string,
  password = 'wrong',
  browser = ward,
): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress,
    headers: { 'user-agent': browser },
    payload: { user_id, password },
  });
  return answer.statusCode;
}
const { right } = { right: 'tidal7Marble9quiet' };

test('guessing from outside locks nobody out where they sign in, but the guesser there', async () => {
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  for (let guess = 0; guess < 30; guess += 1) {
    await signInFrom(attacker, 'chief');
    server.clock.advance(600_000);
  }
  for (let guess = 0; guess < 12; guess += 1) await signInFrom(attacker, 'chief');
  expect(await signInFrom(attacker, 'chief', right)).toBe(406);
  expect(await signInFrom(home, 'chief', right)).toBe(200);
});

test('behind one address a guesser locks neither the address nor the colleagues known there', async () => {
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  expect(await signInFrom(home, 'doctor', right)).toBe(200);
  const judged = [];
  for (let guess = 0; guess < 40; guess += 1) {
    judged.push(await signInFrom(home, 'chief', 'wrong', laptop));
    server.clock.advance(20_000);
  }
  expect(judged.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  for (let at = 0; at < 80; at += 1) await signInFrom(home, `nurse${String(at)}`, 'wrong', laptop);
  // Only the attacker's own place and users who are new at this address are locked.
  expect(await signInFrom(home, 'chief', right, laptop)).toBe(406);
  expect(await signInFrom(home, 'manager', right)).toBe(406);
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  expect(await signInFrom(home, 'doctor', right)).toBe(200);
  expect(await signInFrom(home, 'doctor', right, laptop)).toBe(200);
});

test('a guesser with a colleague’s browser headers gets ten attempts there as well, and no more', async () => {
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  const judged = [];
  for (let guess = 0; guess < 25; guess += 1) {
    judged.push(await signInFrom(home, 'chief', 'wrong', ward));
    judged.push(await signInFrom(home, 'chief', 'wrong', `${laptop} ${String(guess)}`));
    server.clock.advance(20_000);
  }
  expect(judged.filter((status) => status === 401)).toHaveLength(20);
});

test('guessing one id from many addresses ends, and its owner still signs in where they are known', async () => {
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  const judged = [];
  for (let at = 1; at <= 60; at += 1) judged.push(await signInFrom(`203.0.113.${String(at)}`, 'chief'));
  expect(judged.filter((status) => status === 401)).toHaveLength(30);
  expect(await signInFrom('203.0.113.200', 'chief', right)).toBe(406);
  expect(await signInFrom(home, 'chief', right)).toBe(200);
  expect(await signInFrom('203.0.113.201', 'doctor', right)).toBe(200);
});

test('one password tried with 150 ids from one address is checked 60 times, and no colleague there is delayed', async () => {
  expect(await signInFrom(attacker, 'doctor', right)).toBe(200);
  const judged = [];
  for (let at = 0; at < 150; at += 1) judged.push(await signInFrom(attacker, `nurse${String(at)}`));
  expect(judged.filter((status) => status === 401)).toHaveLength(60);
  expect(judged.slice(60).every((status) => status === 406)).toBe(true);
  expect(await signInFrom(attacker, 'doctor', right)).toBe(200);
  expect(await signInFrom(attacker, 'manager', right)).toBe(406);
  expect(await signInFrom(home, 'manager', right)).toBe(200);
  server.clock.advance(900_000);
  expect(await signInFrom(attacker, 'manager', right)).toBe(200);
});

test('guessing ends over all addresses and ids too', async () => {
  const judged = [];
  for (let at = 0; at < 220; at += 1) {
    const address = `203.0.${String(at % 100)}.${String(at)}`;
    judged.push(await signInFrom(address, `nobody${String(at)}`));
  }
  expect(judged.filter((status) => status === 401)).toHaveLength(200);
});

test('right passwords use no limit', async () => {
  const center = await server.db.select().from(userGroups).limit(1);
  const [row] = await server.db.select().from(users).limit(1);
  for (let at = 0; at < 70; at += 1) {
    await server.db.insert(users).values({
      ...{ user_id: `staff${String(at)}`, name: 'S', role_key: 'DOCTOR' },
      ...{ user_group_id: center[0]?.id ?? 0, password_hash: row?.password_hash ?? '' },
    });
  }
  for (let at = 0; at < 70; at += 1) expect(await signInFrom(home, `staff${String(at)}`, right)).toBe(200);
});

test('a lock from outside does not prevent the signed-in owner from entering the password again', async () => {
  const token = await server.tokenOf('chief');
  for (let guess = 0; guess < 12; guess += 1) {
    await signInFrom('127.0.0.1', 'chief');
    server.clock.advance(20_000);
  }
  expect(await signInFrom('127.0.0.1', 'chief', right)).toBe(406);
  const change = { current_password: right, email: 'chief@center.example' };
  expect((await server.call('PUT', 'user/profile', token, change)).status).toBe(200);
});

test('without a free check nothing counts as failed', async () => {
  const hashes = passwordHashes({ parallel: 1, waiting: 1, per_address: 10 });
  const gate = Promise.withResolvers<boolean>();
  const first = hashes.judge('a', () => gate.promise);
  const second = hashes.judge('a', () => gate.promise);
  let counted = 0;
  const third = hashes.judge('b', () => {
    counted += 1;
    return Promise.resolve(true);
  });
  await expect(third).rejects.toMatchObject({ code: 'auth/throttled' });
  expect(counted).toBe(0);
  gate.resolve(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(await hashes.judge('b', () => Promise.resolve(true))).toBe(true);
});

test('one address has a limited number of running checks, so that others get one', async () => {
  const hashes = passwordHashes({ parallel: 1, waiting: 100, per_address: 2 });
  const gate = Promise.withResolvers<boolean>();
  const flood = Array.from({ length: 50 }, () => hashes.judge('flood', () => gate.promise));
  const settled = Promise.allSettled(flood);
  expect(await hashes.judge('other', () => Promise.resolve('judged'))).toBe('judged');
  gate.resolve(true);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(48);
});

test('an address counts as itself, of IPv6 as its network', () => {
  expect(networkOf('198.51.100.7')).toBe('198.51.100.7/32');
  expect(networkOf('::ffff:198.51.100.7')).toBe('198.51.100.7/32');
  expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
