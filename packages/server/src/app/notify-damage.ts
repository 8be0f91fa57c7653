/**
 * Notifies the operators (users of level 5) of a stored file that was found missing or damaged: once a day for each
 * file, however often it is requested.
 */
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../platform/clock/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { notifications } from '../platform/db/schema/notices.ts';
import { transact } from '../platform/db/transact.ts';
import type { DamageHeard } from '../platform/files/disk-store.ts';
import type { Log } from '../platform/log/log.ts';
import { insertNotifications } from '../records/notices/insert-notifications.ts';
import { operatorsIn } from './operators.ts';

const code = 'file-damaged';
const dayMs = 24 * 3_600_000;

const placeRow = z.object({ case_id: z.coerce.number(), hn_id: z.string(), filename: z.string() });

/** Returns which file of which case it is; null if no row names it. */
async function placeOf(tx: Tx, sha256: string) {
  const found = await tx.execute(sql`
    select c.case_id, c.hn_id, named.filename from (
      select case_id, filename from case_files where sha256 = ${sha256}
      union all select case_id, 'TraceData.dat' from recordings where trace_sha256 = ${sha256}
      union all select case_id, 'pyramid' from recordings where pyramid->'level_sha256' ? ${sha256}
      union all select case_id, 'beats' from analyses where beats_sha256 = ${sha256}) named
    join cases c on c.case_id = named.case_id limit 1`);
  return found.rows[0] === undefined ? null : placeRow.parse(found.rows[0]);
}

/** Returns how many operators were notified. */
export async function notifyOperators(db: Db, sha256: string, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`);
    const place = await placeOf(tx, sha256);
    const filename = `${place?.filename ?? 'file'} (${sha256.slice(0, 12)}…)`;
    const isSame = and(
      eq(notifications.code, code),
      gt(notifications.create_time, new Date(now.getTime() - dayMs)),
      sql`${notifications.parameters}->>'filename' = ${filename}`,
    );
    if ((await tx.$count(notifications, isSame)) > 0) return 0;
    const recipients = await operatorsIn(tx);
    await insertNotifications(
      tx,
      recipients.map((user_id) => ({
        user_id,
        patch_id: place?.case_id ?? null,
        code,
        category: notificationTable[code].category,
        parameters: { hn_id: place?.hn_id ?? '–', filename },
        create_time: now,
      })),
    );
    return recipients.length;
  });
}

const mostKnown = 10_000;

export function damageReporter(db: Db, clock: Clock, log: Log): DamageHeard {
  const known = new Map<string, number>();
  return (sha256, fault) => {
    const now = clock.now();
    const last = known.get(sha256);
    if (last !== undefined && now.getTime() - last < dayMs) return;
    if (known.size >= mostKnown) known.clear();
    known.set(sha256, now.getTime());
    log.error({ sha256, fault }, 'a stored file is missing or damaged: npm run files -- verify');
    inScope(everything, () => notifyOperators(db, sha256, now)).catch((cause: unknown) => {
      known.delete(sha256);
      log.error({ err: cause }, 'the operators were not notified of a damaged file');
    });
  };
}
