/**
 * Writes backups into a bucket of any S3, and reads them. Below the prefix:
 *
 *   backup-of.json             the installation to which all backups belong
 *   files/<ab>/<sha256>        stored files, once for all backups
 *   backups/<name>/<part>      the other parts of a backup; its name is the moment at which it began
 *
 * Invariants: an object of `files` has exactly the bytes of its name, since S3 shows an object only once it is complete
 * and the bytes are compared with the name before that. So a file is not sent again, and a backup that was interrupted
 * continues in the next one. A backup without `SHA256SUMS`, which is written last, is unfinished.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { partOf } from '../files/disk-place.ts';
import { openBucket, type S3Bucket } from '../files/s3-bucket.ts';
import { BackupFault, storedFile, sumsName } from './backup-manifest.ts';
import type { BackupReader, BackupWriter, EarlierFiles } from './backup-place.ts';
import { bytesAt, hashing, hashOf, type Hashed } from './hashed-file.ts';

/** Where backups are in a bucket. */
export type BackupBucket = {
  readonly bucket: string;
  /** Ends with a slash unless it is empty. */
  readonly prefix: string;
  /** Null for Amazon’s own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly profile?: string | undefined;
};

/** Several files are asked for at once, at the end of one folder and the beginning of the next. */
const foldersKept = 4;

/** Each request waits for the network. Files that are sent need memory for their parts. */
const [readAtOnce, sentAtOnce] = [16, 8];

const ownerShape = z.object({ installation_id: z.string() });

/** The bytes that were read differ from the name of the file. */
class OtherBytes extends Error {}

async function* matching(source: AsyncIterable<unknown>, sha256: string, took: (found: Hashed) => void) {
  const { chunks, hashed } = hashing(source);
  yield* chunks;
  const found = hashed();
  if (found.sha256 !== sha256) throw new OtherBytes();
  took(found);
}

export class BackupsInBucket {
  /** Its keys of files begin below `files/`. */
  readonly bucket: S3Bucket;
  readonly words: string;
  readonly prefix: string;
  constructor(place: BackupBucket) {
    this.prefix = place.prefix;
    this.words = `s3://${place.bucket}/${place.prefix}`;
    this.bucket = openBucket({ ...place, prefix: `${place.prefix}files/` });
  }

  /** Returns the key of a part of a backup. */
  keyOf(backup: string, name: string): string {
    return `${this.prefix}${name.startsWith('files/') ? name : `backups/${backup}/${name}`}`;
  }

  /** Marks a bucket as this installation’s. Throws if it is another’s. */
  async pair(installation_id: string): Promise<void> {
    const key = `${this.prefix}backup-of.json`;
    const text = await this.bucket.readText(key);
    if (text === null) return this.bucket.writeText(key, JSON.stringify({ installation_id }));
    if (ownerShape.safeParse(JSON.parse(text)).data?.installation_id === installation_id) return;
    throw new BackupFault('backup/place', `${this.words} has the backups of another installation.`);
  }

  /** Lists the keys of the parts of every backup, the newest backup first. */
  async list(): Promise<{ name: string; isFinished: boolean; keys: string[] }[]> {
    const within = `${this.prefix}backups/`;
    const found = new Map<string, string[]>();
    for await (const { key } of this.bucket.list(within)) {
      const [name = ''] = key.slice(within.length).split('/');
      found.set(name, [...(found.get(name) ?? []), key]);
    }
    return [...found]
      .map(([name, keys]) => ({ name, isFinished: keys.includes(this.keyOf(name, sumsName)), keys }))
      .sort((one, other) => (one.name < other.name ? 1 : -1));
  }

  /** Returns a backup by its name, or the newest finished one. */
  async reader(wanted: string | undefined): Promise<BackupReader> {
    const name = wanted ?? (await this.list()).find(({ isFinished }) => isFinished)?.name;
    if (name === undefined)
      throw new BackupFault('backup/unfinished', `${this.words} holds no finished backup.`);
    return {
      words: `${this.words}backups/${name}`,
      isRemote: true,
      atOnce: readAtOnce,
      has: async (part) => (await this.bucket.head(this.keyOf(name, part))) !== null,
      read: (part) => this.bucket.streamKey(this.keyOf(name, part)),
      close: () => this.bucket.close(),
    };
  }

  /** Starts a backup. `requireLock` throws if another process may remove files meanwhile. */
  async writer(name: string, requireLock: () => void): Promise<BackupWriter> {
    const lists = await mkdtemp(path.join(tmpdir(), 'rhythmdesk-backup-'));
    const keyOf = (part: string): string => this.keyOf(name, part);
    return {
      lists,
      atOnce: sentAtOnce,
      write: async (part, source) => {
        const { chunks, hashed } = hashing(source);
        await this.bucket.send(keyOf(part), chunks);
        return hashed();
      },
      writeStored: (sha256, source) => this.#sendStored(sha256, source),
      earlier: this.#earlier(),
      finish: async (sums) => {
        requireLock();
        await this.bucket.send(keyOf(sumsName), bytesAt(sums));
      },
      close: async () => {
        await rm(lists, { recursive: true, force: true });
        await this.bucket.close();
      },
    };
  }

  async #sendStored(sha256: string, source: AsyncIterable<unknown>): Promise<Hashed | null> {
    const sent: { hashed: Hashed | null } = { hashed: null };
    try {
      await this.bucket.send(
        this.keyOf('', storedFile(sha256)),
        matching(source, sha256, (found) => (sent.hashed = found)),
      );
      return sent.hashed;
    } catch (fault) {
      if (fault instanceof OtherBytes) return null;
      throw fault;
    }
  }

  /** Lists the files of one folder at a time, because names are asked for in their order. */
  #earlier(): EarlierFiles {
    const listed = new Map<string, Promise<Map<string, number>>>();
    const readPart = async (part: string): Promise<Map<string, number>> => {
      const found = new Map<string, number>();
      for await (const { key, bytes } of this.bucket.list(`${this.bucket.keys.prefix}${part}/`)) {
        const name = this.bucket.keys.nameOf(key);
        if (name !== null) found.set(name, bytes);
      }
      return found;
    };
    const partAt = (part: string): Promise<Map<string, number>> => {
      const found = listed.get(part) ?? readPart(part);
      listed.set(part, found);
      const [oldest] = listed.keys();
      if (listed.size > foldersKept && oldest !== undefined) listed.delete(oldest);
      return found;
    };
    return {
      share: async (sha256, bytesOf) => {
        const known = (await partAt(partOf(sha256))).get(sha256);
        const bytes = known === undefined ? null : await bytesOf();
        return bytes !== null && bytes === known ? { sha256, bytes } : null;
      },
      rescue: async (sha256) => {
        const source = await this.bucket.stream(sha256);
        const found = source === null ? null : await hashOf(source);
        return found?.sha256 === sha256 ? found : null;
      },
    };
  }
}
