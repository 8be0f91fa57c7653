/** Defines the settings for limits of uploads, sessions and sign-ins, and for retention times. */
import { mostZipEntries } from '@rhythmdesk/domain/case/recording-files';
import { gb, number, type Setting } from './setting.ts';

export const limitSettings = {
  UPLOAD_ZIP_BYTES: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(8),
    accepts: 'bytes',
    purpose: 'The largest recording zip.',
  },
  UPLOAD_EXPANDED_BYTES: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(16),
    accepts: 'bytes',
    purpose: 'The largest sum of a zip’s unpacked entries.',
  },
  UPLOAD_ENTRIES: {
    shape: number(4, 65535),
    fallback: String(mostZipEntries),
    accepts: '4 to 65535',
    purpose: 'The most entries of a zip.',
  },
  UPLOAD_RATIO: {
    shape: number(2, 100000),
    fallback: '100',
    accepts: '2 to 100000',
    purpose:
      'The most unpacked bytes per byte of a zip; the signal files are limited by their own headers instead.',
  },
  UPLOAD_OPEN_PER_USER: {
    shape: number(1, 10000),
    fallback: '50',
    accepts: '1 to 10000',
    purpose: 'The most open uploads of one user.',
  },
  UPLOAD_OPEN_BYTES_PER_GROUP: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(200),
    accepts: 'bytes',
    purpose: 'The most declared bytes of all open uploads of one institution.',
  },
  SESSION_IDLE_MINUTES: {
    shape: number(5, 60),
    fallback: '15',
    accepts: '5 to 60',
    purpose: 'A session without activity ends after this long.',
  },
  SESSION_HOURS: {
    shape: number(1, 24),
    fallback: '12',
    accepts: '1 to 24',
    purpose: 'A session ends after this long in any case.',
  },
  SESSIONS_PER_USER: {
    shape: number(1, 100),
    fallback: '5',
    accepts: '1 to 100',
    purpose: 'The most sessions of one user; a further sign-in ends the oldest, and the user is notified.',
  },
  LOGIN_DELAY_AFTER: {
    shape: number(1, 20),
    fallback: '5',
    accepts: '1 to 20',
    purpose: 'Failed sign-ins of a user id at one address after which each further one has to wait.',
  },
  LOGIN_LOCK_AFTER: {
    shape: number(2, 100),
    fallback: '10',
    accepts: '2 to 100',
    purpose: 'Failed sign-ins of a user id at one address after which it is locked there.',
  },
  LOGIN_LOCK_MINUTES: {
    shape: number(1, 1440),
    fallback: '15',
    accepts: '1 to 1440',
    purpose: 'The duration of that lock, and the time within which the failures below are counted.',
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    shape: number(10, 100000),
    fallback: '50',
    accepts: '10 to 100000',
    purpose:
      'Failed sign-ins from one address after which only users who signed in from there before may sign in.',
  },
  LOGIN_FAILURES_PER_ID: {
    shape: number(10, 100000),
    fallback: '50',
    accepts: '10 to 100000',
    purpose:
      'Failed sign-ins of a user id over all addresses after which it can sign in only from addresses that it used before.',
  },
  LOGIN_FAILURES_OVER_ALL: {
    shape: number(100, 1000000),
    fallback: '2000',
    accepts: '100 to 1000000',
    purpose: 'Failed sign-ins of the whole installation after which nobody can sign in from a new address.',
  },
  SIGNAL_RETENTION_DAYS: {
    shape: number(0, 36500),
    fallback: '0',
    accepts: '0 to 36500 days, 0 = never',
    purpose: 'The signal of a completed case is removed after this long; report, summary and history stay.',
  },
  REMOVED_FILES_DAYS: {
    shape: number(1, 365),
    fallback: '7',
    accepts: '1 to 365 days',
    purpose: 'The time after which a file that the nightly sweep removed from the store is deleted.',
  },
  SCRUB_BYTES_PER_SECOND: {
    shape: number(0, Number.MAX_SAFE_INTEGER),
    fallback: String(20 * 1024 ** 2),
    accepts: 'bytes a second, 0 = never',
    purpose: 'The speed at which stored files are read at night in search of damage.',
  },
  SCRUB_HOURS: {
    shape: number(1, 24),
    fallback: '4',
    accepts: '1 to 24 hours',
    purpose:
      'The duration of that reading each night, from 16:05 UTC; the next night continues where it stopped.',
  },
  UPLOAD_RETENTION_DAYS: {
    shape: number(1, 365),
    fallback: '7',
    accepts: '1 to 365 days',
    purpose:
      'The patient data of a cancelled upload is deleted after this long; its line in the history stays.',
  },
  DRAFT_RETENTION_DAYS: {
    shape: number(1, 90),
    fallback: '7',
    accepts: '1 to 90 days',
    purpose: 'An unsent text of a user stays on the server for this long after its last change.',
  },
  NOTIFICATION_RETENTION_DAYS: {
    shape: number(1, 36500),
    fallback: '365',
    accepts: '1 to 36500 days',
    purpose: 'The entries of the bell are deleted after this long.',
  },
  REPORT_RETENTION_YEARS: {
    shape: number(0, 100),
    fallback: '10',
    accepts: '0 to 100 years, 0 = not at all',
    purpose:
      'The released reports of a patient who was erased stay for this long after their release, as the law on medical records requires.',
  },
  DORMANT_AFTER_DAYS: {
    shape: number(30, 3650),
    fallback: '365',
    accepts: '30 to 3650 days',
    purpose: 'An account unused for this long becomes dormant; its owner is notified by mail 14 days before.',
  },
  CONSENT_LINK_HOURS: {
    shape: number(1, 720),
    fallback: '72',
    accepts: '1 to 720 hours',
    purpose: 'The validity of the link to the consent page that a patient gets by text message.',
  },
} as const satisfies Record<string, Setting>;
