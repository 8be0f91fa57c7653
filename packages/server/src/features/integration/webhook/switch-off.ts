/** Switches a partner off that accepts nothing, and notifies those who administer it. */
import type { offReasons } from '@rhythmdesk/domain/integration/partner-messages';
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.ts';
import { partners } from '../../../platform/db/schema/partners.ts';
import { userGroups, users } from '../../../platform/db/schema/people.ts';
import { insertNotifications } from '../../../records/notices/insert-notifications.ts';
import type { WebhookRow } from './webhook-record.ts';

/** Returns the administrators, the managers of the institution, and the heads of its center. */
async function administratorsOf(tx: Tx, hospital_id: number): Promise<number[]> {
  const center = sql`(select tech_center_id from user_groups where id = ${hospital_id})`;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .where(
      and(
        or(
          eq(users.role_key, 'ADMIN'),
          and(eq(users.role_key, 'MANAGER'), eq(userGroups.id, hospital_id)),
          and(eq(users.role_key, 'CENTER'), eq(userGroups.id, center)),
        ),
        isNull(users.deleted_at),
        eq(users.use_flag, 'Y'),
      ),
    )
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}

/** Does nothing if the partner was switched off meanwhile. */
export async function switchOff(
  tx: Tx,
  { partner_id, hospital_id, name }: Pick<WebhookRow, 'partner_id' | 'hospital_id' | 'name'>,
  { reason, now }: { readonly reason: (typeof offReasons)[number]; readonly now: Date },
): Promise<void> {
  const stopped = await tx
    .update(partners)
    .set({ active: false, off_reason: reason, version: sql`${partners.version} + 1` })
    .where(and(eq(partners.partner_id, partner_id), eq(partners.active, true)))
    .returning({ partner_id: partners.partner_id });
  if (stopped.length === 0) return;
  const code = 'partner-off';
  const recipients = await administratorsOf(tx, hospital_id);
  await insertNotifications(
    tx,
    recipients.map((user_id) => ({
      ...{ user_id, patch_id: null, code, create_time: now },
      category: notificationTable[code].category,
      parameters: { system_name: name },
    })),
  );
}
