/**
 * Lists the notices that a caller may write, with how many users each reached; returns one for editing, and its
 * readers.
 */
import type { EditedNotice, NoticeRow, noticeRoutes } from '@rhythmdesk/contract/notices';
import { groupName } from '@rhythmdesk/contract/people';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import {
  noticeAudiences,
  noticeCategories,
  noticeStateOf,
  noticeStates,
  type NoticeState,
} from '@rhythmdesk/domain/notice/windows';
import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { correlated } from '../../platform/db/correlated.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { among, anyPart } from '../../platform/db/search-sql.ts';
import { noticeReads, notices, noticeTexts } from '../../platform/db/schema/notices.ts';
import { userGroups, users } from '../../platform/db/schema/people.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countAudience, peopleOf, type Audience } from './notice-audience.ts';
import { shownText } from './notice-text.ts';
import { writableBy } from './write-notice.ts';

type NoticeRecord = typeof notices.$inferSelect;

const facts = z.object({ category: z.enum(noticeCategories), group_type: z.enum(noticeAudiences) });

function factsOf(row: NoticeRecord, now: Date) {
  const { id, version, popup, draft, from_time, to_time, updated_at } = row;
  const window = { from_ms: from_time.getTime(), to_ms: to_time.getTime() };
  return {
    ...facts.parse(row),
    id,
    version,
    popup,
    state: noticeStateOf({ ...window, draft }, now.getTime()),
    from_time: from_time.toISOString(),
    to_time: to_time.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

/** Returns the SQL version of `noticeStateOf` for rows of the table. */
function stateSql(now: Date): SQL<string> {
  const at = now.toISOString();
  return sql<string>`case when ${notices.draft} then 'draft' when ${notices.from_time} > ${at}::timestamptz then 'planned'
    when ${notices.to_time} > ${at}::timestamptz then 'shown' else 'ended' end`;
}

/** Returns the condition that the notice contains the text in any of its languages, whichever is shown. */
export function holdsText(q: string | undefined): SQL | undefined {
  if (q === undefined || q === '') return undefined;
  return sql`exists (select 1 from ${noticeTexts} where ${noticeTexts.notice_id} = ${notices.id}
    and lower(${noticeTexts.title} || E'\n' || ${noticeTexts.content}) like ${anyPart(q.toLowerCase())})`;
}

/** Returns the number of users in each audience; many notices share one. */
async function countAudiences(db: Queryable, rows: readonly NoticeRecord[]): Promise<Map<string, number>> {
  const audiences = new Map<string, Audience>();
  for (const row of rows) {
    const { tech_center_id, network_group_id } = row;
    const audience = { ...facts.pick({ group_type: true }).parse(row), tech_center_id, network_group_id };
    audiences.set(audienceKey(row), audience);
  }
  const counted = [...audiences].map(async ([key, audience]) => {
    const { total } = await countAudience(db, audience);
    return [key, total] as const;
  });
  return new Map(await Promise.all(counted));
}

const audienceKey = ({ group_type, tech_center_id, network_group_id }: NoticeRecord): string =>
  JSON.stringify([group_type, tech_center_id, network_group_id]);

async function rowsOf(
  db: Db,
  where: SQL | undefined,
  { page, size }: { readonly page: number; readonly size: number },
  language: Language,
  now: Date,
): Promise<NoticeRow[]> {
  const readers = correlated(sql<number>`(select count(*)::int from ${noticeReads}
    where ${noticeReads.notice_id} = ${notices.id})`);
  const found = await db
    .select({ notice: notices, title: shownText('title', language), readers })
    .from(notices)
    .where(where)
    .orderBy(desc(notices.from_time), desc(notices.id))
    .limit(size)
    .offset((page - 1) * size);
  const audiences = await countAudiences(
    db,
    found.map(({ notice }) => notice),
  );
  return found.map(({ notice, title, readers: count }) => ({
    ...factsOf(notice, now),
    title,
    audience: audiences.get(audienceKey(notice)) ?? 0,
    readers: count,
  }));
}

const stateCount = z.object({ state: z.enum(noticeStates), count: z.coerce.number() });

async function countStates(db: Db, where: SQL | undefined, now: Date): Promise<Record<NoticeState, number>> {
  const state = stateSql(now);
  const rows = await db
    .select({ state, count: sql`count(*)` })
    .from(notices)
    .where(where)
    .groupBy(sql`1`);
  const counts = { draft: 0, planned: 0, shown: 0, ended: 0 };
  for (const row of rows) {
    const { state: name, count } = stateCount.parse(row);
    counts[name] = count;
  }
  return counts;
}

export async function listWrittenNotices(
  db: Db,
  caller: Caller,
  input: ParsedOf<typeof noticeRoutes.writtenNotices>,
  language: Language,
  now: Date,
) {
  const { page, size, q, state = [], group_type = [] } = input;
  const inAnyState = and(writableBy(caller), among(notices.group_type, group_type), holdsText(q));
  const where = and(inAnyState, among(stateSql(now), state));
  const [states, items] = await Promise.all([
    countStates(db, inAnyState, now),
    rowsOf(db, where, { page, size }, language, now),
  ]);
  const chosen = state.length === 0 ? noticeStates : new Set(state);
  const total = [...chosen].reduce((sum, name) => sum + states[name], 0);
  return { items, total, page, size, states };
}

async function findWritten(db: Db, caller: Caller, id: number) {
  const [row] = await db
    .select({ notice: notices, name: users.name })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.user_id))
    .where(and(eq(notices.id, id), writableBy(caller)));
  if (row === undefined) throw new Refusal('object/not-found');
  return row;
}

const language = z.enum(languages);

export async function readNotice(db: Db, caller: Caller, id: number, now: Date): Promise<EditedNotice> {
  const { notice, name } = await findWritten(db, caller, id);
  const rows = await db.select().from(noticeTexts).where(eq(noticeTexts.notice_id, id));
  const texts: EditedNotice['texts'] = {};
  for (const { title, content, ...row } of rows) texts[language.parse(row.language)] = { title, content };
  return {
    ...factsOf(notice, now),
    texts,
    user: { id: notice.user_id, name },
  };
}

export async function listReaders(
  db: Db,
  caller: Caller,
  { id, unread, page, size }: ParsedOf<typeof noticeRoutes.noticeReaders>,
) {
  const { notice } = await findWritten(db, caller, id);
  const { tech_center_id, network_group_id } = notice;
  const audience = { ...facts.parse(notice), tech_center_id, network_group_id };
  const where = unread
    ? and(peopleOf(audience), isNull(noticeReads.read_at))
    : isNotNull(noticeReads.read_at);
  const ofNotice = and(eq(noticeReads.notice_id, id), eq(noticeReads.user_id, users.id));
  const [rows, [counted]] = await Promise.all([
    db
      .select({ id: users.id, name: users.name, group: userGroups, read_at: noticeReads.read_at })
      .from(users)
      .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
      .leftJoin(noticeReads, ofNotice)
      .where(where)
      .orderBy(asc(users.name), asc(users.id))
      .limit(size)
      .offset((page - 1) * size),
    db
      .select({ total: sql`count(*)`.mapWith(Number) })
      .from(users)
      .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
      .leftJoin(noticeReads, ofNotice)
      .where(where),
  ]);
  const items = rows.map(({ group, read_at, ...row }) => ({
    ...row,
    user_group: groupName.parse(group),
    read_at: read_at?.toISOString() ?? null,
  }));
  return { items, total: counted?.total ?? 0, page, size };
}
