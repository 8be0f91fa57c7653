/**
 * Gives each upload one writer, over all nodes together. A client that asks for the offset of an upload or cancels it
 * has lost its earlier writer: that writer is asked to release the lock and is waited for. A client that sends bytes
 * while another request is sending some is refused at once and may ask for the offset again: of two requests at the
 * same offset at the same time exactly one continues.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locker } from '@tus/server';
import type { SessionLock, SessionLocks } from '../../platform/db/session-locks.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { UploadDependencies } from './upload-dependencies.ts';

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

/**
 * Creates the locker for one request. tus answers only with its own errors, so our refusal is passed to `refuse` as
 * well. An upload that another server has received so far is taken over before the request is served.
 */
export function writerOf(
  { locks, disk }: Pick<UploadDependencies, 'locks' | 'disk'>,
  method: string,
  refuse: (fault: unknown) => void,
): Locker {
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
            if (method !== 'DELETE') await disk?.arrive(upload_id);
          } catch (fault) {
            refuse(fault);
            await mine.lock?.release();
            mine.lock = null;
            throw fault;
          }
        },
        unlock: async () => {
          try {
            if (method === 'PATCH') await disk?.leave(upload_id);
          } finally {
            await mine.lock?.release();
          }
        },
      };
    },
  };
}
