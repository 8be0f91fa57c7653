/** Removes the content of messages that were settled long ago; what became of each stays. */
import { and, isNotNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { partnerMessages } from '../../platform/db/schema/partners.ts';

export async function forgetMessages(db: Db, now: Date, days: number): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000);
  const emptied = await db
    .update(partnerMessages)
    .set({ payload: null, reply: null })
    .where(
      and(
        lt(partnerMessages.settled_at, before),
        or(isNotNull(partnerMessages.payload), isNotNull(partnerMessages.reply)),
      ),
    )
    .returning({ message_id: partnerMessages.message_id });
  return emptied.length;
}
