/**
 * Sends a notification as push messages: a job finds the browsers of its reader and queues one job for each of them, so
 * that an unreachable browser neither delays the others nor makes them receive the message twice.
 *
 * Invariants: nothing is sent to a user who has read it, was deleted or turned push off; nothing is sent to a token
 * that moved to another user; an invalid token is deleted; a message contains the category and the HN ID and no patient
 * data.
 */
import { defaultLanguage, languageOfTag } from '@rhythmdesk/domain/kit/languages';
import { isCritical } from '@rhythmdesk/domain/notice/notification-preferences';
import { notificationCategories, type NotificationCategory } from '@rhythmdesk/domain/notice/notifications';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { pushTokens } from '../../platform/db/schema/people.ts';
import { transact } from '../../platform/db/transact.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { GiveUp } from '../../platform/jobs/give-up.ts';
import type { JobPayload } from '../../platform/jobs/job-names.ts';
import { PushRefused, type PushMessage, type PushPort } from '../../platform/push/push-port.ts';
import { categoryWord } from '../../platform/texts/notification-categories.ts';
import { readRecipients, type Recipient } from '../../records/notices/notification-preferences.ts';

type PushDependencies = { readonly db: Db; readonly clock: Clock; readonly port: PushPort };

type PushJobOutcome = 'sent' | 'queued' | 'useless' | 'dropped' | 'later';

/** After a day the list is the better place for it. */
const usefulMs = 86_400_000;

const categoryShape = z.enum(notificationCategories);
const parametersShape = z.object({ hn_id: z.string().optional() }).catch({});

type Row = typeof notifications.$inferSelect;

/** Returns whether it was read in the list. Without the bell it is stored as read, which means nothing here. */
function wasRead({ status }: Row, { preferences }: Recipient, category: NotificationCategory): boolean {
  return status === 'Y' && preferences.channels[category].bell;
}

type Wanted = { readonly row: Row; readonly message: PushMessage };

async function readWanted(db: Queryable, notification_id: number, now: Date): Promise<Wanted | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.id, notification_id));
  if (row === undefined) return null;
  const reader = (await readRecipients(db, [row.user_id])).get(row.user_id);
  const category = categoryShape.parse(row.category);
  const useless_after = new Date(row.create_time.getTime() + usefulMs);
  if (reader?.is_active !== true || useless_after <= now) return null;
  if (!reader.preferences.channels[category].push || wasRead(row, reader, category)) return null;
  const language = languageOfTag(reader.language) ?? defaultLanguage;
  const hn_id = parametersShape.parse(row.parameters).hn_id ?? null;
  const message = {
    notification_id,
    patch_id: row.patch_id,
    category,
    hn_id,
    title: categoryWord(category, language),
    body: hn_id ?? 'Rhythmdesk',
    urgent: isCritical(category),
    useless_after,
  };
  return { row, message };
}

async function queueForEach({ db }: PushDependencies, { row }: Wanted): Promise<PushJobOutcome> {
  const tokens = await db
    .select({ token_id: pushTokens.token_id })
    .from(pushTokens)
    .where(eq(pushTokens.user_id, row.user_id));
  await transact(db, async (tx) => {
    for (const { token_id } of tokens) {
      const key = `${String(row.id)}:${String(token_id)}`;
      await enqueue(tx, 'send-push', { notification_id: row.id, token_id }, { key });
    }
  });
  return tokens.length === 0 ? 'useless' : 'queued';
}

async function sendTo(
  { db, clock, port }: PushDependencies,
  { row, message }: Wanted,
  token_id: number,
): Promise<PushJobOutcome> {
  const own = and(eq(pushTokens.token_id, token_id), eq(pushTokens.user_id, row.user_id));
  const [found] = await db.select({ push_token: pushTokens.push_token }).from(pushTokens).where(own);
  if (found === undefined) return 'useless';
  const now = clock.now();
  const outcome = await port.send(found.push_token, message, now);
  if (outcome.kind === 'dead') {
    await db.delete(pushTokens).where(own);
    return 'dropped';
  }
  if (outcome.kind === 'sent') return 'sent';
  const run_at = new Date(now.getTime() + outcome.after_ms);
  await transact(db, (tx) => enqueue(tx, 'send-push', { notification_id: row.id, token_id }, { run_at }));
  return 'later';
}

export async function sendPush(
  dependencies: PushDependencies,
  { notification_id, token_id }: JobPayload<'send-push'>,
): Promise<PushJobOutcome> {
  const wanted = await readWanted(dependencies.db, notification_id, dependencies.clock.now());
  if (wanted === null) return 'useless';
  if (token_id === undefined) return queueForEach(dependencies, wanted);
  try {
    return await sendTo(dependencies, wanted, token_id);
  } catch (fault) {
    if (fault instanceof PushRefused) throw new GiveUp(fault);
    throw fault;
  }
}
