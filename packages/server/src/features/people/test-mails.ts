/** Reads the waiting mails from the queue of a test database, with the secrets that the mails would contain. */
import type { Db } from '../../platform/db/database.ts';
import type { OneTime } from '../../platform/secrets/one-time.ts';
import { jobs, type JobPayload } from '../../platform/jobs/job-names.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

type Mailing = 'send-mail' | 'mail-password-link';
const rowShape = z.object({ id: z.coerce.number(), payload: z.unknown() });

/** Takes every waiting job with this name out of the queue, in the order in which they were queued. */
async function takePayloads(db: Db, name: Mailing): Promise<unknown[]> {
  const found = await db.execute(sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${name} returning j.id, j.payload`);
  return found.rows
    .map((row) => rowShape.parse(row))
    .sort((a, b) => a.id - b.id)
    .map(({ payload }) => payload);
}

export async function takeMails(db: Db): Promise<JobPayload<'send-mail'>[]> {
  return (await takePayloads(db, 'send-mail')).map((payload) => jobs['send-mail'].payload.parse(payload));
}

export async function takeLinkRequests(db: Db): Promise<JobPayload<'mail-password-link'>[]> {
  const payloads = await takePayloads(db, 'mail-password-link');
  return payloads.map((payload) => jobs['mail-password-link'].payload.parse(payload));
}

/** Returns the secret of the one waiting mail to this address and empties the queue. */
export async function mailedSecret(
  db: Db,
  oneTime: OneTime,
  kind: 'email-code' | 'password-link',
): Promise<string> {
  const mails = (await takeMails(db)).filter(({ code }) => code === kind);
  const [mail] = mails;
  if (mails.length !== 1 || typeof mail?.secret_id !== 'string')
    throw new Error(`${String(mails.length)} mails ${kind}`);
  return oneTime.make(kind, mail.secret_id);
}
