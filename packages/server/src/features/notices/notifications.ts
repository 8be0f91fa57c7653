/**
 * Reads and marks a user's notifications. They are stored as code and parameters, and their text is written when they
 * are read.
 *
 * The badge counts the unread ones since it was last reset to 0; the reset leaves the items unread (decisions, section
 * 4).
 */
import type { Notification } from '@rhythmdesk/contract/notices';
import {
  isNotificationCode,
  notificationTable,
  type NotificationCode,
} from '@rhythmdesk/domain/notice/notifications';
import { and, between, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { users } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { publish } from '../../platform/live/publish.ts';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { notificationText } from '../../platform/texts/notification-text.ts';

const pageSize = 100;

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

/** The badge of a user, as a column of a query over users. */
const badge = sql<number>`(select count(*)::int from notifications unread
  where unread.user_id = users.id and unread.status = 'N' and unread.id > users.badge_reset_id)`;

export async function badgeOf(db: Queryable, user_id: number): Promise<number> {
  const [row] = await db.select({ badge }).from(users).where(eq(users.id, user_id));
  return row?.badge ?? 0;
}

async function unreadOf(db: Queryable, user_id: number): Promise<number> {
  return db.$count(notifications, and(eq(notifications.user_id, user_id), eq(notifications.status, 'N')));
}

/**
 * Lists notifications by time, newest first; of the same time the last written first. `before` is the last one that the
 * caller has.
 */
export async function listNotifications(
  db: Db,
  user_id: number,
  language: Language,
  before: number | undefined,
) {
  const older =
    before === undefined
      ? undefined
      : sql`(${notifications.create_time}, ${notifications.id}) < (select n.create_time, n.id
          from notifications n where n.id = ${before} and n.user_id = ${user_id})`;
  const rows = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.user_id, user_id), older))
    .orderBy(desc(notifications.create_time), desc(notifications.id))
    .limit(pageSize + 1);
  return {
    items: rows.slice(0, pageSize).map((row) => notificationView(row, language)),
    noti_count: await badgeOf(db, user_id),
    unread: await unreadOf(db, user_id),
    more: rows.length > pageSize,
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

export async function markAllRead(db: Db, user_id: number): Promise<{ noti_count: number }> {
  return transact(db, async (tx) => {
    const unread = and(eq(notifications.user_id, user_id), eq(notifications.status, 'N'));
    await tx.update(notifications).set({ status: 'Y' }).where(unread);
    await publish(tx, { type: 'badge', user_id });
    return { noti_count: 0 };
  });
}

export async function markRead(db: Db, user_id: number, patch_id: number): Promise<{ noti_count: number }> {
  return transact(db, async (tx) => {
    const own = and(
      eq(notifications.user_id, user_id),
      eq(notifications.patch_id, patch_id),
      eq(notifications.status, 'N'),
    );
    const read = await tx
      .update(notifications)
      .set({ status: 'Y' })
      .where(own)
      .returning({ id: notifications.id });
    if (read.length > 0) await publish(tx, { type: 'badge', user_id });
    return { noti_count: await badgeOf(tx, user_id) };
  });
}

export type WrittenNotifications = {
  readonly patch_id: number | null;
  readonly first_id: number;
  readonly last_id: number;
};

/**
 * Returns the notifications that one act wrote for these users, each with its user's badge, for the event streams. Of
 * the ids in the range only those of the same case belong to the act, because its case is locked while it writes.
 */
export async function readNotifications(
  db: Db,
  { patch_id, first_id, last_id }: WrittenNotifications,
  user_ids: readonly number[],
) {
  if (user_ids.length === 0) return [];
  return db
    .select({ row: notifications, noti_count: badge })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.user_id))
    .where(
      and(
        between(notifications.id, first_id, last_id),
        patch_id === null ? isNull(notifications.patch_id) : eq(notifications.patch_id, patch_id),
        inArray(notifications.user_id, [...user_ids]),
      ),
    )
    .orderBy(notifications.id);
}

const mostForgotten = 10_000;

/** Deletes old entries of the bell, a part at a time. Returns their number. */
export async function forgetNotifications(db: Db, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000).toISOString();
  const gone = await db.execute(sql`delete from notifications where id in (
    select id from notifications order by id limit ${mostForgotten}) and create_time < ${before}`);
  return gone.rowCount ?? 0;
}
