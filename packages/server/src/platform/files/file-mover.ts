/**
 * Moves the files of this disk to the bucket, the longest waiting first, and trims the local copies.
 *
 * It is a loop and no job: a job may run on any machine, but only the machines of this disk can send its files. A lock
 * chooses one process of them. Invariant: a file loses its mark only after the bucket returned exactly its bytes. A kill
 * at any moment repeats at most the sending of a few files.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { everything, inScope } from '../db/row-scope.ts';
import type { SessionLock, SessionLocks } from '../db/session-locks.ts';
import type { Log } from '../log/log.ts';
import { BucketAway } from './bucket-fault.ts';
import { proveObject } from './bucket-reader.ts';
import { pairBucket } from './pair-bucket.ts';
import { endEvictions, trimCopies } from './local-copies.ts';
import { filePathIn } from './disk-place.ts';
import type { TieredParts } from './tiered-parts.ts';
import type { TieredStore } from './tiered-store.ts';
import type { WaitingRows } from './waiting-rows.ts';

const movedAtOnce = 3;
const lookEveryMs = 5_000;
const longestPauseMs = 60_000;
const trimEveryMs = 300_000;

type MoverParts = Omit<TieredParts, 'rows'> & { readonly rows: WaitingRows };
type MoveGround = {
  readonly log: Log;
  readonly store: TieredStore;
  readonly parts: MoverParts;
};
type MoverGround = MoveGround & { readonly locks: SessionLocks };

class NotKept extends BucketAway {
  constructor() {
    super('checksum', null);
  }
}

/** Sends one file and reads it back. */
async function sendFile({ folder, disk, bucket, rows, marks, onDamage }: MoverParts, sha256: string) {
  const bytes = await disk.size(sha256);
  if (bytes === null) {
    // The file was killed before it had its name, or it was moved before.
    await rows.forget(sha256);
    return marks.clear(sha256);
  }
  const sums = await disk.sums(sha256);
  if (sums === null) {
    onDamage(sha256, 'files/damaged');
    throw new NotKept();
  }
  await bucket.put(sha256, filePathIn(folder, sha256), bytes, sums);
  const stored = await proveObject(bucket, sha256);
  if (stored?.proof !== 'whole' || !stored.sums.equals(sums)) {
    await bucket.delete(bucket.keys.file(sha256));
    if ((await disk.prove(sha256)) !== 'whole') onDamage(sha256, 'files/damaged');
    throw new NotKept();
  }
  const isThere = async () => (await bucket.head(bucket.keys.file(sha256))) !== null;
  // A sweep removed it in between; the mark stays, and it is sent again.
  if (await rows.confirm(sha256, isThere)) await marks.clear(sha256);
}

const wordOf = (fault: unknown): string =>
  fault instanceof BucketAway ? fault.word : fault instanceof Error ? fault.name : 'unknown';

/** Sends every file that waits. Throws if the bucket is unavailable; returns how many files it refused. */
async function sendAll({ parts, store, log }: MoveGround, signal: AbortSignal): Promise<number> {
  const { rows, marks } = parts;
  await store.announce();
  // A mark precedes its row, so that a listed file without a mark was moved.
  const listed = await rows.names();
  const waiting = new Set(await marks.names());
  for (const sha256 of listed) if (!waiting.has(sha256)) await rows.forget(sha256);
  const names = listed.filter((sha256) => waiting.has(sha256)).values();
  let refused = 0;
  const work = async (): Promise<void> => {
    for (const sha256 of names) {
      if (signal.aborted) return;
      try {
        await sendFile(parts, sha256);
      } catch (fault) {
        await rows.fail(sha256, wordOf(fault));
        if (fault instanceof BucketAway && !(fault instanceof NotKept)) throw fault;
        log.error({ err: fault, sha256 }, 'a file could not be moved to the bucket');
        refused += 1;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: movedAtOnce }, work));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return refused;
}

/** Moves everything once and trims the copies. For tests and the command; the server runs `startMover`. */
export async function moveOnce(
  ground: MoveGround,
  signal: AbortSignal = AbortSignal.any([]),
): Promise<number> {
  const { parts } = ground;
  await endEvictions(parts);
  await pairBucket(parts.bucket, parts.folder);
  return sendAll(ground, signal);
}

export type Mover = {
  /** Called when a file was written. */
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
};

/** Runs one step again and again: after `everyMs`, sooner if woken, and later and later while it fails. */
function repeat(step: (signal: AbortSignal) => Promise<boolean>): Mover {
  const ending = new AbortController();
  const state = { failures: 0, pause: new AbortController() };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      // A wake during the step ends the next pause at once.
      state.pause = new AbortController();
      state.failures = (await step(ending.signal)) ? 0 : state.failures + 1;
      const pauseMs = Math.min(longestPauseMs, lookEveryMs * 2 ** Math.max(0, state.failures - 1));
      const signal = AbortSignal.any([ending.signal, state.pause.signal]);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    wake: () => {
      if (state.failures === 0) state.pause.abort();
    },
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Moves files in the background, if no other process of this disk does. */
export function startMover(ground: MoverGround): Mover {
  const { parts, locks, log } = ground;
  const state: { lock: SessionLock | null; trimmedMs: number; askedMs: number } = {
    lock: null,
    trimmedMs: 0,
    askedMs: 0,
  };
  const trim = async (): Promise<void> => {
    if (Date.now() - state.trimmedMs < trimEveryMs) return;
    const limits = { cacheBytes: parts.cacheBytes, freeBytes: parts.floorBytes };
    const deleted = await trimCopies(parts, parts.bucket, limits);
    state.trimmedMs = Date.now();
    if (deleted > 0) log.info({ bytes: deleted }, 'local copies deleted');
  };
  const step = async (signal: AbortSignal): Promise<boolean> => {
    try {
      state.lock ??= await locks.take(`files of ${parts.rows.node}`, () => (state.lock = null));
      if (state.lock === null) return true;
      const isIdle = (await parts.marks.names()).length === 0;
      if (isIdle && Date.now() - state.askedMs < longestPauseMs) return true;
      const refused = await moveOnce(ground, signal);
      state.askedMs = Date.now();
      await trim();
      return refused === 0;
    } catch (fault) {
      log.warn({ err: fault }, 'files wait for the bucket');
      return false;
    }
  };
  const mover = repeat((signal) => inScope(everything, () => step(signal)));
  return {
    ...mover,
    stop: async () => {
      await mover.stop();
      await state.lock?.release();
    },
  };
}
