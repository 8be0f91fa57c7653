/**
 * Defines the manifest of a backup, and the location of its parts in its folder:
 *
 *   manifest.json                 this manifest
 *   tables/<table>.copy.gz        the rows of a table in PostgreSQL's COPY format
 *   jobs.json.gz                  waiting background jobs, one per line
 *   uploads/<upload id>           zips that were being received or waited for their check
 *   files/<ab>/<sha256>           stored files
 *   SHA256SUMS                    every file above with its SHA-256, in the format of `sha256sum --check`
 *
 * Invariant: `SHA256SUMS` gets its name last, when everything else is durable. A folder without it is an unfinished
 * backup.
 */
import { z } from 'zod';

export const manifestName = 'manifest.json';
export const jobsName = 'jobs.json.gz';
export const sumsName = 'SHA256SUMS';
export const tableFile = (table: string): string => `tables/${table}.copy.gz`;
export const uploadFile = (upload_id: string): string => `uploads/${upload_id}`;
export const storedFile = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}`;

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const unreadable = z.object({ sha256, fault: z.enum(['missing', 'damaged']) });
const word = z.string().regex(/^[a-z][a-z0-9_]*$/);

export const manifestShape = z.object({
  format: z.literal('rhythmdesk-backup-1'),
  installation_id: z.uuid(),
  began_at: z.iso.datetime(),
  /** Everything acknowledged before this instant is in the backup. */
  snapshot_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: word, columns: z.array(word), rows: count })),
  sequences: z.array(z.object({ name: word, last_value: z.string().regex(/^\d+$/) })),
  jobs: count,
  uploads: z.array(z.string().regex(/^[0-9a-f]{32}$/)),
  files: count,
  bytes: count,
  /** The part of `files` and `bytes` that is shared with earlier backups. */
  linked: z.object({ files: count, bytes: count }).default({ files: 0, bytes: 0 }),
  /** Files that rows name and that were missing or damaged in the store when the backup was made. */
  unreadable: z.array(unreadable),
  /** The same for files that an earlier backup still had: they are in this one too. */
  rescued: z.array(unreadable).default([]),
  /** The number of lines in `SHA256SUMS`. */
  entries: count,
});

export type Manifest = z.output<typeof manifestShape>;

export class BackupFault extends Error {
  readonly code: 'backup/place' | 'backup/busy' | 'backup/unfinished' | 'backup/damaged' | 'backup/release';
  constructor(code: BackupFault['code'], words: string) {
    super(words);
    this.code = code;
  }
}
