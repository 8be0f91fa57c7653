/**
 * Converts foreign recordings to recording zips and imports each like an upload: with the same checks, to the same kind
 * of case.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importAndRead } from '@rhythmdesk/server/features/uploads/import-zip';
import type { ReadFile } from '@rhythmdesk/server/features/uploads/ingest-message';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { storedMetadata } from '@rhythmdesk/server/features/uploads/upload-metadata';
import type { UploadDependencies } from '@rhythmdesk/server/features/uploads/upload-dependencies';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import { and, eq, isNull } from 'drizzle-orm';
import type { FoundRecording } from './find-recordings.ts';
import { importedRecording, UnreadableRecording, type ImportedRecording } from './imported-recording.ts';

export type Importer = {
  readonly hospital_id: number;
  readonly user_id: number;
  readonly user_group_id: number;
  /** IANA name of the hospital's time zone. */
  readonly time_zone: string;
};

/** Finds the user as whom recordings are imported, and the user's hospital, to which they then belong. */
export async function findImporter({ db }: UploadDependencies, login: string): Promise<Importer> {
  const [found] = await db
    .select({ id: users.id, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.user_id, login), isNull(users.deleted_at)));
  if (found === undefined) throw new Error(`there is no user ${login}`);
  if (found.group.type !== 'hospital') throw new Error(`${login} belongs to no hospital`);
  const { id, time_zone } = found.group;
  return { hospital_id: id, user_id: found.id, user_group_id: id, time_zone };
}

async function keepAnnotations(
  dependencies: UploadDependencies,
  { annotations }: ImportedRecording,
): Promise<ReadFile[]> {
  if (annotations === null) return [];
  const writer = await dependencies.files.create();
  await writer.write(annotations.bytes);
  const { sha256, bytes } = await writer.commit();
  const media_type = 'application/octet-stream';
  return [{ kind: 'other', filename: annotations.filename, media_type, sha256, size_bytes: bytes }];
}

export type ImportOutcome =
  | { readonly case_id: number; readonly hn_id: string; readonly remarks: readonly string[] }
  | { readonly refused: string; readonly entry: string | null };

/** Imports one recording. Throws `UnreadableRecording` if its format cannot be read. */
export async function importRecord(
  dependencies: UploadDependencies,
  importer: Importer,
  found: FoundRecording,
): Promise<ImportOutcome> {
  const { time_zone, ...owner } = importer;
  const record = importedRecording(found, { time_zone, now_ms: dependencies.clock.now().getTime() });
  const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-import-'));
  try {
    const zip_path = join(folder, `${record.name}.zip`);
    await writeFile(zip_path, await recordingZip(record.recording));
    const extra_files = await keepAnnotations(dependencies, record);
    const { case_id, code, entry } = await importAndRead(dependencies, {
      ...owner,
      zip_path,
      filename: `${record.name}.zip`,
      hn_id: record.recording.hn_id,
      metadata: storedMetadata.parse({ extra_files }),
    });
    const { remarks } = record;
    if (case_id !== null) return { case_id, hn_id: record.recording.hn_id, remarks };
    return { refused: code ?? 'undecided', entry };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Imports all recordings, with one line of output each. Returns the number of failures. */
export async function importRecords(
  dependencies: UploadDependencies,
  importer: Importer,
  recordings: readonly FoundRecording[],
  say: (line: string) => void,
): Promise<number> {
  let failed = 0;
  for (const found of recordings) {
    const name = found.files[0]?.path ?? found.name;
    try {
      const outcome = await importRecord(dependencies, importer, found);
      if ('refused' in outcome) {
        failed += 1;
        say(`${name}: refused, ${outcome.refused}${outcome.entry === null ? '' : ` (${outcome.entry})`}`);
      } else {
        say(`${name}: case ${String(outcome.case_id)}, ${outcome.hn_id}`);
        for (const remark of outcome.remarks) say(`  ${remark}`);
      }
    } catch (fault) {
      if (!(fault instanceof UnreadableRecording)) throw fault;
      failed += 1;
      say(fault.message);
    }
  }
  return failed;
}
