/**
 * Watches a folder into which devices' export programs write: each complete recording is taken, made a zip, uploaded,
 * and moved to `done` or `refused`. One process watches a folder at a time.
 */
import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DirectoryInUse,
  lockDirectory,
  type DirectoryLock,
} from '@rhythmdesk/server/platform/postgres/directory-lock';
import { deliver, NotNow } from './deliver.ts';
import { Inbox } from './inbox.ts';
import { NotARecording, prepare } from './prepare-zip.ts';
import { makeWorking, Taken, type Outcome } from './taken.ts';
import type { WatchedFolder } from './watch-settings.ts';

export type Watching = {
  readonly settle_ms: number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Called before each step; a test ends the program there. */
  readonly onStep?: (step: string) => void;
};

/** A fault of the machine, such as a full disk, delays its recording and no other. */
const orLater = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((fault: unknown) => {
    if (fault instanceof NotNow || fault instanceof NotARecording) throw fault;
    throw new NotNow(fault instanceof Error ? fault.message : String(fault), { cause: fault });
  });

const outcomeWords = ({ case_id, reason, note }: Outcome): string => {
  if (reason !== null) return `refused, ${reason}`;
  return note === null ? `case ${String(case_id)}` : `case ${String(case_id)}. ${note}`;
};

const longestPauseMs = 300_000;

type Pause = { readonly untilMs: number; readonly ms: number };

export class FolderWatch {
  readonly #folder: WatchedFolder;
  readonly #watching: Watching;
  readonly #inbox: Inbox;
  #taken: Taken[] = [];
  readonly #pauses = new Map<Taken, Pause>();
  #unreadable: ReadonlyMap<string, string> = new Map();

  private constructor(folder: WatchedFolder, watching: Watching) {
    this.#folder = folder;
    this.#watching = watching;
    this.#inbox = new Inbox(folder.folder, watching.settle_ms);
  }

  /** Continues what an earlier run had taken. */
  static async open(folder: WatchedFolder, watching: Watching): Promise<FolderWatch> {
    const watch = new FolderWatch(folder, watching);
    watch.#taken = await Taken.known(folder.folder);
    return watch;
  }

  /** Takes the complete recordings, except those of which an earlier one that is not moved completely has a file. */
  async #takeComplete(nowMs: number): Promise<void> {
    const held = new Set(this.#taken.filter((each) => !each.isGathered).flatMap(({ state }) => state.names));
    const complete = await this.#inbox.complete(nowMs);
    this.#sayUnreadable();
    for (const names of complete) {
      if (names.some((name) => held.has(name))) continue;
      this.#watching.onStep?.('take');
      this.#taken.push(await Taken.take(this.#folder.folder, names));
    }
  }

  /** Says once of each file that it cannot be read. */
  #sayUnreadable(): void {
    const { unreadable } = this.#inbox;
    for (const [name, code] of unreadable)
      if (!this.#unreadable.has(name) && code !== 'ENOENT')
        this.#watching.say(`${name}: waits, it cannot be read (${code})`);
    this.#unreadable = unreadable;
  }

  /** Does what can be done now. Returns how many recordings are not settled. */
  async step(nowMs: number): Promise<number> {
    const taking = await Promise.allSettled([this.#takeComplete(nowMs)]);
    for (const taken of [...this.#taken]) {
      if ((this.#pauses.get(taken)?.untilMs ?? 0) <= nowMs) await this.#advance(taken, nowMs);
    }
    for (const each of taking) if (each.status === 'rejected') throw each.reason;
    return this.#taken.length;
  }

  /** Returns whether the outcome is known now. */
  async #decide(taken: Taken): Promise<boolean> {
    if (taken.state.outcome !== null) return true;
    const { onStep, signal } = this.#watching;
    try {
      await orLater(taken.gather());
      if (taken.state.prepared === null) {
        onStep?.('prepare');
        await orLater(prepare(taken, this.#folder.time_zone));
      }
      onStep?.('deliver');
      return await orLater(deliver({ ...this.#folder, signal }, taken));
    } catch (fault) {
      if (!(fault instanceof NotARecording)) throw fault;
      await orLater(taken.change({ outcome: { case_id: null, reason: fault.message, note: null } }));
      return true;
    }
  }

  async #advance(taken: Taken, nowMs: number): Promise<void> {
    const { say, onStep } = this.#watching;
    const [name = ''] = taken.state.names;
    try {
      if (!(await this.#decide(taken))) return;
      onStep?.('settle');
      await orLater(taken.settle());
    } catch (fault) {
      if (fault instanceof NotNow) return this.#wait(taken, name, fault.message, nowMs);
      throw fault;
    }
    const { outcome } = taken.state;
    this.#taken = this.#taken.filter((each) => each !== taken);
    this.#pauses.delete(taken);
    if (outcome !== null) say(`${name}: ${outcomeWords(outcome)}`);
  }

  /** Tries again later, each time after twice as long. */
  #wait(taken: Taken, name: string, reason: string, nowMs: number): void {
    const ms = Math.min(longestPauseMs, 2 * (this.#pauses.get(taken)?.ms ?? 500));
    this.#pauses.set(taken, { untilMs: nowMs + ms, ms });
    this.#watching.say(`${name}: waits, ${reason}`);
  }
}

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault);

/** Says once that the folder cannot be used, and once that it can be again. */
class FolderWords {
  readonly #folder: string;
  readonly #say: Watching['say'];
  #fault: string | null = null;

  constructor({ folder }: WatchedFolder, say: Watching['say']) {
    this.#folder = folder;
    this.#say = say;
  }

  failed(fault: unknown): void {
    const words = fault instanceof Error ? fault.message : String(fault);
    if (words !== this.#fault)
      this.#say(codeOf(fault) === 'ENOENT' ? `waits, there is no folder ${this.#folder}` : `waits, ${words}`);
    this.#fault = words;
  }

  worked(): void {
    if (this.#fault !== null) this.#say(`continues, ${this.#folder} can be read again`);
    this.#fault = null;
  }
}

class FolderInUse extends Error {}

function lockFolder({ folder }: WatchedFolder): Promise<DirectoryLock> {
  return lockDirectory(join(folder, '.working')).catch((fault: unknown) => {
    if (!(fault instanceof DirectoryInUse)) throw fault;
    throw new FolderInUse(`${folder} is watched by ${fault.owners}. Stop that one first.`, { cause: fault });
  });
}

type Watched = { readonly watch: FolderWatch; readonly lock: DirectoryLock };

/** A folder is not made here: it may be a network drive that is not there yet. */
async function openFolder(folder: WatchedFolder, watching: Watching): Promise<Watched> {
  await readdir(folder.folder);
  await makeWorking(folder.folder);
  const lock = await lockFolder(folder);
  try {
    return { watch: await FolderWatch.open(folder, watching), lock };
  } catch (fault) {
    await lock.release();
    throw fault;
  }
}

/** Waits as long as the folder cannot be used; the other folders of the program are watched meanwhile. */
async function openWhenThere(
  folder: WatchedFolder,
  watching: Watching,
  words: FolderWords,
  pause: () => Promise<void>,
): Promise<Watched | null> {
  while (!watching.signal.aborted) {
    try {
      const opened = await openFolder(folder, watching);
      words.worked();
      return opened;
    } catch (fault) {
      if (fault instanceof FolderInUse) throw fault;
      words.failed(fault);
      await pause();
    }
  }
  return null;
}

/** Watches until `signal` aborts. */
export async function watchFolder(folder: WatchedFolder, watching: Watching): Promise<void> {
  const { signal, settle_ms, say } = watching;
  const words = new FolderWords(folder, say);
  const pause = (): Promise<void> =>
    sleep(Math.min(settle_ms / 4, 5_000), undefined, { signal }).catch(() => undefined);
  const opened = await openWhenThere(folder, watching, words, pause);
  if (opened === null) return;
  const { watch, lock } = opened;
  try {
    say(`watches ${folder.folder}`);
    while (!signal.aborted) {
      // A folder that cannot be read now is tried again, for example a network drive.
      await watch.step(Date.now()).then(
        () => words.worked(),
        (fault: unknown) => words.failed(fault),
      );
      await pause();
    }
  } finally {
    await lock.release();
  }
}
