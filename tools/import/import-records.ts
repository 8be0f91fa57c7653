/** Turns WFDB records into recording zips and brings each the way of an upload: the same checks, the same case. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringAndRead } from '@rhythmdesk/server/features/uploads/bring-zip';
import type { ReadFile } from '@rhythmdesk/server/features/uploads/ingest-message';
import { recordingZip } from '@rhythmdesk/server/features/uploads/recording-zip';
import { storedMetadata } from '@rhythmdesk/server/features/uploads/upload-metadata';
import type { UploadTools } from '@rhythmdesk/server/features/uploads/upload-tools';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import { and, eq, isNull } from 'drizzle-orm';
import { readRecord, UnreadableRecord, type ImportedRecord } from './wfdb-record.ts';

export type Importer = {
  readonly hospital_id: number;
  readonly user_id: number;
  readonly user_group_id: number;
};

/** The user in whose name records come, and the hospital that they belong to: the user's own. */
export async function findImporter({ db }: UploadTools, login: string): Promise<Importer> {
  const [found] = await db
    .select({ id: users.id, group: userGroups })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(and(eq(users.user_id, login), isNull(users.deleted_at)));
  if (found === undefined) throw new Error(`there is no user ${login}`);
  if (found.group.type !== 'hospital') throw new Error(`${login} belongs to no hospital`);
  return { hospital_id: found.group.id, user_id: found.id, user_group_id: found.group.id };
}

async function keepAnnotations(tools: UploadTools, { annotations }: ImportedRecord): Promise<ReadFile[]> {
  if (annotations === null) return [];
  const writer = await tools.files.create();
  await writer.write(annotations.bytes);
  const { sha256, bytes } = await writer.commit();
  const media_type = 'application/octet-stream';
  return [{ kind: 'other', filename: annotations.filename, media_type, sha256, size_bytes: bytes }];
}

export type ImportOutcome =
  | { readonly case_id: number; readonly hn_id: string }
  | { readonly refused: string; readonly entry: string | null };

/** Brings one record. Throws `UnreadableRecord` where it is none that is read here. */
export async function importRecord(
  tools: UploadTools,
  importer: Importer,
  headerPath: string,
): Promise<ImportOutcome> {
  const record = readRecord(headerPath, tools.clock.now().getTime());
  const folder = await mkdtemp(join(tmpdir(), 'rhythmdesk-import-'));
  try {
    const zip_path = join(folder, `${record.name}.zip`);
    await writeFile(zip_path, await recordingZip(record.recording));
    const extra_files = await keepAnnotations(tools, record);
    const { case_id, code, entry } = await bringAndRead(tools, {
      ...importer,
      zip_path,
      filename: `${record.name}.zip`,
      hn_id: record.recording.hn_id,
      metadata: storedMetadata.parse({ extra_files }),
    });
    if (case_id !== null) return { case_id, hn_id: record.recording.hn_id };
    return { refused: code ?? 'undecided', entry };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Brings them all, one line each. Gives how many did not come in. */
export async function importRecords(
  tools: UploadTools,
  importer: Importer,
  headers: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  let failed = 0;
  for (const header of headers) {
    try {
      const outcome = await importRecord(tools, importer, header);
      if ('refused' in outcome) {
        failed += 1;
        say(`${header}: refused, ${outcome.refused}${outcome.entry === null ? '' : ` (${outcome.entry})`}`);
      } else say(`${header}: case ${String(outcome.case_id)}, ${outcome.hn_id}`);
    } catch (fault) {
      if (!(fault instanceof UnreadableRecord)) throw fault;
      failed += 1;
      say(fault.message);
    }
  }
  return failed;
}
