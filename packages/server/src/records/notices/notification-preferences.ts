/** Reads users' stored notification preferences, for the recipients of an event and for the digest. */
import { channelTable } from '@rhythmdesk/contract/notification-preferences';
import { defaultLanguage, languageOfTag, type Language } from '@rhythmdesk/domain/kit/languages';
import { storedZoneName } from '@rhythmdesk/domain/kit/zone-name';
import {
  channelsOf,
  defaultPreferences,
  mailRhythms,
  type NotificationPreferences,
} from '@rhythmdesk/domain/notice/notification-preferences';
import { isRoleKey, type RoleKey } from '@rhythmdesk/domain/people/roles';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import { notificationPreferences } from '../../platform/db/schema/notices.ts';
import { pushTokens, userGroups, users } from '../../platform/db/schema/people.ts';
import { mailableEmail } from '../people/mail-user.ts';

type KeptRow = typeof notificationPreferences.$inferSelect;

const keptChannels = channelTable.partial();
const rhythm = z.enum(mailRhythms);

/** Preferences stored before a category existed are valid: that category gets the default of the role. */
function preferencesFrom(
  kept: KeptRow | null,
  role_key: RoleKey,
  time_zone: string,
): NotificationPreferences {
  if (kept === null) return defaultPreferences(role_key, storedZoneName(time_zone));
  const { quiet_from, quiet_to } = kept;
  return {
    channels: channelsOf(role_key, withoutAbsent(keptChannels.parse(kept.channels))),
    quiet: quiet_from === null || quiet_to === null ? null : { from_minute: quiet_from, to_minute: quiet_to },
    mail_rhythm: rhythm.parse(kept.mail_rhythm),
    time_zone: storedZoneName(kept.time_zone),
    ...(kept.ledger_mail ? { ledger_mail: true } : {}),
  };
}

type StoredChannels = z.output<typeof keptChannels>;
type Present = { [Name in keyof StoredChannels]?: NonNullable<StoredChannels[Name]> };

function withoutAbsent(kept: StoredChannels): Present {
  const present: Present = {};
  for (const name of keptChannels.keyof().options) {
    const choice = kept[name];
    if (choice !== undefined) present[name] = choice;
  }
  return present;
}

export type Recipient = {
  readonly id: number;
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  /** The institution's time zone, in which mails write times. */
  readonly time_zone: string;
  readonly preferences: NotificationPreferences;
  /** At least one of their browsers can receive push messages. */
  readonly has_push: boolean;
  readonly is_active: boolean;
  readonly scope_number: number;
};

export async function readRecipients(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const rows = await db
    .select({
      id: users.id,
      user_id: users.user_id,
      name: users.name,
      email: mailableEmail,
      language: users.language,
      role_key: users.role_key,
      use_flag: users.use_flag,
      deleted_at: users.deleted_at,
      scope_number: users.scope_number,
      time_zone: userGroups.time_zone,
      kept: notificationPreferences,
      has_push: sql<boolean>`exists (select from ${pushTokens} where ${pushTokens.user_id} = ${users.id})`,
    })
    .from(users)
    .innerJoin(userGroups, eq(userGroups.id, users.user_group_id))
    .leftJoin(notificationPreferences, eq(notificationPreferences.user_id, users.id))
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ role_key, kept, use_flag, deleted_at, ...row }) => {
      if (!isRoleKey(role_key)) throw new Error(`user ${String(row.id)} has no known role`);
      const recipient = {
        ...row,
        language: languageOfTag(row.language ?? '') ?? defaultLanguage,
        preferences: preferencesFrom(kept, role_key, row.time_zone),
        is_active: use_flag === 'Y' && deleted_at === null,
      };
      return [row.id, recipient];
    }),
  );
}
