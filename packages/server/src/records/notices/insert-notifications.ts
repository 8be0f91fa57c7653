/**
 * Writes notifications in the transaction of their event, each according to its reader's preferences: counted by the
 * bell or stored as read, pushed, mailed on its own or in the digest. For any number of readers it needs one read, one
 * INSERT, one live message, and one job for each push or mail.
 */
import { deliveryOf, type Delivery } from '@rhythmdesk/domain/notice/notification-preferences';
import {
  notificationTable,
  type NotificationCategory,
  type NotificationCode,
} from '@rhythmdesk/domain/notice/notifications';
import type { Tx } from '../../platform/db/database.ts';
import { beyondScope } from '../../platform/db/row-scope.ts';
import { notifications } from '../../platform/db/schema/notices.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publish } from '../../platform/live/publish.ts';
import { countsParameter } from '../../platform/texts/notification-categories.ts';
import { writeShown } from '../readings/shown-readings.ts';
import { mailUser } from '../people/mail-user.ts';
import { readRecipients, type Recipient } from './notification-preferences.ts';

type NewNotification = {
  readonly user_id: number;
  readonly patch_id?: number | null;
  readonly code: NotificationCode;
  readonly category: NotificationCategory;
  readonly parameters: Readonly<Record<string, string>>;
  readonly create_time: Date;
};

/** For a user who no longer exists the notification is only stored. */
const noDelivery: Delivery = { bell: true, push_ms: null, mail_ms: null, digest: false };

type Routed = {
  readonly row: NewNotification;
  readonly delivery: Delivery;
  readonly reader: Recipient | undefined;
};

async function route(tx: Tx, rows: readonly NewNotification[]): Promise<readonly Routed[]> {
  const recipients = await readRecipients(
    tx,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => {
    const reader = recipients.get(row.user_id);
    if (reader?.is_active !== true) return { row, reader, delivery: noDelivery };
    return { row, reader, delivery: deliveryOf(reader.preferences, row.code, row.create_time.getTime()) };
  });
}

const at = (ms: number, now: Date): { readonly run_at?: Date } =>
  ms > now.getTime() ? { run_at: new Date(ms) } : {};

async function mailOne(tx: Tx, { row, reader }: Routed, mailMs: number): Promise<void> {
  if (reader === undefined) return;
  const { category } = notificationTable[row.code];
  const { run_at } = at(mailMs, row.create_time);
  const when = run_at === undefined ? {} : { send_at: run_at };
  const user_name = reader.name;
  if (category === 'critical') {
    await mailUser(tx, reader, { code: 'critical-finding', parameters: { user_name }, ...when });
    return;
  }
  const items = countsParameter([{ category, count: 1 }]);
  await mailUser(tx, reader, { code: 'notifications', parameters: { user_name, items }, ...when });
}

/** Sends the push and mail of one stored notification. */
async function sendOut(tx: Tx, notification_id: number, routed: Routed): Promise<void> {
  const { row, delivery, reader } = routed;
  if (delivery.push_ms !== null && reader?.has_push === true) {
    await enqueue(tx, 'send-push', { notification_id }, at(delivery.push_ms, row.create_time));
  }
  if (delivery.mail_ms !== null) await mailOne(tx, routed, delivery.mail_ms);
}

/** Inserts the notifications of one action, all of one case or all without a case. */
export async function insertNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  // The caller may not read whether a recipient has a browser for push messages.
  const routed = await beyondScope(tx, () => route(tx, rows));
  const values = routed.map(({ row, delivery }) => ({
    ...row,
    status: delivery.bell ? 'N' : 'Y',
    awaits_digest: delivery.digest,
  }));
  const written = await beyondScope(tx, () =>
    tx
      .insert(notifications)
      .values(values)
      .returning({ id: notifications.id, user_id: notifications.user_id }),
  );
  const ids = written.map(({ id }) => id);
  const patch_id = rows[0]?.patch_id ?? null;
  // A user who is notified of a critical finding has seen a result of the reading.
  const recipients = rows.filter(({ category }) => category === 'critical').map(({ user_id }) => user_id);
  if (patch_id !== null && recipients.length > 0)
    await beyondScope(tx, () => writeShown(tx, recipients, [patch_id]));
  await publish(tx, {
    type: 'notifications',
    patch_id,
    first_id: Math.min(...ids),
    last_id: Math.max(...ids),
  });
  for (const [index, one] of routed.entries()) {
    const made = written[index];
    if (made?.user_id !== one.row.user_id) throw new Error('rows do not come back as they were written');
    await sendOut(tx, made.id, one);
  }
}
