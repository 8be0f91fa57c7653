/**
 * Notifies the owner of an account of changes to it, because somebody else may have made them: by the bell, and also by
 * mail if the change affects sign-in. All such notifications are sent from here.
 */
import { notificationTable } from '@rhythmdesk/domain/notice/notifications';
import type { Tx } from '../../platform/db/database.ts';
import { insertNotifications } from '../../records/notices/insert-notifications.ts';
import { mailedUser, mailUser } from '../../records/people/mail-user.ts';

type AccountNotice =
  | 'password-changed'
  | 'email-changed'
  | 'session-ended'
  | 'sessions-ended-by'
  | 'factors-changed'
  | 'factors-reset';

async function ring(
  tx: Tx,
  user_id: number,
  code: AccountNotice,
  now: Date,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { category } = notificationTable[code];
  await insertNotifications(tx, [{ user_id, code, category, parameters, create_time: now }]);
}

async function mail(
  tx: Tx,
  id: number,
  code: 'password-changed' | 'email-changed' | 'factors-changed',
  now: Date,
) {
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, time: now.toISOString() };
  await mailUser(tx, user, { code, parameters });
}

export async function notifyPasswordChanged(tx: Tx, id: number, now: Date): Promise<void> {
  await ring(tx, id, 'password-changed', now);
  await mail(tx, id, 'password-changed', now);
}

/** Must be called before the change, because the mail goes to the old address. */
export async function notifyEmailChanges(tx: Tx, id: number, now: Date): Promise<void> {
  await ring(tx, id, 'email-changed', now);
  await mail(tx, id, 'email-changed', now);
}

export async function notifySessionEnded(tx: Tx, id: number, now: Date): Promise<void> {
  await ring(tx, id, 'session-ended', now);
}

export async function notifySessionsEndedBy(tx: Tx, id: number, user_name: string, now: Date): Promise<void> {
  await ring(tx, id, 'sessions-ended-by', now, { user_name });
}

export async function notifyFactorsChanged(tx: Tx, id: number, now: Date): Promise<void> {
  await ring(tx, id, 'factors-changed', now);
  await mail(tx, id, 'factors-changed', now);
}

export async function notifyFactorsReset(tx: Tx, id: number, by: string, now: Date): Promise<void> {
  await ring(tx, id, 'factors-reset', now, { user_name: by });
  const user = await mailedUser(tx, id);
  if (user === null) return;
  const parameters = { user_name: user.name, user_id: user.user_id, by, time: now.toISOString() };
  await mailUser(tx, user, { code: 'factors-reset', parameters });
}
