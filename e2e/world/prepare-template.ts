/**
 * Makes the template of a run: a migrated database with the shared rows and the prepared recordings, read and analysed
 * by the product's own functions, and the folder with their files.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPlatform, type Platform } from '@rhythmdesk/server/app/open-platform';
import { openUploads } from '@rhythmdesk/server/app/open-uploads';
import { databaseSettings } from '@rhythmdesk/server/testing/test-process';
import { analyseRecording } from '@rhythmdesk/server/features/analysis/analyse-recording';
import { passwordHashes } from '@rhythmdesk/server/features/people/password-hashes';
import { importAndRead } from '@rhythmdesk/server/features/uploads/import-zip';
import { readConfig } from '@rhythmdesk/server/platform/config/config';
import { userGroups, users } from '@rhythmdesk/server/platform/db/schema/people';
import { templateName as migrated } from '@rhythmdesk/server/platform/db/test-cluster';
import { createCopy } from '@rhythmdesk/server/platform/db/test-database';
import { openLog } from '@rhythmdesk/server/platform/log/log';
import { sql } from 'drizzle-orm';
import { recordingZip } from '../recording-zip.ts';
import { drawPrepared, preparedHnId, preparedNames, type PreparedRecording } from './prepared-recordings.ts';
import { password, preparerId, providerCode, templateFolder, templateName } from './template.ts';

const hourMs = 3_600_000;
/** Recordings of the journeys start two days ago, on the hour. */
const start_ms = Math.floor(Date.now() / hourMs) * hourMs - 48 * hourMs;

async function addPreparer({ db }: Platform) {
  const group = async (values: typeof userGroups.$inferInsert): Promise<number> => {
    const [row] = await db.insert(userGroups).values(values).returning({ id: userGroups.id });
    return row?.id ?? 0;
  };
  const tech_center_id = await group({ type: 'tech_center', name: 'Preparing center' });
  const hospital_id = await group({ type: 'hospital', name: 'Preparing hospital', tech_center_id });
  await group({
    type: 'hospital',
    name: 'Northgate Heart Centre',
    tech_center_id,
    register_code: providerCode,
  });
  await group({ type: 'admin', name: 'Rhythmdesk' });
  const password_hash = await passwordHashes().make(password);
  const [user] = await db
    .insert(users)
    .values({
      user_id: preparerId,
      name: preparerId,
      role_key: 'DOCTOR',
      user_group_id: hospital_id,
      password_hash,
    })
    .returning({ id: users.id });
  return { user_id: user?.id ?? 0, user_group_id: hospital_id, hospital_id };
}

type Preparer = Awaited<ReturnType<typeof addPreparer>>;

async function bring(platform: Platform, preparer: Preparer, name: PreparedRecording): Promise<void> {
  const hn_id = preparedHnId(name);
  const { name: filename, buffer } = await recordingZip(drawPrepared[name](), { hn_id, start_ms });
  const zip_path = path.join(templateFolder(), filename);
  await writeFile(zip_path, buffer);
  const metadata = { patient: {}, consent: false, synthetic: false, extra_files: [] };
  const brought = { zip_path, filename, hn_id, metadata, ...preparer };
  const { case_id, code } = await importAndRead(await openUploads(platform), brought);
  if (case_id === null) throw new Error(`${filename} was refused: ${String(code)}`);
  const { signal } = new AbortController();
  await analyseRecording(platform, case_id, { signal, is_last_attempt: true });
}

const database = await createCopy(migrated, templateName);
const platform = await openPlatform(
  readConfig({ DATA_DIR: templateFolder(), ...databaseSettings(database) }),
  { log: openLog('error'), rows: 'everything' },
);
const preparer = await addPreparer(platform);
for (const name of preparedNames) await bring(platform, preparer, name);
// The jobs are done already; otherwise the server of a worker would run them again.
await platform.db.execute(sql`delete from graphile_worker._private_jobs`);
await platform.close();
