/**
 * One process owns a data directory. Each that wants it puts down a file of its own, which names it by pid and start
 * mark, and then looks at the files of the others: a living other one means to step back. Files of the dead are removed;
 * so a killed owner's lock is void by the death itself and nobody has to clean up.
 *
 * Law: never two owners. Of two claims one file was there before the other looked, so at least one of the two sees the
 * other and steps back. If both do, they try again after a random pause. Names never repeat, so removing a dead one's
 * file cannot hit a living one's.
 *
 * An owner in another container shares neither pids nor marks with us; for that case the owner touches its file every
 * five seconds, and a foreign one counts as alive while it was touched within the last twenty.
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
}

const heldMark = (claim: string) => claim.replace(/lock$/, 'held');
const discard = (file: string) => unlink(file).catch(() => undefined);

async function readHolder(claim: string): Promise<Holder | null> {
  const text = await readFile(claim, 'utf8').catch(() => null);
  return text === null ? null : holderShape.parse(JSON.parse(text));
}

async function isAlive(holder: Holder, claim: string): Promise<boolean> {
  if ((await processMark(holder.pid)) === holder.mark) return true;
  if (holder.host === hostname()) return false;
  const touched = await stat(claim).catch(() => null);
  return touched !== null && Date.now() - touched.mtimeMs < foreignAliveMs;
}

/** The living others, of whom `held` says that they own the directory and no longer only want it. */
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

/** Puts the claim down whole, looks around, and takes it up again where somebody else is there. */
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

/** Takes the lock or throws `DirectoryInUse`, naming the owner. */
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
      throw new DirectoryInUse(
        `The data directory ${directory} is in use by ${who}. Stop that one first, or choose another DATA_DIR.`,
      );
    }
    await sleep(20 + Math.random() * 200);
  }
}
