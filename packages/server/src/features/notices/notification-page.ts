/** Returns the page of all notifications: filtered and counted in the database, written in the requested language. */
import type { notificationPreferenceRoutes } from '@rhythmdesk/contract/notification-preferences';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { notificationView } from './notifications.ts';

type PageInput = ParsedOf<(typeof notificationPreferenceRoutes)['notificationPage']>;

export async function pageNotifications(db: Db, user_id: number, input: PageInput, language: Language) {
  const { page, size, category = [], unread, from_time, to_time } = input;
  const wanted = and(
    eq(notifications.user_id, user_id),
    category.length === 0 ? undefined : inArray(notifications.category, category),
    unread ? eq(notifications.status, 'N') : undefined,
    from_time === undefined ? undefined : gte(notifications.create_time, new Date(from_time)),
    to_time === undefined ? undefined : lt(notifications.create_time, new Date(to_time)),
  );
  const rows = await db
    .select()
    .from(notifications)
    .where(wanted)
    .orderBy(desc(notifications.create_time), desc(notifications.id))
    .limit(size)
    .offset((page - 1) * size);
  return {
    items: rows.map((row) => notificationView(row, language)),
    total: await db.$count(notifications, wanted),
    page,
    size,
  };
}
