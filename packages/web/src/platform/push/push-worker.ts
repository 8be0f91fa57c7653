/**
 * Registers the service worker that shows push messages. It must be active within ten seconds; otherwise a named error
 * is thrown.
 */
import { PushFault } from './push-fault.ts';
import { browserAddress } from '../address/base-path.ts';

export const activationMs = 10_000;
const workerPath = '/push-worker.js';

/** Resolves once it is active; a worker that is replaced by another never becomes active. */
async function activated(worker: ServiceWorker, timeoutMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (why: string) => reject(new PushFault('worker-failed', new Error(why)));
  const look = () => {
    if (worker.state === 'activated') resolve(undefined);
    if (worker.state === 'redundant') fail('redundant');
  };
  const timer = setTimeout(() => fail(`not active after ${String(timeoutMs)} ms`), timeoutMs);
  worker.addEventListener('statechange', look);
  look();
  await promise.finally(() => {
    clearTimeout(timer);
    worker.removeEventListener('statechange', look);
  });
}

export async function activePushWorker(
  workers: Pick<ServiceWorkerContainer, 'register'> = navigator.serviceWorker,
): Promise<ServiceWorkerRegistration> {
  const registration = await workers
    .register(browserAddress(workerPath), { scope: browserAddress('/'), updateViaCache: 'none' })
    .catch((fault: unknown) => {
      throw new PushFault('worker-failed', fault);
    });
  const coming = registration.installing ?? registration.waiting;
  if (registration.active === null) {
    if (coming === null) throw new PushFault('worker-failed', new Error('no worker'));
    await activated(coming, activationMs);
  }
  return registration;
}
