/** Tests that renewed certificate files are used, and that broken ones leave the pair before in use. */
import { once, EventEmitter } from 'node:events';
import { rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import { readKeyPair, type KeyFiles } from './key-pair.ts';
import { keyFiles, replaceFile, siteName, writeIdentity, years } from './test-key-files.ts';
import { watchKeyPair } from './watch-key-pair.ts';

const now = () => new Date('2026-11-29T00:00:00Z');
const hourMs = 3_600_000;

/** Watches files; `reported` lists the certificates that were used and the reasons why others were not. */
async function watched(files: KeyFiles, every_ms = hourMs) {
  const reported: string[] = [];
  const reports = new EventEmitter();
  const report = (text: string): void => {
    reported.push(text);
    reports.emit('report');
  };
  const watch = watchKeyPair(files, await readKeyPair(files), {
    ...{ now, every_ms, onRefused: report },
    onPair: ({ cert }) => report(cert),
  });
  onTestFinished(() => watch.stop());
  return { watch, reported, next: () => once(reports, 'report') };
}

test('a pair to which symbolic links lead, as certbot makes them, is used', async () => {
  const { folder, ...files } = await keyFiles();
  const link = async (count: number): Promise<void> => {
    for (const file of [files.cert_file, files.key_file]) {
      await rm(file, { force: true });
      await symlink(`${count}-${path.basename(file)}`, file);
    }
  };
  for (const file of [files.cert_file, files.key_file])
    await rename(file, path.join(folder, `1-${path.basename(file)}`));
  await link(1);
  const { watch, reported } = await watched(files);
  await watch.look();
  expect(reported).toEqual([]);
  const renewed = await selfMadeIdentity('rsa', siteName);
  await replaceFile(path.join(folder, '2-cert.pem'), renewed.certificates);
  await replaceFile(path.join(folder, '2-key.pem'), renewed.private_key);
  await link(2);
  await watch.look();
  expect([reported, watch.refused()]).toEqual([[renewed.certificates], null]);
  expect(watch.current().cert).toBe(renewed.certificates);
});

test('a pair of which one file is still the old one is not reported before the second look', async () => {
  const { identity, ...files } = await keyFiles();
  const { watch, reported } = await watched(files);
  const other = await selfMadeIdentity('ec', siteName);
  await replaceFile(files.cert_file, other.certificates);
  await watch.look();
  expect([reported, watch.refused()]).toEqual([[], null]);
  await replaceFile(files.key_file, other.private_key);
  await watch.look();
  expect(reported).toEqual([other.certificates]);
  expect(watch.current().cert).not.toBe(identity.certificates);
});

test('a broken pair is reported once and leaves the one before in use, until a whole one comes', async () => {
  const { identity, ...files } = await keyFiles();
  const { watch, reported } = await watched(files);
  const other = await selfMadeIdentity('ec', siteName);
  await replaceFile(files.cert_file, other.certificates);
  for (let look = 0; look < 4; look += 1) await watch.look();
  const words = 'TLS_KEY_FILE is not the key of the first certificate in TLS_CERT_FILE.';
  expect([reported, watch.refused()]).toEqual([[words], words]);
  expect(watch.current().cert).toBe(identity.certificates);
  await writeIdentity(files, identity);
  await watch.look();
  expect([reported, watch.refused()]).toEqual([[words], null]);
});

test('an expired pair, and files that are gone, leave the one before in use', async () => {
  const { identity, ...files } = await keyFiles();
  const { watch, reported } = await watched(files);
  await writeIdentity(files, await selfMadeIdentity('ec', siteName, years(2020, 2021)));
  for (let look = 0; look < 2; look += 1) await watch.look();
  await rm(files.key_file);
  for (let look = 0; look < 2; look += 1) await watch.look();
  expect(reported).toEqual([
    'The certificate of TLS_CERT_FILE expired on 2021-01-01.',
    `TLS_KEY_FILE names a file that does not exist: ${files.key_file}.`,
  ]);
  expect(watch.current().cert).toBe(identity.certificates);
});

test('an expired pair that is in use is no reason to report it again', async () => {
  const files = await keyFiles();
  await writeIdentity(files, await selfMadeIdentity('ec', siteName, years(2020, 2021)));
  const { watch, reported } = await watched(files);
  for (let look = 0; look < 2; look += 1) await watch.look();
  expect([reported, watch.refused()]).toEqual([[], null]);
});

test('the watch looks by itself', async () => {
  const files = await keyFiles();
  const { reported, next } = await watched(files, 5);
  const heard = next();
  await rm(files.key_file);
  await heard;
  expect(reported).toEqual([`TLS_KEY_FILE names a file that does not exist: ${files.key_file}.`]);
});
