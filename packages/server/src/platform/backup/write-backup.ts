/**
 * Makes a backup of a running installation: the rows of one snapshot, then the stored files and waiting uploads that
 * these rows name. Files are never changed once named and are kept for days once removed, so everything named by a row
 * of the snapshot can still be copied afterwards.
 */
import { mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionSettings } from '../db/database.ts';
import { isMissing, makeFolder, syncFolder } from '../files/disk-place.ts';
import { heldNamesQuery } from '../files/held-names.ts';
import {
  BackupFault,
  jobsName,
  manifestName,
  storedFile,
  sumsName,
  tableFile,
  uploadFile,
  type Manifest,
} from './backup-manifest.ts';
import { EarlierBackup } from './earlier-backup.ts';
import { bytesAt, linesAt, textLines, writeCompressed, writeFile, type Hashed } from './hashed-file.ts';
import { HeldUploads } from './held-uploads.ts';
import { waitingJobs } from './job-lines.ts';
import { Snapshot } from '../db/snapshot.ts';
import { StoredFiles } from './stored-files.ts';

export type BackupSource = {
  readonly owner: ConnectionSettings;
  readonly files_folder: string;
  readonly uploads_folder: string;
  /** The migrations of this program. */
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
};

export type BackupOptions = {
  /** Folder of an earlier backup, whose stored files are linked instead of copied. */
  readonly since?: string | undefined;
  readonly onProgress?: Progress | undefined;
};

export type Progress = (done: { readonly files: number; readonly bytes: number }) => void;

const copiedAtOnce = 4;
const namesFile = 'names.unfinished';
const nameRow = z.object({ name: z.string() });
const uploadRow = z.object({ upload_id: z.string() });
const installationRow = z.object({ installation_id: z.string() });
const openUploads = `select upload_id from uploads where state in ('receiving', 'checking') order by upload_id`;

/** Adds lines to the list of checksums as files are written. */
class Sums {
  readonly #handle: Awaited<ReturnType<typeof open>>;
  #entries = 0;
  #bytes = 0;
  constructor(handle: Awaited<ReturnType<typeof open>>) {
    this.#handle = handle;
  }
  get entries(): number {
    return this.#entries;
  }
  get bytes(): number {
    return this.#bytes;
  }
  async add(name: string, { sha256, bytes }: Hashed): Promise<void> {
    this.#entries += 1;
    this.#bytes += bytes;
    await this.#handle.appendFile(`${sha256}  ${name}\n`);
  }
  async close(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
  }
}

async function takeFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((fault: unknown) => {
    if (isMissing(fault)) return null;
    throw fault;
  });
  if (found !== null && found.length > 0) {
    throw new BackupFault('backup/place', `${folder} is not empty. A backup wants a folder of its own.`);
  }
  if (found === null) await mkdir(folder, { recursive: true, mode: 0o700 });
}

function refuseOther(found: BackupSource['migrations'], known: BackupSource['migrations']): void {
  const same = found.length === known.length && found.every(({ name }, at) => name === known[at]?.name);
  if (same) return;
  throw new BackupFault(
    'backup/release',
    'The tables are not those of this program. Make the backup with the release that runs the installation.',
  );
}

async function* namesOf(rows: AsyncIterable<unknown>): AsyncGenerator<string, undefined> {
  for await (const row of rows) yield nameRow.parse(row).name;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

type Written = Pick<
  Manifest,
  'installation_id' | 'snapshot_at' | 'migrations' | 'tables' | 'sequences' | 'jobs' | 'uploads'
>;

async function copyTables(snapshot: Snapshot, folder: string, sums: Sums): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const table of await snapshot.tables()) {
    const rows = snapshot.copy(table);
    const file = tableFile(table.name);
    await sums.add(file, await writeCompressed(path.join(folder, file), rows));
    tables.push({ ...table, rows: rows.rowCount });
  }
  return tables;
}

/** Copies everything for which the snapshot must be open. The names of stored files go into a separate file. */
async function copyDatabase(source: BackupSource, folder: string, sums: Sums): Promise<Written> {
  const snapshot = await Snapshot.open(source.owner);
  try {
    const migrations = await snapshot.migrations();
    refuseOther(migrations, source.migrations);
    const tables = await copyTables(snapshot, folder, sums);
    const [installed] = await all(snapshot.rows('select installation_id from installation'));
    const uploads = await all(snapshot.rows(openUploads));
    const jobs = await all(waitingJobs(snapshot));
    await sums.add(jobsName, await writeCompressed(path.join(folder, jobsName), textLines(jobs)));
    const named = snapshot.rows(`select distinct name from (${heldNamesQuery}) held order by name`);
    await writeFile(path.join(folder, namesFile), textLines(namesOf(named)));
    return {
      installation_id: installationRow.parse(installed).installation_id,
      snapshot_at: snapshot.at.toISOString(),
      migrations,
      tables,
      sequences: await snapshot.sequences(),
      jobs: jobs.length,
      uploads: uploads.map((row) => uploadRow.parse(row).upload_id),
    };
  } finally {
    await snapshot.close();
  }
}

async function copyUploads(held: HeldUploads, ids: readonly string[], folder: string, sums: Sums) {
  const copied: string[] = [];
  for (const upload_id of ids) {
    const place = await held.place(upload_id);
    if (place === null) continue;
    await sums.add(
      uploadFile(upload_id),
      await writeFile(path.join(folder, uploadFile(upload_id)), bytesAt(place)),
    );
    copied.push(upload_id);
  }
  return copied;
}

async function copyFiles(store: StoredFiles, folder: string, sums: Sums, onProgress: Progress) {
  const unreadable: Manifest['unreadable'] = [];
  const rescued: Manifest['rescued'] = [];
  let files = 0;
  const names = linesAt(path.join(folder, namesFile));
  const copyNext = async (): Promise<void> => {
    for (let next = await names.next(); next.done !== true; next = await names.next()) {
      const sha256 = next.value;
      const { written, fault } = await store.take(sha256, path.join(folder, storedFile(sha256)));
      if (fault !== null) (written === null ? unreadable : rescued).push({ sha256, fault });
      if (written === null) continue;
      files += 1;
      await sums.add(storedFile(sha256), written);
      onProgress({ files, bytes: sums.bytes });
    }
  };
  await Promise.all(Array.from({ length: copiedAtOnce }, copyNext));
  return { files, unreadable, rescued };
}

async function finish(
  folder: string,
  sums: Sums,
  written: Omit<Manifest, 'format' | 'bytes' | 'entries' | 'finished_at'>,
) {
  const manifest: Manifest = {
    format: 'rhythmdesk-backup-1',
    ...written,
    finished_at: new Date().toISOString(),
    bytes: sums.bytes,
    entries: sums.entries + 1,
  };
  const text = JSON.stringify(manifest, null, 2);
  await sums.add(manifestName, await writeFile(path.join(folder, manifestName), textLines([text])));
  await sums.close();
  await rename(path.join(folder, `${sumsName}.unfinished`), path.join(folder, sumsName));
  await syncFolder(folder);
  return manifest;
}

export async function writeBackup(
  source: BackupSource,
  folder: string,
  { since, onProgress = () => undefined }: BackupOptions = {},
): Promise<Manifest> {
  const began_at = new Date().toISOString();
  const earlier = since === undefined ? null : await EarlierBackup.open(since);
  await takeFolder(folder);
  const sums = new Sums(await open(path.join(folder, `${sumsName}.unfinished`), 'ax', 0o600));
  const held = await HeldUploads.open(source.uploads_folder);
  let written: Written;
  try {
    written = await copyDatabase(source, folder, sums);
    await held.hold();
    written = { ...written, uploads: await copyUploads(held, written.uploads, folder, sums) };
  } finally {
    await held.close();
  }
  await makeFolder(path.join(folder, 'files'));
  const stored = await StoredFiles.open(source.files_folder, earlier);
  try {
    const copied = await copyFiles(stored, folder, sums, onProgress);
    await earlier?.sync();
    await unlink(path.join(folder, namesFile));
    const linked = earlier?.linked ?? { files: 0, bytes: 0 };
    return await finish(folder, sums, { began_at, ...written, ...copied, linked });
  } finally {
    await stored.close();
  }
}
