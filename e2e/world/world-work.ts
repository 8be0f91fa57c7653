/** Makes what the cases of one journey need: settings of institutions, uploads, the work of the server. */
import { uploads } from '@rhythmdesk/server/platform/db/schema/recordings';
import { userGroups } from '@rhythmdesk/server/platform/db/schema/people';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { enqueue } from '@rhythmdesk/server/platform/jobs/enqueue';
import { eq } from 'drizzle-orm';
import type { MadeCase } from './world-cases.ts';
import type { Group, GroupFields } from './world-people.ts';
import type { World } from './world.ts';

/** Changes fields of an institution. */
export async function setGroup({ db }: World, { id }: Group, fields: GroupFields): Promise<void> {
  await db.update(userGroups).set(fields).where(eq(userGroups.id, id));
}

/** Checks a case for critical findings, as the server does after each analysis. */
export function lookForCritical({ db }: World, case_id: number): Promise<unknown> {
  return transact(db, (tx) => enqueue(tx, 'find-critical', { case_id }, { key: String(case_id) }));
}

/** Adds the finished upload of a case. */
export async function addUpload({ db, doctor }: World, { case_id, hn_id }: MadeCase): Promise<void> {
  const hospital_id = doctor.group.id;
  await db.insert(uploads).values({
    ...{ upload_id: `journey-${hn_id}`, user_id: doctor.id, user_group_id: hospital_id, hospital_id },
    ...{ filename: `${hn_id}.zip`, hn_id, size_bytes: 1, received_bytes: 1, state: 'done', case_id },
    ...{ capability_hash: Buffer.alloc(32), capability_expires_at: new Date(), finished_at: new Date() },
  });
}
