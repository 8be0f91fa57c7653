/** Tests which PKCS#12 files of other programs are read, and which are refused, each with its own code. */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../platform/http/refusal.ts';
import { selfMadeIdentity } from '../../../platform/pdf/self-made-identity.ts';
import { readPkcs12 } from './read-pkcs12.ts';

const now = new Date('2030-01-01T00:00:00Z');
const { pki, pkcs12, asn1 } = forge;

type Written = { readonly key?: string | null; readonly algorithm?: '3des' | 'aes256' };

/** Writes a file like older Windows versions (3DES) or today's OpenSSL (AES). */
function written(certificates: string, { key = null, algorithm = 'aes256' }: Written): Buffer {
  const privateKey = key === null ? null : pki.privateKeyFromPem(key);
  // The file contains the bytes that were signed, not the library's own encoding of them.
  const raw = asn1.fromDer(new X509Certificate(certificates).raw.toString('latin1'));
  const writing = vi.spyOn(pki, 'certificateToAsn1').mockReturnValue(raw);
  // The library's types do not allow a file without a key, although the library can write it.
  const made = Reflect.apply(pkcs12.toPkcs12Asn1, pkcs12, [
    privateKey,
    [pki.certificateFromPem(certificates)],
    'wave',
    { algorithm, count: 2048 },
  ]);
  writing.mockRestore();
  return Buffer.from(asn1.toDer(made).getBytes(), 'latin1');
}

const codeOf = async (file: Buffer, password: string, at = now): Promise<string> => {
  try {
    await readPkcs12(file, password, at);
    return 'read';
  } catch (fault) {
    if (fault instanceof Refusal) return fault.code;
    throw fault;
  }
};

/** Made with `openssl pkcs12 -export`: a P-256 key, its certificate valid for a hundred years from 2026-11-23. */
const onCurve = Buffer.from(
  [
    'MIIEfAIBAzCCBDIGCSqGSIb3DQEHAaCCBCMEggQfMIIEGzCCAtIGCSqGSIb3DQEHBqCCAsMwggK/AgEAMIICuAYJKoZIhvcN',
    'AQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg57G3tmVPsBQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQME',
    'ASoEEHmedavrURMrnU6xrgr/i7GAggJQXpLxwy86eEYWPnu+32rMFmHHEpCuXhNYz6lYda3nVZ6TqRyld2qeu/IMc85Bv6tH',
    'jjdD+j3Ad7p09GokqM6oHLdbbk9hLZRmG2mzfTkKfLkhw92g/98RL4mu924AxzCDboX/3qH50E15kQ4X8RrCtLvs85yRluFQ',
    'ubWu14cpfUD1NVmiAxlL2K6B/ntCoD9O0U1hYDmhmgm3oKN/mxH/8k/VMzOBUQlCM3+M9K5Dv5UsarwK7cwrrotxKsSguqxB',
    'UdWWoy2s59uNsbiyqGS5/iktLQmx6S938/h8iKo73TstfLV8lG3hv8N09q3pBRrdOOdQDQy2tdPWRwkW20Q06Tdw6yer2cMN',
    'lyLfqagaK+qh4umsoByfOlNNbbHrHNSWiQHg9OaMRmyJQO73AmMto/vPVmOZ5QmfIZeUPSvToK+WJjasgjdL1ibEsSY1AOUf',
    'NecW5aiSKgZi56HS0/PCVKsyRwnvRtR938dVIDB7IkU748odt/zpC5Vs3VA7w0vt8EUqVMDmgzaSMDHe5oNktEylRYj93AQT',
    'xPVeKUmwAHcBu/flUfjkU9pfl2NLN/BV2i6Bn3T5TFwL43NZoiopxu0QtwVHrovsUKjMAH73B3kSEqQzqwwYBSi2aXJ8jeym',
    'OMapzQtVBYn2Mw6VFVwRD+qFCrMRDDBlLRnT5RNxcX6kVeccPtQVeP+KO0n3mXEXSvq434kqQKvfGKJfRUOc+NkjSthHK0nY',
    'ImOZJIxULW3b+SnZN+Lc4tcsDFY+j0YLcz0nL9bZgm2WD75Ir28cEzCCAUEGCSqGSIb3DQEHAaCCATIEggEuMIIBKjCCASYG',
    'CyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhRVfwUB6++gAICCAAwDAYIKoZIhvcN',
    'AgkFADAdBglghkgBZQMEASoEEFLCxRbGm1LdvaOALDjYL60EgZAcb6Oui0/LckcoKtt8+zMdXWIXOm+ohCOrabS1fnbfIY7A',
    'TO4DMNkfyCFmv+g789KBNc5AODRQQQIY2ewaCClYyeFj+0eS6sNIi3rWardMYbuA6wHQUNw/WkFzeUxxXywzWicXuiKgL9dm',
    '44gb+JAZfmyvH2+ZadhHE0bXWetfqbRuM5FxD8nNgebmVofb3/4xJTAjBgkqhkiG9w0BCRUxFgQUsY7FW9DQn3Jr5Q8b2DXJ',
    'YkujAegwQTAxMA0GCWCGSAFlAwQCAQUABCA5culFEgCbEGbwkz1KfdgRpVTjAaOwbzTEOwyXlDjZ3AQITqGr7b7buKgCAggA',
  ].join(''),
  'base64',
);

test('a file of OpenSSL with a key on a curve gives certificate and key, byte for byte', async () => {
  const read = await readPkcs12(onCurve, 'wave', now);
  expect(read).toMatchObject({
    subject: 'みなと心電図センター, C=JP, O=みなと',
    issuer: read.subject,
    fingerprint: 'ffd29f89c67dc194fbd214673d5305f19547ecd3530d541d5fe9c939f6fe3e0a',
  });
  const key = createPrivateKey(read.private_key);
  expect(new X509Certificate(read.certificates).checkPrivateKey(key)).toBe(true);
});

test('files with an RSA key are read in both encryptions, and refused for their faults', async () => {
  const { certificates, private_key: key } = await selfMadeIdentity('rsa');
  for (const algorithm of ['3des', 'aes256'] as const) {
    const read = await readPkcs12(written(certificates, { key, algorithm }), 'wave', now);
    expect(read.certificates).toBe(String(new X509Certificate(certificates)));
    expect(createPrivateKey(read.private_key).equals(createPrivateKey(key))).toBe(true);
  }
  const file = written(certificates, { key });
  expect(await codeOf(file, 'Wave')).toBe('certificate/password');
  expect(await codeOf(onCurve, '')).toBe('certificate/password');
  expect(await codeOf(file.subarray(0, 900), 'wave')).toBe('certificate/unreadable');
  expect(await codeOf(Buffer.from('%PDF-1.7'), 'wave')).toBe('certificate/unreadable');
  expect(await codeOf(written(certificates, {}), 'wave')).toBe('certificate/no-key');
  expect(await codeOf(file, 'wave', new Date('2046-01-01T00:00:01Z'))).toBe('certificate/expired');
  expect(await codeOf(file, 'wave', new Date('2025-12-31T23:59:59Z'))).toBe('certificate/expired');
});

test('a key of another certificate and a short key sign nothing', async () => {
  const { certificates } = await selfMadeIdentity('rsa');
  const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(await codeOf(written(certificates, { key }), 'wave')).toBe('certificate/no-key');
  const short = pki.createCertificate();
  short.publicKey = pki.publicKeyFromPem(String(pair.publicKey.export({ type: 'spki', format: 'pem' })));
  short.validity.notBefore = new Date('2026-01-01T00:00:00Z');
  short.validity.notAfter = new Date('2046-01-01T00:00:00Z');
  short.setSubject([{ name: 'commonName', value: 'Short' }]);
  short.setIssuer([{ name: 'commonName', value: 'Short' }]);
  short.sign(pki.privateKeyFromPem(key), forge.md.sha256.create());
  expect(await codeOf(written(pki.certificateToPem(short), { key }), 'wave')).toBe('certificate/key-kind');
});
