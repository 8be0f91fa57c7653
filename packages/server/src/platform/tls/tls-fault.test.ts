/** Tests that TLS faults are distinguished from network faults and described in words. */
import { expect, test } from 'vitest';
import { isTlsCode, tlsWords } from './tls-fault.ts';

test.each([
  ['CERT_HAS_EXPIRED', 'Its certificate has expired (CERT_HAS_EXPIRED)'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'Its certificate is from no trusted authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
  ],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'Its certificate is from no trusted authority (SELF_SIGNED_CERT_IN_CHAIN)'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)'],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'It does not accept the certificate of this installation (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
  ],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'It does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)'],
  ['INVALID_CA', 'INVALID_CA'],
])('%s is of TLS', (code, words) => {
  expect([isTlsCode(code), tlsWords(code)]).toEqual([true, words]);
});

test('the message of OpenSSL names what the code leaves open', () => {
  expect(tlsWords('EPROTO', 'write EPROTO 80:error:0A00010B:SSL routines::wrong version number')).toBe(
    'It does not use TLS (EPROTO)',
  );
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'])('%s is of the network', (code) => {
  expect([isTlsCode(code), tlsWords(code)]).toEqual([false, code]);
});
