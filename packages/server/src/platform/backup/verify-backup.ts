/** Reads a whole backup and compares every byte with its checksums. Nothing is changed. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  BackupFault,
  jobsName,
  manifestName,
  manifestShape,
  sumsName,
  tableFile,
  uploadFile,
  type Manifest,
} from './backup-manifest.ts';
import { hashAt, linesAt } from './hashed-file.ts';

export type BackupVerdict = {
  readonly manifest: Manifest;
  /** Files of the backup that do not match their checksums; empty for an intact backup. */
  readonly faults: readonly { readonly name: string; readonly fault: 'missing' | 'damaged' }[];
  readonly bytes: number;
};

const linePattern = /^([0-9a-f]{64}) {2}([a-zA-Z0-9_./-]+)$/;
const readAtOnce = 4;

async function isFinished(folder: string): Promise<boolean> {
  return (await stat(path.join(folder, sumsName)).catch(() => null)) !== null;
}

const unfinished = (folder: string): BackupFault =>
  new BackupFault('backup/unfinished', `${folder} holds no finished backup: it has no ${sumsName}.`);

export async function readManifest(folder: string): Promise<Manifest> {
  if (!(await isFinished(folder))) throw unfinished(folder);
  const damaged = new BackupFault('backup/damaged', `${path.join(folder, manifestName)} cannot be read.`);
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch(() => {
    throw damaged;
  });
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch {
    throw damaged;
  }
}

async function* sumLines(folder: string): AsyncGenerator<{ sha256: string; name: string }, undefined> {
  for await (const line of linesAt(path.join(folder, sumsName))) {
    const [, sha256, name] = linePattern.exec(line) ?? [];
    if (sha256 === undefined || name === undefined || name.includes('..')) {
      throw new BackupFault('backup/damaged', `${sumsName} has a line that is none.`);
    }
    yield { sha256, name };
  }
}

/**
 * Returns the parts counted in the manifest that are missing from the checksums, because that list could have been
 * truncated.
 */
function missingParts(
  manifest: Manifest,
  names: ReadonlySet<string>,
  files: number,
  entries: number,
): string[] {
  const wanted = [
    manifestName,
    jobsName,
    ...manifest.tables.map(({ name }) => tableFile(name)),
    ...manifest.uploads.map(uploadFile),
  ];
  const missing = wanted.filter((name) => !names.has(name));
  const isShort = files !== manifest.files || entries !== manifest.entries;
  return isShort
    ? [...missing, `${sumsName} (${String(entries)} of ${String(manifest.entries)} lines)`]
    : missing;
}

export async function verifyBackup(folder: string): Promise<BackupVerdict> {
  const manifest = await readManifest(folder);
  const faults: { name: string; fault: 'missing' | 'damaged' }[] = [];
  const parts = new Set<string>();
  let [entries, files, bytes] = [0, 0, 0];
  const lines = sumLines(folder);
  const readNext = async (): Promise<void> => {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const { sha256, name } = next.value;
      entries += 1;
      if (name.startsWith('files/')) files += 1;
      else parts.add(name);
      const found = await hashAt(path.join(folder, name));
      bytes += found?.bytes ?? 0;
      if (found?.sha256 !== sha256) faults.push({ name, fault: found === null ? 'missing' : 'damaged' });
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, readNext));
  for (const name of missingParts(manifest, parts, files, entries)) faults.push({ name, fault: 'missing' });
  return { manifest, faults, bytes };
}

/** Returns the names of the stored files in it. */
export async function* storedNames(folder: string): AsyncGenerator<string, undefined> {
  for await (const { sha256, name } of sumLines(folder)) if (name.startsWith('files/')) yield sha256;
}
