/** Returns the notices that a caller sees now: all of them, or those that open automatically after this sign-in. */
import type { Notice, noticeRoutes } from '@rhythmdesk/contract/notices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { dayMs } from '@rhythmdesk/domain/kit/calendar';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { noticeCategories } from '@rhythmdesk/domain/notice/windows';
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { noticeReads, notices } from '../../platform/db/schema/notices.ts';
import { sessions } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { holdsText } from './list-notices.ts';
import { readableBy } from './notice-audience.ts';
import { shownText } from './notice-text.ts';

const category = z.enum(noticeCategories);

async function noticesWhere(
  db: Db,
  caller: Caller,
  language: Language,
  where: SQL | undefined,
): Promise<Notice[]> {
  const rows = await db
    .select({
      id: notices.id,
      title: shownText('title', language),
      content: shownText('content', language),
      category: notices.category,
      from_time: notices.from_time,
      to_time: notices.to_time,
      read_at: noticeReads.read_at,
    })
    .from(notices)
    .leftJoin(noticeReads, and(eq(noticeReads.notice_id, notices.id), eq(noticeReads.user_id, caller.id)))
    .where(where)
    .orderBy(desc(notices.from_time), desc(notices.id));
  return rows.map(({ read_at, ...row }) => ({
    ...row,
    category: category.parse(row.category),
    from_time: row.from_time.toISOString(),
    to_time: row.to_time.toISOString(),
    read: read_at !== null,
  }));
}

export function readNotices(
  db: Db,
  caller: Caller,
  { q, language }: { readonly q?: string | undefined; readonly language: Language },
  now: Date,
): Promise<Notice[]> {
  return noticesWhere(db, caller, language, and(readableBy(caller, now), holdsText(q)));
}

/**
 * Returns the popups of this sign-in. A popup that was closed in this session stays closed; one that was postponed for
 * today stays closed longer.
 */
export function readPopups(db: Db, caller: Caller, language: Language, now: Date): Promise<Notice[]> {
  const signedInAt = sql`(select ${sessions.created_at} from ${sessions}
    where ${sessions.token_hash} = ${caller.session.token_hash})`;
  const away = sql`coalesce(${noticeReads.hidden_until} > ${now.toISOString()}, false)
    or coalesce(${noticeReads.closed_at} >= ${signedInAt}, false)`;
  return noticesWhere(
    db,
    caller,
    language,
    and(readableBy(caller, now), eq(notices.popup, true), sql`not (${away})`),
  );
}

function endOfDay({ user_group: { time_zone } }: Caller, now: Date): Date {
  const { shown, instant } = zoneClock(time_zone);
  const wallMs = shown(now.getTime());
  return new Date(instant(wallMs - (wallMs % dayMs) + dayMs));
}

/**
 * Marks a notice as read: opened in a list, or closed as a popup. A notice that the caller may not read is not found.
 */
export async function markNoticeRead(
  db: Db,
  caller: Caller,
  { id, closed, not_again_today }: ParsedOf<typeof noticeRoutes.readNotice>,
  now: Date,
): Promise<void> {
  const popup = {
    ...(closed ? { closed_at: now } : {}),
    ...(not_again_today ? { hidden_until: endOfDay(caller, now) } : {}),
  };
  await transact(db, async (tx) => {
    const [found] = await tx
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.id, id), readableBy(caller, now)));
    if (found === undefined) throw new Refusal('object/not-found');
    const insert = tx
      .insert(noticeReads)
      .values({ notice_id: id, user_id: caller.id, read_at: now, ...popup });
    const target = [noticeReads.notice_id, noticeReads.user_id];
    if (Object.keys(popup).length === 0) await insert.onConflictDoNothing({ target });
    else await insert.onConflictDoUpdate({ target, set: popup });
  });
}
