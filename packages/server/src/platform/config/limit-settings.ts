/** Defines the settings for limits of uploads, sessions and sign-ins, and for retention times. */
import { mostZipEntries } from '@rhythmdesk/domain/case/recording-files';
import { gb, number, type Setting } from './setting.ts';

export const limitSettings = {
  UPLOAD_ZIP_BYTES: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(8),
    accepts: 'bytes',
    purpose: 'Largest recording zip.',
  },
  UPLOAD_EXPANDED_BYTES: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(16),
    accepts: 'bytes',
    purpose: 'Largest sum of a zip’s entries once unpacked.',
  },
  UPLOAD_ENTRIES: {
    shape: number(4, 65535),
    fallback: String(mostZipEntries),
    accepts: '4 to 65535',
    purpose: 'Most entries of a zip.',
  },
  UPLOAD_RATIO: {
    shape: number(2, 100000),
    fallback: '100',
    accepts: '2 to 100000',
    purpose:
      'Most bytes out of one byte of a zip; the signal files are bounded by their own headers instead.',
  },
  UPLOAD_OPEN_PER_USER: {
    shape: number(1, 10000),
    fallback: '50',
    accepts: '1 to 10000',
    purpose: 'Most uploads that one user has under way at once.',
  },
  UPLOAD_OPEN_BYTES_PER_GROUP: {
    shape: number(1, Number.MAX_SAFE_INTEGER),
    fallback: gb(200),
    accepts: 'bytes',
    purpose: 'Most bytes that the uploads under way of one institution have declared together.',
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
    purpose:
      'Sessions that one user has at once; a further sign-in ends the oldest, and the user is notified.',
  },
  LOGIN_DELAY_AFTER: {
    shape: number(1, 20),
    fallback: '5',
    accepts: '1 to 20',
    purpose: 'Failed sign-ins of a user id at one address before each further one has to wait.',
  },
  LOGIN_LOCK_AFTER: {
    shape: number(2, 100),
    fallback: '10',
    accepts: '2 to 100',
    purpose: 'Failed sign-ins of a user id at one address before it is locked there.',
  },
  LOGIN_LOCK_MINUTES: {
    shape: number(1, 1440),
    fallback: '15',
    accepts: '1 to 1440',
    purpose: 'How long that lock lasts, and within which time the failures below count together.',
  },
  LOGIN_FAILURES_PER_ADDRESS: {
    shape: number(10, 100000),
    fallback: '50',
    accepts: '10 to 100000',
    purpose: 'Failed sign-ins from one address; then only those who signed in from there before may go on.',
  },
  LOGIN_FAILURES_PER_ID: {
    shape: number(10, 100000),
    fallback: '50',
    accepts: '10 to 100000',
    purpose:
      'Failed sign-ins of a user id over all addresses; then only addresses it signed in from before count.',
  },
  LOGIN_FAILURES_OVER_ALL: {
    shape: number(100, 1000000),
    fallback: '2000',
    accepts: '100 to 1000000',
    purpose: 'Failed sign-ins of the whole installation; then nobody signs in from an address new to them.',
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
    purpose: 'How long a file that the nightly sweep removed from the store is kept before it is deleted.',
  },
  SCRUB_BYTES_PER_SECOND: {
    shape: number(0, Number.MAX_SAFE_INTEGER),
    fallback: String(20 * 1024 ** 2),
    accepts: 'bytes a second, 0 = never',
    purpose: 'How fast stored files are read through at night in search of damage.',
  },
  SCRUB_HOURS: {
    shape: number(1, 24),
    fallback: '4',
    accepts: '1 to 24 hours',
    purpose:
      'How long that reading lasts each night, from 16:05 UTC; the next night continues where it stopped.',
  },
  UPLOAD_RETENTION_DAYS: {
    shape: number(1, 365),
    fallback: '7',
    accepts: '1 to 365 days',
    purpose:
      'The patient named with a cancelled upload is forgotten after this long; its line in the history stays.',
  },
  DRAFT_RETENTION_DAYS: {
    shape: number(1, 90),
    fallback: '7',
    accepts: '1 to 90 days',
    purpose: 'What a user typed and has not sent is kept on the server for this long after its last change.',
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
    purpose: 'How long the link to the consent page that a patient gets by text message is good.',
  },
} as const satisfies Record<string, Setting>;
