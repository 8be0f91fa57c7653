/**
 * Ensures that only one process owns a data directory. A process that wants it writes a file of its own with its pid
 * and start mark, and then reads the files of the others. If another living one is there, it withdraws. Files of dead
 * processes are removed, so the lock of a killed owner is void without any cleanup.
 *
 * Invariant: there are never two owners. Of two claims, one file existed before the other process looked, so at least
 * one of the two sees the other and withdraws. If both do, they try again after a random pause. Names are never reused,
 * so removing a dead process's file cannot remove a living one's.
 *
 * An owner in another container shares neither pids nor marks with this one. The owner therefore touches its file every
 * five seconds, and a foreign owner counts as alive if the file was touched within the last twenty.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { processMark } from './process-mark.ts';

const touchEveryMs = 5_000;
const foreignAliveMs = 20_000;
const tryForMs = 10_000;
const claimPattern = /^owner-[0-9a-f-]{36}\.lock$/;

const holderShape = z.object({ pid: z.number().int(), mark: z.string(), host: z.string() });
type Holder = z.infer<typeof holderShape>;

export interface DirectoryLock {
  release: () => Promise<void>;
}

export class DirectoryInUse extends Error {
  readonly code = 'postgres/data-directory-in-use';
  /** The processes that own the directory. */
  readonly owners: string;

  constructor(directory: string, owners: string) {
    super(
      `The data directory ${directory} is in use by ${owners}. Stop that one first, or choose another DATA_DIR.`,
    );
    this.owners = owners;
  }
}

const heldMark = (claim: string) => claim.replace(/lock$/, 'held');
const discard = (file: string) => unlink(file).catch(() => undefined);

/** A claim is complete from its first moment on, so only a power cut leaves another one. Its process is not known. */
const unknownHolder: Holder = { pid: 0, mark: '', host: 'an unknown host' };

function holderOf(text: string): Holder {
  try {
    return holderShape.parse(JSON.parse(text));
  } catch {
    return unknownHolder;
  }
}

async function readHolder(claim: string): Promise<Holder | null> {
  const text = await readFile(claim, 'utf8').catch(() => null);
  return text === null ? null : holderOf(text);
}

async function isAlive(holder: Holder, claim: string): Promise<boolean> {
  if ((await processMark(holder.pid)) === holder.mark) return true;
  if (holder.host === hostname()) return false;
  const touched = await stat(claim).catch(() => null);
  return touched !== null && Date.now() - touched.mtimeMs < foreignAliveMs;
}

/** Returns the other living processes; `held` is true if one owns the directory and does not only claim it. */
async function livingOthers(directory: string, own: string): Promise<{ holder: Holder; held: boolean }[]> {
  const living: { holder: Holder; held: boolean }[] = [];
  for (const name of await readdir(directory)) {
    const claim = path.join(directory, name);
    if (!claimPattern.test(name) || claim === own) continue;
    const holder = await readHolder(claim);
    if (holder === null) continue;
    if (await isAlive(holder, claim)) {
      living.push({ holder, held: (await stat(heldMark(claim)).catch(() => null)) !== null });
    } else {
      await discard(heldMark(claim));
      await discard(claim);
    }
  }
  return living;
}

/** Writes the complete claim, reads the others, and withdraws the claim if there is another. */
async function tryOnce(
  directory: string,
  text: string,
): Promise<{ claim: string } | { others: Holder[]; held: boolean }> {
  const claim = path.join(directory, `owner-${randomUUID()}.lock`);
  await writeFile(`${claim}.new`, text, { mode: 0o600 });
  await rename(`${claim}.new`, claim);
  const others = await livingOthers(directory, claim);
  if (others.length === 0) {
    await writeFile(heldMark(claim), '', { mode: 0o600 });
    return { claim };
  }
  await discard(claim);
  return { others: others.map(({ holder }) => holder), held: others.some(({ held }) => held) };
}

function holding(claim: string): DirectoryLock {
  const touch = setInterval(() => {
    const now = new Date();
    utimes(claim, now, now).catch(() => undefined);
  }, touchEveryMs);
  touch.unref();
  return {
    release: async () => {
      clearInterval(touch);
      await discard(heldMark(claim));
      await discard(claim);
    },
  };
}

/** Takes the lock, or throws `DirectoryInUse` with the name of the owner. */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const mark = await processMark(process.pid);
  if (mark === null)
    throw new Error('This process cannot read its own start time, so it cannot lock a directory.');
  const text = JSON.stringify({ pid: process.pid, mark, host: hostname() } satisfies Holder);
  for (const end = Date.now() + tryForMs; ;) {
    const tried = await tryOnce(directory, text);
    if ('claim' in tried) return holding(tried.claim);
    if (tried.held || Date.now() > end) {
      const who = tried.others.map(({ pid, host }) => `process ${pid} on ${host}`).join(', ');
      throw new DirectoryInUse(directory, who);
    }
    await sleep(20 + Math.random() * 200);
  }
}
