/** Defines the settings for how the server listens and where it stores data. */
import { z } from 'zod';
import { logLevels } from '../log/log.ts';
import {
  folder,
  gb,
  line,
  number,
  postgresUrl,
  postgresUrlWords,
  proxies,
  url,
  type Setting,
} from './setting.ts';
import { siteAddress } from './site-address.ts';

export const serverSettings = {
  HOST: {
    shape: z.string().min(1),
    fallback: '0.0.0.0',
    accepts: 'address',
    purpose: 'The address on which the server listens.',
  },
  PORT: {
    shape: number(0, 65535),
    fallback: '8080',
    accepts: '0 to 65535, 0 = any free one',
    purpose: 'The port on which the server listens.',
  },
  PUBLIC_URL: {
    shape: siteAddress,
    fallback: undefined,
    accepts: 'http or https URL, also with a path; with `TLS_CERT_FILE` https only',
    purpose:
      'The address that users use; links in mails and messages begin with it. With a path the product is installed under this path of its host; see “Under a path”.',
  },
  TLS_CERT_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file; with `TLS_KEY_FILE`',
    purpose:
      'The certificate of this server, followed by those of its issuers. With it the server speaks HTTPS on `PORT`; see “Encryption”.',
  },
  TLS_KEY_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a PEM file without a passphrase; with `TLS_CERT_FILE`',
    purpose: 'The private key of `TLS_CERT_FILE`.',
  },
  HTTP_REDIRECT_PORT: {
    shape: number(0, 65535),
    fallback: undefined,
    accepts: '0 to 65535, 0 = any free one; with an https `PUBLIC_URL`',
    purpose:
      'The port on which requests without encryption are redirected to `PUBLIC_URL`; without it there is none. See “Encryption”.',
  },
  OIDC_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path of a JSON file',
    purpose: 'The providers of sign-in by OpenID Connect; see “Sign-in by a provider”. Needs `PUBLIC_URL`.',
  },
  TRUST_PROXY: {
    shape: proxies,
    fallback: 'false',
    accepts: 'list such as `10.0.0.5,10.1.0.0/16,fd00::/8`, `true` or `false`',
    purpose:
      'The proxies that are trusted for the caller’s address (`X-Forwarded-For`). `true` trusts whoever connects, so only a proxy may reach the port. See “Behind a proxy”.',
  },
  LOG_LEVEL: {
    shape: z.enum(logLevels),
    fallback: 'info',
    accepts: logLevels.map((level) => `\`${level}\``).join(', '),
    purpose: 'The least severe line that is written.',
  },
  DRAIN_SECONDS: {
    shape: number(0, 600),
    fallback: '0',
    accepts: '0 to 600',
    purpose:
      'How long a server that stops still answers while `/readyz` reports `stopping`, so that a load balancer sends new requests elsewhere; see “Several servers”.',
  },
  STOP_SECONDS: {
    shape: number(1, 600),
    fallback: '20',
    accepts: '1 to 600',
    purpose: 'The time that running requests and jobs have to finish when the server stops.',
  },
} as const satisfies Record<string, Setting>;

export const storageSettings = {
  DATA_DIR: {
    shape: folder,
    fallback: '.data',
    accepts: 'path',
    purpose: 'Recordings, uploads and the embedded database.',
  },
  FILES_URL: {
    shape: z.url({ protocol: /^s3$/, hostname: /./ }),
    fallback: undefined,
    accepts: '`s3://bucket/prefix`',
    purpose:
      'The bucket to which stored files are moved once they are received; see “Files in a bucket”. Without it they stay in `DATA_DIR`.',
  },
  FILES_ENDPOINT: {
    shape: url,
    fallback: undefined,
    accepts: 'http or https URL',
    purpose: 'The address of the S3 service, if it is not Amazon’s.',
  },
  FILES_REGION: {
    shape: line,
    fallback: 'us-east-1',
    accepts: 'text',
    purpose: 'The region of the bucket.',
  },
  FILES_CACHE_BYTES: {
    shape: number(0, Number.MAX_SAFE_INTEGER),
    fallback: gb(50),
    accepts: 'bytes',
    purpose: 'The most bytes of local copies of files that are in the bucket.',
  },
  BACKUP_ENDPOINT: {
    shape: url,
    fallback: undefined,
    accepts: 'http or https URL',
    purpose: 'The address of the S3 service of backups to `s3://bucket/prefix`, if it is not Amazon’s.',
  },
  BACKUP_REGION: {
    shape: line,
    fallback: 'us-east-1',
    accepts: 'text',
    purpose: 'The region of the bucket of backups.',
  },
  BACKUP_PROFILE: {
    shape: line,
    fallback: undefined,
    accepts: 'text',
    purpose:
      'The profile of the credentials file with the keys for the bucket of backups, if they are not those of `FILES_URL`.',
  },
  HISTORY_ANCHOR_FILE: {
    shape: folder,
    fallback: undefined,
    accepts: 'path',
    purpose:
      'The file to which a line is added every day that covers the history so far; default `history-anchors.jsonl` in `DATA_DIR`. The audit log’s file, `audit-anchors.jsonl`, is beside it. Put it on a volume to which the server may only append, or copy it to another place.',
  },
  DATABASE_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: postgresUrlWords,
    purpose: 'A PostgreSQL 15 or newer to use instead of the embedded one; its role must not be a superuser.',
  },
  DATABASE_OWNER_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: postgresUrlWords,
    purpose:
      'The role that owns the tables and changes them at start, so that the application’s own role cannot.',
  },
  DATABASE_POOL_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: postgresUrlWords,
    purpose:
      'A pooler in transaction mode (PgBouncer) before the same database, with the role of `DATABASE_URL`, through which a server sends its statements; see “A pooler”. Needs `DATABASE_URL`.',
  },
  DATABASE_REPLICA_URL: {
    shape: postgresUrl,
    fallback: undefined,
    accepts: postgresUrlWords,
    purpose:
      'A streaming replica of the database, with the role of `DATABASE_URL`, from which lists, statistics and exports are read; see “A replica for reading”. Needs `DATABASE_URL`.',
  },
  DATABASE_CONNECTIONS: {
    shape: number(4, 500),
    fallback: '20',
    accepts: '4 to 500',
    purpose: 'The most database connections of the web server.',
  },
  DISK_FLOOR_BYTES: {
    shape: number(0, Number.MAX_SAFE_INTEGER),
    fallback: gb(2),
    accepts: 'bytes',
    purpose: 'Uploads are refused while the disk has less free space than this.',
  },
  JOB_CONCURRENCY: {
    shape: number(1, 64),
    fallback: '2',
    accepts: '1 to 64',
    purpose: 'Background jobs at a time in this process, without analyses.',
  },
  ANALYSIS_CONCURRENCY: {
    shape: number(0, 16),
    fallback: '1',
    accepts: '0 to 16, 0 = only in other processes',
    purpose: 'Analyses of recordings at a time in this process.',
  },
} as const satisfies Record<string, Setting>;
