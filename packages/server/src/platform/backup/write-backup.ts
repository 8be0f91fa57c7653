/**
 * Makes a backup of a running installation: the rows of one snapshot, then the stored files and waiting uploads that
 * these rows name. Files are never changed once named and are kept for days once removed, so everything named by a row
 * of the snapshot can still be copied afterwards.
 */
import { open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ConnectionSettings } from '../db/database.ts';
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
import type { BackupWriter } from './backup-place.ts';
import { bytesAt, compressed, linesAt, textLines, writeFile, type Hashed } from './hashed-file.ts';
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

export type Progress = (done: { readonly files: number; readonly bytes: number }) => void;

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
  readonly place: string;
  private constructor(place: string, handle: Awaited<ReturnType<typeof open>>) {
    this.place = place;
    this.#handle = handle;
  }

  static async open(place: string): Promise<Sums> {
    return new Sums(place, await open(place, 'ax', 0o600));
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
  async sync(): Promise<void> {
    await this.#handle.sync();
  }
  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function refuseOther(found: BackupSource['migrations'], known: BackupSource['migrations']): void {
  const same = found.length === known.length && found.every(({ name }, at) => name === known[at]?.name);
  if (same) return;
  throw new BackupFault(
    'backup/release',
    'The tables are not those of this program. Make the backup with the release that runs the installation.',
  );
}

/** Throws if the tables are those of another release, before anything is written. */
export async function refuseOtherTables({ owner, migrations }: BackupSource): Promise<void> {
  const snapshot = await Snapshot.open(owner);
  try {
    refuseOther(await snapshot.migrations(), migrations);
  } finally {
    await snapshot.close();
  }
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

async function copyTables(snapshot: Snapshot, target: BackupWriter, sums: Sums): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const table of await snapshot.tables()) {
    const rows = snapshot.copy(table);
    const file = tableFile(table.name);
    await sums.add(file, await target.write(file, compressed(rows)));
    tables.push({ ...table, rows: rows.rowCount });
  }
  return tables;
}

/** Copies everything for which the snapshot must be open. The names of stored files go into a separate file. */
async function copyDatabase(source: BackupSource, target: BackupWriter, sums: Sums): Promise<Written> {
  const snapshot = await Snapshot.open(source.owner);
  try {
    const migrations = await snapshot.migrations();
    refuseOther(migrations, source.migrations);
    const tables = await copyTables(snapshot, target, sums);
    const [installed] = await all(snapshot.rows('select installation_id from installation'));
    const uploads = await all(snapshot.rows(openUploads));
    const jobs = await all(waitingJobs(snapshot));
    await sums.add(jobsName, await target.write(jobsName, compressed(textLines(jobs))));
    const named = snapshot.rows(
      `select distinct name collate "C" as name from (${heldNamesQuery}) held order by 1`,
    );
    await writeFile(path.join(target.lists, namesFile), textLines(namesOf(named)));
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

async function copyUploads(held: HeldUploads, ids: readonly string[], target: BackupWriter, sums: Sums) {
  const copied: string[] = [];
  for (const upload_id of ids) {
    const place = await held.place(upload_id);
    if (place === null) continue;
    const name = uploadFile(upload_id);
    await sums.add(name, await target.write(name, bytesAt(place)));
    copied.push(upload_id);
  }
  return copied;
}

async function copyFiles(store: StoredFiles, target: BackupWriter, sums: Sums, onProgress: Progress) {
  const unreadable: Manifest['unreadable'] = [];
  const rescued: Manifest['rescued'] = [];
  const linked = { files: 0, bytes: 0 };
  let files = 0;
  const place = path.join(target.lists, namesFile);
  const names = linesAt(place);
  const copyNext = async (): Promise<void> => {
    for (let next = await names.next(); next.done !== true; next = await names.next()) {
      const sha256 = next.value;
      const { written, fault, isShared } = await store.take(sha256, target);
      if (fault !== null) (written === null ? unreadable : rescued).push({ sha256, fault });
      if (written === null) continue;
      files += 1;
      if (isShared) linked.files += 1;
      if (isShared) linked.bytes += written.bytes;
      await sums.add(storedFile(sha256), written);
      onProgress({ files, bytes: sums.bytes });
    }
  };
  await Promise.all(Array.from({ length: target.atOnce }, copyNext));
  await unlink(place);
  return { files, unreadable, rescued, linked };
}

async function finish(
  target: BackupWriter,
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
  await sums.add(manifestName, await target.write(manifestName, textLines([text])));
  await sums.sync();
  await target.finish(sums.place);
  return manifest;
}

async function writeAll(
  source: BackupSource,
  target: BackupWriter,
  sums: Sums,
  onProgress: Progress,
): Promise<Manifest> {
  const began_at = new Date().toISOString();
  const held = await HeldUploads.open(source.uploads_folder);
  let written: Written;
  try {
    written = await copyDatabase(source, target, sums);
    await held.hold();
    written = { ...written, uploads: await copyUploads(held, written.uploads, target, sums) };
  } finally {
    await held.close();
  }
  const stored = await StoredFiles.open(source.files_folder);
  try {
    const copied = await copyFiles(stored, target, sums, onProgress);
    return await finish(target, sums, { began_at, ...written, ...copied });
  } finally {
    await stored.close();
  }
}

export async function writeBackup(
  source: BackupSource,
  target: BackupWriter,
  onProgress: Progress = () => undefined,
): Promise<Manifest> {
  const sums = await Sums.open(path.join(target.lists, `${sumsName}.unfinished`));
  try {
    return await writeAll(source, target, sums, onProgress);
  } finally {
    await sums.close();
  }
}
