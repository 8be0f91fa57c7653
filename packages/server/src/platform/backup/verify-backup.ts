/** Reads a whole backup and compares every byte with its checksums. Nothing is changed. */
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FileFault } from '../files/file-store.ts';
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
import type { BackupReader } from './backup-place.ts';
import { hashOf, linesOf } from './hashed-file.ts';

export type BackupVerdict = {
  readonly manifest: Manifest;
  /** Files of the backup that do not match their checksums; empty for an intact backup. */
  readonly faults: readonly { readonly name: string; readonly fault: 'missing' | 'damaged' }[];
  readonly bytes: number;
};

const linePattern = /^([0-9a-f]{64}) {2}([a-zA-Z0-9_./-]+)$/;

export async function readManifest(backup: BackupReader): Promise<Manifest> {
  const { words } = backup;
  if (!(await backup.has(sumsName)))
    throw new BackupFault('backup/unfinished', `${words} holds no finished backup: it has no ${sumsName}.`);
  const damaged = new BackupFault('backup/damaged', `${manifestName} of ${words} cannot be read.`);
  const source = await backup.read(manifestName);
  if (source === null) throw damaged;
  try {
    return manifestShape.parse(JSON.parse(await text(Readable.from(source))));
  } catch (fault) {
    if (fault instanceof FileFault) throw fault;
    throw damaged;
  }
}

async function* sumLines(backup: BackupReader): AsyncGenerator<{ sha256: string; name: string }, undefined> {
  const source = await backup.read(sumsName);
  if (source === null) throw new BackupFault('backup/damaged', `${backup.words} has no ${sumsName}.`);
  for await (const line of linesOf(source)) {
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

type PartFault = BackupVerdict['faults'][number]['fault'] | null;

async function judgePart(backup: BackupReader, name: string, sha256: string): Promise<[PartFault, number]> {
  const source = await backup.read(name);
  if (source === null) return ['missing', 0];
  const found = await hashOf(source);
  return [found.sha256 === sha256 ? null : 'damaged', found.bytes];
}

export type VerifyOptions = {
  /** Stored files are only looked for: a restore that follows reads and compares them anyway. */
  readonly withoutFiles?: boolean;
};

export async function verifyBackup(
  backup: BackupReader,
  { withoutFiles = false }: VerifyOptions = {},
): Promise<BackupVerdict> {
  const manifest = await readManifest(backup);
  const faults: { name: string; fault: 'missing' | 'damaged' }[] = [];
  const parts = new Set<string>();
  let [entries, files, bytes] = [0, 0, 0];
  const lines = sumLines(backup);
  const readNext = async (): Promise<void> => {
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      const { sha256, name } = next.value;
      const isStored = name.startsWith('files/');
      entries += 1;
      if (isStored) files += 1;
      else parts.add(name);
      if (isStored && withoutFiles) {
        if (!(await backup.has(name))) faults.push({ name, fault: 'missing' });
        continue;
      }
      const [fault, read] = await judgePart(backup, name, sha256);
      bytes += read;
      if (fault !== null) faults.push({ name, fault });
    }
  };
  await Promise.all(Array.from({ length: backup.atOnce }, readNext));
  for (const name of missingParts(manifest, parts, files, entries)) faults.push({ name, fault: 'missing' });
  return { manifest, faults, bytes };
}

/** Returns the names of the stored files in it. */
export async function* storedNames(backup: BackupReader): AsyncGenerator<string, undefined> {
  for await (const { sha256, name } of sumLines(backup)) if (name.startsWith('files/')) yield sha256;
}
