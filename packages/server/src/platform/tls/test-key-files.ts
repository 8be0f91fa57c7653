/** Writes certificates and keys into files of a folder, for tests. */
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { selfMadeIdentity } from '../pdf/self-made-identity.ts';
import type { KeyFiles } from './key-pair.ts';

export const siteName = 'ecg.example';
export type Identity = Awaited<ReturnType<typeof selfMadeIdentity>>;

export const years = (from: number, to: number) => ({
  from: new Date(Date.UTC(from, 0)),
  to: new Date(Date.UTC(to, 0)),
});

/** Replaces a file as renewal programs do: complete, by another file under its name. */
export async function replaceFile(file: string, text: string, mode = 0o600): Promise<void> {
  await writeFile(`${file}.new`, text);
  await chmod(`${file}.new`, mode);
  await rename(`${file}.new`, file);
}

export async function writeIdentity(files: KeyFiles, identity: Identity): Promise<void> {
  await replaceFile(files.key_file, identity.private_key);
  await replaceFile(files.cert_file, identity.certificates);
}

/** Returns files with a valid certificate; the folder is removed after the test. */
export async function keyFiles(): Promise<KeyFiles & { folder: string; identity: Identity }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = {
    settings: { cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' },
    cert_file: path.join(folder, 'cert.pem'),
    key_file: path.join(folder, 'key.pem'),
  };
  const identity = await selfMadeIdentity('ec', siteName);
  await writeIdentity(files, identity);
  return { ...files, folder, identity };
}
