/** Tests whose word counts about a caller's address, and that nobody else's does. */
import { expect, test } from 'vitest';
import { trustedAddress } from './caller-address.ts';

type Headers = Record<string, string | string[] | undefined>;

function addressOf(trust: boolean | readonly string[], remoteAddress: string, forwarded?: string) {
  const headers: Headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return trustedAddress(trust)({ headers, socket: { remoteAddress } });
}

const client = '203.0.113.9';

test('without a proxy the connection has the address, whatever it says', () => {
  expect(addressOf(false, '10.0.0.1', client)).toBe('10.0.0.1');
  expect(addressOf(false, '::ffff:10.0.0.1', client)).toBe('::ffff:10.0.0.1');
  expect(addressOf(false, 'fe80::1%eth0')).toBe('fe80::1');
  expect(addressOf(['10.0.0.1'], '10.0.0.2', client)).toBe('10.0.0.2');
  expect(addressOf(['10.0.0.0/8'], '192.0.2.1', `${client}, 10.0.0.1`)).toBe('192.0.2.1');
});

test('with true, whoever connects is trusted for the last address', () => {
  expect(addressOf(true, '192.0.2.1', `1.1.1.1, ${client}`)).toBe(client);
  expect(addressOf(true, '192.0.2.1', '')).toBe('192.0.2.1');
  expect(addressOf(true, '192.0.2.1')).toBe('192.0.2.1');
});

test.each([
  ['one proxy', ['10.0.0.1'], '10.0.0.1', client, client],
  ['several proxies', ['10.0.0.1', '10.1.0.0/16'], '10.0.0.1', `${client}, 10.1.2.3, 10.1.9.9`, client],
  ['an address that the caller wrote', ['10.0.0.0/8'], '10.0.0.1', `1.1.1.1, ${client}`, client],
  ['a proxy’s address that the caller wrote', ['10.0.0.0/8'], '10.0.0.1', `10.9.9.9, ${client}`, client],
  ['a proxy in between that is not trusted', ['10.0.0.1'], '10.0.0.1', `${client}, 192.0.2.7`, '192.0.2.7'],
  ['only proxies', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an IPv6 proxy', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ['a link-local proxy', ['fe80::/10'], 'fe80::1%eth0', client, client],
  ['an IPv4 proxy on an IPv6 socket', ['10.0.0.0/8'], '::ffff:10.0.0.1', client, client],
  ['a mapped list entry', ['::ffff:10.0.0.0/104'], '10.0.0.1', client, client],
  ['a mapped client', ['10.0.0.1'], '10.0.0.1', '::ffff:203.0.113.9', client],
  ['a port', ['10.0.0.1'], '10.0.0.1', '203.0.113.9:51234', client],
  ['a zone', ['10.0.0.1'], '10.0.0.1', '[fe80::7%eth0]:443', 'fe80::7'],
  ['an IPv6 address with a port', ['10.0.0.1'], '10.0.0.1', '[2001:DB8::7]:443', '2001:db8::7'],
])('%s', (_name, list, remote, forwarded, expected) => {
  expect(addressOf(list, remote, forwarded)).toBe(expected);
});

test.each([
  '',
  ' ',
  ',',
  'unknown',
  '_hidden',
  'a.example',
  '203.0.113.9.1',
  '203.0.113.999',
  '<script>',
  '[::1',
])('a malformed last entry “%s” leaves the proxy’s own address', (entry) => {
  expect(addressOf(['10.0.0.1'], '10.0.0.1', `${client},${entry}`)).toBe('10.0.0.1');
  expect(addressOf(true, '10.0.0.1', `${client},${entry}`)).toBe('10.0.0.1');
});

test('a malformed entry before proxies leaves the last one that is known', () => {
  expect(addressOf(['10.0.0.0/8'], '10.0.0.1', `${client}, nonsense, 10.0.0.2`)).toBe('10.0.0.2');
});

test('after that, the only forwarded header is the trusted address', () => {
  const all = (): Headers => ({
    ...{ host: 'ecg.example', 'x-forwarded-for': `1.1.1.1, ${client}`, 'x-forwarded-host': 'evil.example' },
    ...{
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '1',
      'x-forwarded-prefix': '/x',
      'x-real-ip': '1.1.1.1',
    },
    forwarded: 'for=1.1.1.1;host=evil.example;proto=http',
  });
  const trusted = { headers: all(), socket: { remoteAddress: '10.0.0.1' } };
  trustedAddress(['10.0.0.1'])(trusted);
  expect(trusted.headers).toEqual({ host: 'ecg.example', 'x-forwarded-for': client });
  const strange = { headers: all(), socket: { remoteAddress: '192.0.2.1' } };
  trustedAddress(['10.0.0.1'])(strange);
  expect(strange.headers).toEqual({ host: 'ecg.example' });
});
