/** The operator's notices that a caller sees now. */
import { notice } from '@rhythmdesk/contract/notices';
import { audiencesFor } from '@rhythmdesk/domain/notice/windows';
import { and, desc, eq, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { notices } from '../../platform/db/schema/notices.ts';
import type { Caller } from '../../platform/http/caller.ts';

export async function readNotices(db: Db, caller: Caller, now: Date, onlyPopup: boolean) {
  const rows = await db
    .select()
    .from(notices)
    .where(
      and(
        lte(notices.from_time, now),
        gt(notices.to_time, now),
        isNull(notices.deleted_at),
        inArray(notices.group_type, [...audiencesFor(caller.actor.group_type)]),
        onlyPopup ? eq(notices.popup, true) : undefined,
      ),
    )
    .orderBy(desc(notices.from_time), desc(notices.id));
  return rows.map((row) =>
    notice.parse({ ...row, from_time: row.from_time.toISOString(), to_time: row.to_time.toISOString() }),
  );
}
