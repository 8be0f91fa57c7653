/**
 * A user's notifications. They are stored as code and parameters and worded when read.
 *
 * The badge counts the unread ones since it was last set to 0; setting it leaves the items unread (decisions,
 * section 4).
 */
import type { Notification } from '@rhythmdesk/contract/notices';
import {
  isNotificationCode,
  notificationTable,
  type NotificationCode,
} from '@rhythmdesk/domain/notice/notifications';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { publish } from '../../platform/live/publish.ts';
import type { Language } from '../../platform/texts/language.ts';
import { notificationText } from '../../platform/texts/notification-text.ts';

const newest = 100;

type Row = typeof notifications.$inferSelect;

function knownCode(row: Row): NotificationCode {
  if (isNotificationCode(row.code)) return row.code;
  throw new Error(`notification ${String(row.id)} has no known code`);
}

export function notificationView(row: Row, language: Language): Notification {
  const code = knownCode(row);
  return {
    id: row.id,
    status: row.status === 'Y' ? 'Y' : 'N',
    patch_id: row.patch_id,
    create_time: row.create_time.toISOString(),
    category: notificationTable[code].category,
    code,
    content: notificationText(code, row.parameters, language),
  };
}

export async function badgeOf(db: Queryable, user_id: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id))
    .where(
      and(
        eq(notifications.user_id, user_id),
        eq(notifications.status, 'N'),
        gt(notifications.id, users.badge_reset_id),
      ),
    );
  return row?.count ?? 0;
}

export async function listNotifications(db: Db, user_id: number, language: Language) {
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.user_id, user_id))
    .orderBy(desc(notifications.id))
    .limit(newest);
  return {
    items: rows.map((row) => notificationView(row, language)),
    noti_count: await badgeOf(db, user_id),
  };
}

export async function resetBadge(db: Db, user_id: number): Promise<{ noti_count: number }> {
  const latest = sql`coalesce((select max(n.id) from notifications n where n.user_id = ${user_id}), 0)`;
  return transact(db, async (tx) => {
    await tx.update(users).set({ badge_reset_id: latest }).where(eq(users.id, user_id));
    await publish(tx, { type: 'badge', user_id });
    return { noti_count: 0 };
  });
}

export async function markRead(db: Db, user_id: number, patch_id: number): Promise<{ noti_count: number }> {
  return transact(db, async (tx) => {
    const unread = and(
      eq(notifications.user_id, user_id),
      eq(notifications.patch_id, patch_id),
      eq(notifications.status, 'N'),
    );
    const read = await tx
      .update(notifications)
      .set({ status: 'Y' })
      .where(unread)
      .returning({ id: notifications.id });
    if (read.length > 0) await publish(tx, { type: 'badge', user_id });
    return { noti_count: await badgeOf(tx, user_id) };
  });
}

/** One notification with its user's badge, for the event stream. */
export async function readNotification(db: Db, id: number) {
  const [row] = await db.select().from(notifications).where(eq(notifications.id, id));
  return row === undefined ? null : { row, noti_count: await badgeOf(db, row.user_id) };
}
