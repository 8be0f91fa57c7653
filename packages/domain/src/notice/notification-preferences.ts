/**
 * Defines how a user is notified. For each category of notification, the user chooses whether the bell counts it,
 * whether it is pushed to the user's browsers and whether it is mailed, one by one or in a digest. The user also
 * chooses quiet hours in which nothing makes a sound.
 *
 * Invariants: the list contains every notification, whatever was chosen; without the bell it is stored as read.
 * Settings that a user never chose follow from the role. A critical finding is never silenced completely: it always
 * counts in the bell and is pushed or mailed as well. It does not wait for the end of quiet hours or for a digest. A
 * notification with a mail of its own is not mailed a second time.
 */
import { accept, refuse } from '../kit/result.ts';
import type { Result } from '../kit/result.ts';
import type { RoleKey } from '../people/roles.ts';
import {
  notificationCategories,
  notificationTable,
  type NotificationCategory,
  type NotificationCode,
} from './notifications.ts';
import { digestRhythms, quietEndMs, type QuietHours } from './quiet-hours.ts';

export const notificationChannels = ['bell', 'push', 'mail'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];
type ChannelChoice = Readonly<Record<NotificationChannel, boolean>>;
export type ChannelTable = Readonly<Record<NotificationCategory, ChannelChoice>>;

/** Mails one by one, or collected in a digest. */
export const mailRhythms = ['each', ...digestRhythms] as const;
type MailRhythm = (typeof mailRhythms)[number];

export interface NotificationPreferences {
  readonly channels: ChannelTable;
  readonly quiet: QuietHours | null;
  readonly mail_rhythm: MailRhythm;
  /** IANA name of the time zone of quiet hours and digests. */
  readonly time_zone: string;
  /** A mail about the ledger of each day, for users who see the ledger. */
  readonly ledger_mail?: boolean | undefined;
}

const channelLetters = { b: 'bell', p: 'push', m: 'mail' } as const satisfies Record<
  string,
  NotificationChannel
>;
type Letters = 'b' | 'bp' | 'bm' | 'bpm';

const bellAlone = {
  upload: 'b',
  request: 'b',
  progress: 'b',
  verification: 'b',
  correction: 'b',
  closing: 'b',
  account: 'b',
  critical: 'bpm',
} as const satisfies Record<NotificationCategory, Letters>;

/** Default channels. What waits for an action of the role is pushed; what a rarely present user must know is mailed. */
const defaults = {
  LOGISTICS: { ...bellAlone, upload: 'bp' },
  DOCTOR: { ...bellAlone, progress: 'bp', correction: 'bp', account: 'bp' },
  TECHNICIAN: { ...bellAlone, request: 'bp', progress: 'bp', verification: 'bp', correction: 'bp' },
  CHIEF: { ...bellAlone, request: 'bp', verification: 'bp', correction: 'bp' },
  MANAGER: { ...bellAlone, progress: 'bm', correction: 'bm' },
  CENTER: { ...bellAlone, request: 'bm' },
  DISTRIBUTER: bellAlone,
  ADMIN: { ...bellAlone, upload: 'bm', account: 'bpm' },
} as const satisfies Record<RoleKey, Record<NotificationCategory, Letters>>;

function choiceOf(letters: Letters): ChannelChoice {
  const chosen = new Set<NotificationChannel>(
    Object.entries(channelLetters).flatMap(([letter, channel]) => (letters.includes(letter) ? channel : [])),
  );
  return { bell: chosen.has('bell'), push: chosen.has('push'), mail: chosen.has('mail') };
}

/** Returns the chosen channels, and the role's defaults for categories without a choice. */
export function channelsOf(role_key: RoleKey, chosen: Partial<ChannelTable> = {}): ChannelTable {
  const of = (category: NotificationCategory): ChannelChoice =>
    chosen[category] ?? choiceOf(defaults[role_key][category]);
  return {
    upload: of('upload'),
    request: of('request'),
    progress: of('progress'),
    verification: of('verification'),
    correction: of('correction'),
    closing: of('closing'),
    account: of('account'),
    critical: of('critical'),
  };
}

/** Returns the preferences of a user who never chose any. */
export function defaultPreferences(role_key: RoleKey, time_zone: string): NotificationPreferences {
  return { channels: channelsOf(role_key), quiet: null, mail_rhythm: 'day', time_zone };
}

export const isCritical = (category: NotificationCategory): boolean => category === 'critical';

/** Checks whether a user may choose these preferences. */
export function judgePreferences(chosen: NotificationPreferences): Result<NotificationPreferences> {
  const { channels, quiet } = chosen;
  const silenced = notificationCategories.some((category) => {
    const { bell, push, mail } = channels[category];
    return isCritical(category) && !(bell && (push || mail));
  });
  if (silenced) {
    return refuse('notification/critical-silenced', { channels: 'refusal.notification.critical-silenced' });
  }
  if (quiet !== null && quiet.from_minute === quiet.to_minute) {
    return refuse('notification/quiet-hours', { quiet: 'refusal.notification.quiet-hours' });
  }
  return accept(chosen);
}

/** Sent as separate mails, to the address that is correct in each case. */
const mailedOnTheirOwn: ReadonlySet<NotificationCode> = new Set<NotificationCode>([
  'password-changed',
  'email-changed',
  'factors-changed',
  'factors-reset',
  'sign-up-waiting',
]);

export interface Delivery {
  /** The bell counts it; otherwise the item is stored as read. */
  readonly bell: boolean;
  /** When it is pushed and when it is mailed on its own, ms; null is never. */
  readonly push_ms: number | null;
  readonly mail_ms: number | null;
  /** It waits for the next digest. */
  readonly digest: boolean;
}

export function deliveryOf(
  preferences: NotificationPreferences,
  code: NotificationCode,
  nowMs: number,
): Delivery {
  const { category } = notificationTable[code];
  const { bell, push, mail } = preferences.channels[category];
  const critical = isCritical(category);
  const aloudMs = critical ? nowMs : (quietEndMs(preferences.quiet, preferences.time_zone, nowMs) ?? nowMs);
  const mailed = mail && !mailedOnTheirOwn.has(code);
  const gathered = mailed && !critical && preferences.mail_rhythm !== 'each';
  return {
    bell,
    push_ms: push ? aloudMs : null,
    mail_ms: mailed && !gathered ? aloudMs : null,
    digest: gathered,
  };
}

/** Browsers of one user that receive push messages: those that the user used last. */
export const pushBrowsers = 20;
