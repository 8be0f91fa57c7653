/**
 * Sends digests: every user whose digest is due, daily or weekly, gets one mail with the notifications that came since
 * the last one and are still unread. Invariants: a notification is in one digest at most, also if two runs overlap; a
 * notification that was read before is not mailed; if the user changed the settings meanwhile, the new settings apply.
 */
import { notificationCategories } from '@rhythmdesk/domain/notice/notifications';
import { digestMomentMs } from '@rhythmdesk/domain/notice/quiet-hours';
import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { transact } from '../../platform/db/transact.ts';
import { countsParameter } from '../../platform/texts/notification-categories.ts';
import { readRecipients, type Recipient } from '../../records/notices/notification-preferences.ts';
import { mailUser } from '../../records/people/mail-user.ts';

type DigestDependencies = { readonly db: Db; readonly clock: Clock };

/** Notifications from before this time are sent now; if the user no longer chose a digest, all of them are sent. */
function untilOf({ preferences }: Recipient, now: Date): Date {
  const { mail_rhythm, time_zone } = preferences;
  return mail_rhythm === 'each' ? now : new Date(digestMomentMs(mail_rhythm, time_zone, now.getTime()));
}

const category = z.enum(notificationCategories);

async function sendDigest(tx: Tx, reader: Recipient, now: Date): Promise<boolean> {
  const due = await tx
    .update(notifications)
    .set({ awaits_digest: false })
    .where(
      and(
        eq(notifications.user_id, reader.id),
        sql`awaits_digest`,
        lt(notifications.create_time, untilOf(reader, now)),
      ),
    )
    .returning({ category: notifications.category, status: notifications.status });
  const { channels } = reader.preferences;
  // Notifications of categories without a bell are stored as read, so 'read' does not mean that the user saw them.
  const mailedKinds = due
    .map((row) => ({ of: category.parse(row.category), unread: row.status === 'N' }))
    .filter(({ of, unread }) => channels[of].mail && (unread || !channels[of].bell))
    .map(({ of }) => of);
  if (mailedKinds.length === 0 || !reader.is_active) return false;
  const counts = notificationCategories.map((each) => ({
    category: each,
    count: mailedKinds.filter((one) => one === each).length,
  }));
  const items = countsParameter(counts.filter(({ count }) => count > 0));
  await mailUser(tx, reader, {
    code: 'notification-digest',
    parameters: { user_name: reader.name, items },
  });
  return true;
}

export async function sendDigests({ db, clock }: DigestDependencies): Promise<{ digests: number }> {
  const now = clock.now();
  const waiting = await db
    .selectDistinct({ user_id: notifications.user_id })
    .from(notifications)
    .where(sql`awaits_digest`);
  if (waiting.length === 0) return { digests: 0 };
  const readers = await readRecipients(
    db,
    waiting.map(({ user_id }) => user_id),
  );
  let digests = 0;
  for (const reader of readers.values()) {
    if (await transact(db, (tx) => sendDigest(tx, reader, now))) digests += 1;
  }
  return { digests };
}
