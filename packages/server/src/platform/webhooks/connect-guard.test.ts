/** Tests which addresses may be connected, in every form in which they can be written. */
import { expect, test } from 'vitest';
import {
  guardedLookup,
  mayConnect,
  networkList,
  proveLiteral,
  RefusedAddress,
  type Resolve,
} from './connect-guard.ts';

const none = networkList([]);

test('private, loopback, link-local, metadata and reserved addresses are refused, public ones are not', () => {
  const refused = [
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1'],
    ...['224.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0a00:0001', '0:0:0:0:0:ffff:a9fe:a9fe'],
    // Tunnels and translations that contain an address of IPv4.
    ...[
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001:0:1::1',
      '3fff::1',
      '5f00::1',
    ],
    ...['', 'localhost', '127.1', '0x7f.1'],
  ];
  expect(refused.filter((address) => mayConnect(address, none))).toEqual([]);
  const open = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'];
  expect(open.filter((address) => !mayConnect(address, none))).toEqual([]);
});

test('a setting allows a network, also where its addresses are written as IPv6', () => {
  const allowed = networkList(['10.20.0.0/16', 'fd00::/8']);
  expect(['10.20.3.4', '::ffff:10.20.3.4', 'fd12::1'].every((each) => mayConnect(each, allowed))).toBe(true);
  expect(['10.21.0.1', '127.0.0.1', 'fe80::1'].some((each) => mayConnect(each, allowed))).toBe(false);
});

test('an address in a URL is refused in decimal, octal, hexadecimal, short and mapped forms', () => {
  const hosts = [
    ...['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0x7f.0.0.1', '127.0.0.1.', '①②⑦.0.0.1'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:ffff:7f00:0001]', '2852039166', '[fd00:ec2::254]'],
  ];
  for (const host of hosts)
    expect(() => proveLiteral(new URL(`https://${host}/x`), none), host).toThrow(RefusedAddress);
  expect(() => proveLiteral(new URL('https://hospital.example/x'), none)).not.toThrow();
});

const look = (resolve: Resolve, all: boolean) =>
  new Promise((done) => {
    guardedLookup(resolve, none)('name.example', { all }, (fault, address) => done(fault ?? address));
  });

test('a name is refused if one of its addresses is', async () => {
  const pub = { address: '1.1.1.1', family: 4 };
  const both: Resolve = () => Promise.resolve([pub, { address: '127.0.0.1', family: 4 }]);
  expect(await look(both, true)).toBeInstanceOf(RefusedAddress);
  expect(await look(both, false)).toBeInstanceOf(RefusedAddress);
  expect(await look(() => Promise.resolve([pub]), true)).toEqual([pub]);
  expect(await look(() => Promise.resolve([pub]), false)).toBe('1.1.1.1');
  expect(await look(() => Promise.resolve([]), true)).toBeInstanceOf(Error);
});
