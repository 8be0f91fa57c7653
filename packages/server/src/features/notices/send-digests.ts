/**
 * The digests: to every user whose digest is due, by day or by week, what came since the last one and is still unread, as
 * one mail. Laws: a notification goes into one digest at most, also where two runs meet; who reads it before is not
 * mailed about it; who chose otherwise meanwhile is told as chosen last.
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

/** What came before this instant goes out now; a rhythm that is none any more lets all of it go. */
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
  // What no bell counts has come as read, and nobody has read it.
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
