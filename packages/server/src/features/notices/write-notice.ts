/**
 * Creates, changes and deletes notices. A center writes to its own users, a distributer to the groups that it serves,
 * an administrator to everybody; the audience of a notice stays limited to what its author could choose.
 */
import type { noticeRoutes } from '@rhythmdesk/contract/notices';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { judgeWindow, reachOf, writableAudiences } from '@rhythmdesk/domain/notice/windows';
import { can } from '@rhythmdesk/domain/people/can';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.ts';
import { notices, noticeTexts } from '../../platform/db/schema/notices.ts';
import { scopeSql } from '../../platform/db/scope-sql.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal, refuseField } from '../../platform/http/refusal.ts';
import type { Audience } from './notice-audience.ts';

type Written = ParsedOf<typeof noticeRoutes.addNotice>;

/** Returns the condition for the notices that a caller may write. */
export function writableBy({ actor }: Caller): SQL | undefined {
  const grant = can(actor, 'notice.write');
  if (grant === 'never') throw new Refusal('auth/role-never');
  const { user_group_id, tech_center_id, group_type } = notices;
  const scope = scopeSql(conditionOf('notice', actor, grant), { user_group_id, tech_center_id, group_type });
  return and(scope, isNull(notices.deleted_at));
}

/** Returns the audience to which a notice of this caller is limited. */
export function audienceOf({ actor }: Caller, group_type: Audience['group_type']): Audience {
  const reach = reachOf(actor);
  return {
    group_type,
    tech_center_id: reach === 'center' ? actor.tech_center_id : null,
    network_group_id: reach === 'network' ? actor.user_group_id : null,
  };
}

function checkNotice(
  caller: Caller,
  { user_id, group_type, from_time, to_time, draft, content }: Written,
): void {
  if (user_id !== undefined && user_id !== caller.id) throw new Refusal('object/not-found');
  if (!writableAudiences(caller.actor).includes(group_type))
    throw refuseField('notice/audience', 'group_type');
  const window = judgeWindow({ from_ms: Date.parse(from_time), to_ms: Date.parse(to_time) });
  if (!window.ok) throw refuseField('notice/window', 'to_time');
  if (!draft && content === '')
    throw new Refusal('input/field-missing', { fields: { content: 'alert.required' } });
}

const factsOf = ({ category, group_type, popup, draft, from_time, to_time }: Written) => ({
  category,
  group_type,
  popup,
  draft,
  from_time: new Date(from_time),
  to_time: new Date(to_time),
});

async function saveTexts(tx: Tx, notice_id: number, { title, content, texts }: Written): Promise<void> {
  await tx.delete(noticeTexts).where(eq(noticeTexts.notice_id, notice_id));
  const written = { ...texts, en: { title, content } };
  const rows = languages.flatMap((language) => {
    const text = written[language];
    return text === undefined ? [] : [{ notice_id, language, ...text }];
  });
  await tx.insert(noticeTexts).values(rows);
}

export async function addNotice(db: Db, caller: Caller, input: Written, now: Date) {
  checkNotice(caller, input);
  return transact(db, async (tx) => {
    const [made] = await tx
      .insert(notices)
      .values({
        ...factsOf(input),
        ...audienceOf(caller, input.group_type),
        user_id: caller.id,
        user_group_id: caller.user_group.id,
        created_at: now,
        updated_at: now,
      })
      .returning({ id: notices.id, version: notices.version });
    if (made === undefined) throw new Error('a notice was not written');
    await saveTexts(tx, made.id, input);
    return made;
  });
}

async function lockNotice(tx: Tx, caller: Caller, id: number) {
  const [row] = await tx
    .select()
    .from(notices)
    .where(and(eq(notices.id, id), writableBy(caller)))
    .for('update');
  if (row === undefined) throw new Refusal('object/not-found');
  return row;
}

export async function updateNotice(
  db: Db,
  caller: Caller,
  { id, version, ...input }: ParsedOf<typeof noticeRoutes.updateNotice>,
  now: Date,
) {
  checkNotice(caller, input);
  return transact(db, async (tx) => {
    const row = await lockNotice(tx, caller, id);
    if (version !== undefined && version !== row.version) throw new Refusal('notice/stale-version');
    const next = row.version + 1;
    await tx
      .update(notices)
      .set({ ...factsOf(input), version: next, updated_at: now })
      .where(eq(notices.id, id));
    await saveTexts(tx, id, input);
    return { id, version: next };
  });
}

export async function deleteNotice(db: Db, caller: Caller, id: number, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const { version } = await lockNotice(tx, caller, id);
    await tx
      .update(notices)
      .set({ deleted_at: now, updated_at: now, version: version + 1 })
      .where(eq(notices.id, id));
  });
}
