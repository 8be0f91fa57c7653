/**
 * One writer an upload, on all nodes together. Who looks where an upload stands, or gives it up, has lost the writer
 * before: that one is asked to let go and is waited for. Who brings bytes while another brings some is told so at once
 * and may look again: of two at the same place at the same moment exactly one goes on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import type { SessionLock, SessionLocks } from '../../platform/db/session-locks.ts';
import { Refusal } from '../../platform/http/refusal.ts';

const waitsMs = 10_000;
const lookEveryMs = 50;
const askEveryMs = 1_000;

type LetGo = () => void | Promise<void>;

async function waitFor(locks: SessionLocks, name: string, letGo: () => void, signal: AbortSignal) {
  for (let waitedMs = 0; waitedMs < waitsMs; waitedMs += lookEveryMs) {
    const lock = await locks.take(name, letGo);
    if (lock !== null) return lock;
    if (waitedMs % askEveryMs === 0) await locks.ask(name);
    await sleep(lookEveryMs, undefined, { signal });
  }
  return null;
}

/** For one request. tus answers only in its own words, so a no of ours is handed to `refuse` as well. */
export function writerOf(locks: SessionLocks, method: string, refuse: (fault: unknown) => void): Locker {
  return {
    newLock: (upload_id) => {
      const name = `upload ${upload_id}`;
      const mine: { lock: SessionLock | null } = { lock: null };
      const take = async (signal: AbortSignal, letGo: LetGo): Promise<void> => {
        const onWanted = (): void => void letGo();
        mine.lock =
          method === 'PATCH'
            ? await locks.take(name, onWanted)
            : await waitFor(locks, name, onWanted, signal);
        if (mine.lock === null) throw new Refusal('upload/offset');
      };
      return {
        lock: async (signal, letGo) => {
          try {
            await take(signal, letGo);
          } catch (fault) {
            refuse(fault);
            throw fault;
          }
        },
        unlock: async () => mine.lock?.release(),
      };
    },
  };
}
