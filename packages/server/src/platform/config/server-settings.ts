/** Defines the settings for how the server listens and where it stores data. */
import { z } from 'zod';
import { logLevels } from '../log/log.ts';
import { flag, folder, gb, number, postgresUrl, url, type Setting } from './setting.ts';

export const serverSettings = {
  HOST: {
    shape: z.string().min(1),
    fallback: '0.0.0.0',
    accepts: 'address',
    purpose: 'The address it listens on.',
  },
  PORT: {
    shape: number(0, 65535),
    fallback: '8080',
    accepts: '0 to 65535, 0 = any free one',
    purpose: 'The port it listens on.',
  },
  PUBLIC_URL: {
    shape: url,
    fallback: undefined,
    accepts: 'http or https URL',
    purpose: 'How users reach it; links in mails and messages begin with it.',
  },
  OIDC_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a JSON file',
    purpose:
      'The providers of sign-in by OpenID Connect; see “Sign-in by a provider”. Asks for `PUBLIC_URL`.',
  },
  TRUST_PROXY: {
    shape: flag,
    fallback: 'false',
    accepts: '`true` or `false`',
    purpose: 'Take the caller’s address from `X-Forwarded-For`. Only behind a proxy of your own.',
  },
  LOG_LEVEL: {
    shape: z.enum(logLevels),
    fallback: 'info',
    accepts: logLevels.map((level) => `\`${level}\``).join(', '),
    purpose: 'The least severe line that is written.',
  },
  STOP_SECONDS: {
    shape: number(1, 600),
    fallback: '20',
    accepts: '1 to 600',
    purpose: 'How long running requests and jobs may take to finish at a stop.',
  },
} as const satisfies Record<string, Setting>;

export const storageSettings = {
  DATA_DIR: {
    shape: folder,
    fallback: '.data',
    accepts: 'path',
    purpose: 'Recordings, uploads and the embedded database.',
  },
  HISTORY_ANCHOR_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path',
    purpose:
      'Where a line is added every day that proves the history by then; `history-anchors.jsonl` in `DATA_DIR` where nothing is set. The audit log’s own, `audit-anchors.jsonl`, lies beside it. Better on a volume that the server may only append to, or copied away.',
  },
  DATABASE_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: '`postgres://` URL',
    purpose: 'A PostgreSQL 15 or newer to use instead of the embedded one; its role must not be a superuser.',
  },
  DATABASE_OWNER_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: '`postgres://` URL',
    purpose:
      'The role that owns the tables and changes them at start, so that the application’s own role cannot.',
  },
  DATABASE_CONNECTIONS: {
    shape: number(4, 500),
    fallback: '20',
    accepts: '4 to 500',
    purpose: 'Most connections of the web part to the database.',
  },
  DISK_FLOOR_BYTES: {
    shape: number(0, Number.MAX_SAFE_INTEGER),
    fallback: gb(2),
    accepts: 'bytes',
    purpose: 'Uploads are refused while the disk has less than this free.',
  },
  JOB_CONCURRENCY: {
    shape: number(1, 64),
    fallback: '2',
    accepts: '1 to 64',
    purpose: 'Background jobs at once in this process, analyses not counted.',
  },
  ANALYSIS_CONCURRENCY: {
    shape: number(0, 16),
    fallback: '1',
    accepts: '0 to 16, 0 = leaves them to other processes',
    purpose: 'Analyses of recordings at once in this process.',
  },
} as const satisfies Record<string, Setting>;
