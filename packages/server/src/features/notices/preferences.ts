/** Reads the caller's notification settings and replaces them as a whole. */
import { judgePreferences, channelsOf } from '@rhythmdesk/domain/notice/notification-preferences';
import type { NotificationPreferences } from '@rhythmdesk/domain/notice/notification-preferences';
import type { Db } from '../../platform/db/database.ts';
import { notificationPreferences } from '../../platform/db/schema/notices.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { orRefuse, Refusal } from '../../platform/http/refusal.ts';
import { readRecipients } from '../../records/notices/notification-preferences.ts';

export async function readPreferences(db: Db, caller: Caller) {
  const recipient = (await readRecipients(db, [caller.id])).get(caller.id);
  if (recipient === undefined) throw new Refusal('auth/account-inactive');
  const { preferences, email } = recipient;
  return { preferences, usual: channelsOf(caller.role_key), has_email: email !== '' };
}

export async function changePreferences(
  db: Db,
  caller: Caller,
  chosen: NotificationPreferences,
  now: Date,
): Promise<void> {
  const { channels, quiet, mail_rhythm, time_zone, ledger_mail } = orRefuse(judgePreferences(chosen));
  const kept = {
    channels,
    quiet_from: quiet?.from_minute ?? null,
    quiet_to: quiet?.to_minute ?? null,
    mail_rhythm,
    time_zone,
    ...(ledger_mail === undefined ? {} : { ledger_mail }),
    updated_at: now,
  };
  await transact(db, (tx) =>
    tx
      .insert(notificationPreferences)
      .values({ user_id: caller.id, ...kept })
      .onConflictDoUpdate({ target: notificationPreferences.user_id, set: kept }),
  );
}
