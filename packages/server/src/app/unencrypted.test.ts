import { expect, test } from 'vitest';
import { speaksUnencrypted } from './unencrypted.ts';

test('a server that others reach without TLS logs a warning', () => {
  const warns = (HOST: string, PUBLIC_URL?: string, TLS_CERT_FILE?: string): boolean =>
    speaksUnencrypted({ HOST, PUBLIC_URL, TLS_CERT_FILE });
  for (const host of ['0.0.0.0', '::', '10.1.2.3', 'ecg.example', '::ffff:0:1'])
    expect(warns(host)).toBe(true);
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', 'localhost']) expect(warns(host)).toBe(false);
  expect(warns('0.0.0.0', 'http://ecg.example')).toBe(true);
  expect(warns('0.0.0.0', 'https://ecg.example')).toBe(false);
  expect(warns('0.0.0.0', undefined, '/etc/cert.pem')).toBe(false);
});
