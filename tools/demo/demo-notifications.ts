/** Orders the demo's notifications once every case is loaded, as if they had arrived one after the other. */
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { notifications } from '@rhythmdesk/server/platform/db/schema/notices';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import { publish } from '@rhythmdesk/server/platform/live/publish';
import { lt } from 'drizzle-orm';

/**
 * Renumbers the notifications in the order of their times, because lists sort them by number and cases are loaded one
 * by one.
 */
export async function sortNotifications(db: Db): Promise<void> {
  await transact(db, async (tx) => {
    const deleted = await tx.delete(notifications).returning();
    const inOrder = deleted.toSorted(
      (a, b) => a.create_time.getTime() - b.create_time.getTime() || a.id - b.id,
    );
    const rows = inOrder.map(({ id: _loaded, ...row }) => row);
    for (let at = 0; at < rows.length; at += 1000) {
      await tx.insert(notifications).values(rows.slice(at, at + 1000));
    }
    // A page that shows the old numbers then loads its list again.
    for (const user_id of new Set(rows.map((row) => row.user_id)))
      await publish(tx, { type: 'badge', user_id });
  });
}

/** Marks messages older than a day as read. */
export async function readOldNotifications(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 86_400_000);
  await db.update(notifications).set({ status: 'Y' }).where(lt(notifications.create_time, yesterday));
}
