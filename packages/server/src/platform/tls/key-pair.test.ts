/** Tests that each fault of the certificate files is named by one sentence. */
import { createPrivateKey } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import { keyPairDoubts, readKeyPair } from './key-pair.ts';
import { keyFiles, replaceFile, siteName, years, writeIdentity } from './test-key-files.ts';

const now = new Date('2026-11-29T00:00:00Z');
const doubtsOf = async (files: Parameters<typeof readKeyPair>[0]) =>
  keyPairDoubts(await readKeyPair(files), { now, host: siteName });

test('a certificate and its key are read with subject and end, and nothing is doubted', async () => {
  const { identity, ...files } = await keyFiles();
  const pair = await readKeyPair(files);
  expect(pair).toMatchObject({ cert: identity.certificates, key: identity.private_key });
  expect([pair.subject, pair.not_after.toISOString()]).toEqual([
    `CN=${siteName}`,
    '2046-01-01T00:00:00.000Z',
  ]);
  expect(await doubtsOf(files)).toEqual([]);
});

test.each([
  ['cert_file', 'TLS_CERT_FILE'],
  ['key_file', 'TLS_KEY_FILE'],
] as const)('a %s that is missing, a folder, or no PEM is named', async (which, setting) => {
  const files = await keyFiles();
  const file = files[which];
  await replaceFile(file, 'certbot was here\n');
  const content = which === 'cert_file' ? 'certificate' : 'private key';
  await expect(readKeyPair(files)).rejects.toThrow(`${setting} has no ${content} in PEM form`);
  await rm(file);
  await expect(readKeyPair(files)).rejects.toThrow(`${setting} names a file that does not exist: ${file}.`);
  await mkdir(file);
  await expect(readKeyPair(files)).rejects.toThrow(`${setting} cannot be read (EISDIR): ${file}.`);
});

test('a key of another certificate, and one with a passphrase, are refused', async () => {
  const files = await keyFiles();
  await replaceFile(files.key_file, (await selfMadeIdentity('ec')).private_key);
  await expect(readKeyPair(files)).rejects.toMatchObject({
    code: 'tls/wrong-key-pair',
    message: 'TLS_KEY_FILE is not the key of the first certificate in TLS_CERT_FILE.',
  });
  for (const type of ['pkcs8', 'sec1'] as const) {
    const lock = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
    const locked = createPrivateKey(files.identity.private_key).export(lock);
    await replaceFile(files.key_file, locked.toString());
    await expect(readKeyPair(files)).rejects.toThrow('TLS_KEY_FILE is locked by a passphrase');
  }
});

test('sentences name the settings of the files', async () => {
  const files = { ...(await keyFiles()), settings: { cert: 'HL7_CERT_FILE', key: 'HL7_KEY_FILE' } };
  await replaceFile(files.key_file, (await selfMadeIdentity('ec')).private_key);
  await expect(readKeyPair(files)).rejects.toThrow(
    'HL7_KEY_FILE is not the key of the first certificate in HL7_CERT_FILE.',
  );
});

test('no fault repeats the content of a file', async () => {
  const files = await keyFiles();
  await replaceFile(files.key_file, 'top-secret');
  await expect(readKeyPair(files)).rejects.not.toThrow(/top-secret/);
});

test('what a running server can live with is doubted, each by one sentence', async () => {
  const files = await keyFiles();
  await writeIdentity(files, await selfMadeIdentity('rsa', siteName, years(2024, 2026)));
  expect(await doubtsOf(files)).toEqual([
    { kind: 'expired', words: 'The certificate of TLS_CERT_FILE expired on 2026-01-01.' },
  ]);
  await writeIdentity(files, await selfMadeIdentity('ec', siteName, years(2027, 2028)));
  expect(await doubtsOf(files)).toEqual([
    {
      kind: 'not-yet-valid',
      words:
        'The certificate of TLS_CERT_FILE is valid from 2027-01-01 on, or the clock of this machine is wrong.',
    },
  ]);
  await writeIdentity(files, await selfMadeIdentity('ec', 'other.example'));
  expect(await doubtsOf(files)).toEqual([
    {
      kind: 'other-name',
      words: 'The certificate of TLS_CERT_FILE does not name ecg.example, the host of PUBLIC_URL.',
    },
  ]);
  const readable = await keyFiles();
  await replaceFile(readable.key_file, readable.identity.private_key, 0o644);
  expect(await doubtsOf(readable)).toEqual([
    { kind: 'open-key', words: 'TLS_KEY_FILE can be read by every user of this machine.' },
  ]);
});
