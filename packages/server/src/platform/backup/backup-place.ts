/**
 * Defines where a backup is: in a folder (`folder-backup.ts`) or in a bucket (`bucket-backup.ts`). Its parts have the
 * same names in both (`backup-manifest.ts`).
 */
import type { Hashed } from './hashed-file.ts';

export type BackupReader = {
  /** The place as an operator names it. */
  readonly words: string;
  /**
   * Whether reading costs so much that a restore reads stored files only once, and compares each with its name before
   * it is used.
   */
  readonly isRemote: boolean;
  /** How many parts are read at once. */
  readonly atOnce: number;
  readonly has: (name: string) => Promise<boolean>;
  /** Streams a part of the backup; null if there is none. */
  readonly read: (name: string) => Promise<AsyncIterable<unknown> | null>;
  readonly close: () => Promise<void>;
};

/** Stored files that earlier backups have and that the new one shares. */
export type EarlierFiles = {
  /** Shares a file if an earlier backup has one of this length. Returns null otherwise. */
  readonly share: (sha256: string, bytesOf: () => Promise<number | null>) => Promise<Hashed | null>;
  /** Takes a file whose bytes match its name, for an installation that has lost it. Returns null if there is none. */
  readonly rescue: (sha256: string) => Promise<Hashed | null>;
};

export type BackupWriter = {
  /** A folder of this machine for lists that grow while the backup is made. */
  readonly lists: string;
  /** How many stored files are written at once. */
  readonly atOnce: number;
  /** Writes a new part of the backup. */
  readonly write: (name: string, source: AsyncIterable<unknown>) => Promise<Hashed>;
  /** Writes a stored file. Returns null, with nothing written, if the bytes do not match the name. */
  readonly writeStored: (sha256: string, source: AsyncIterable<unknown>) => Promise<Hashed | null>;
  /** Null if there is no earlier backup. */
  readonly earlier: EarlierFiles | null;
  /** Makes everything durable, and then writes the list of checksums from this file: the backup is complete. */
  readonly finish: (sums: string) => Promise<void>;
  readonly close: () => Promise<void>;
};
