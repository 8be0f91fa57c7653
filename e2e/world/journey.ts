/** Defines the `test` function of the journeys: every worker has its own server, every test its own world. */
import { test as base } from '@playwright/test';
import { makeWorld, type World } from './world.ts';
import { pushAnswer, serveWorker, type WorkerServer } from './worker-server.ts';

export const test = base.extend<{ world: World }, { server: WorkerServer }>({
  server: [({ playwright: _playwright }, use) => serveWorker(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: ({ server }, use) => use(server.origin),
  // The card about push messages is answered in advance; the journey about it removes the answer.
  storageState: ({ server: { origin } }, use) => {
    const [name, value] = pushAnswer();
    return use({ cookies: [], origins: [{ origin, localStorage: [{ name, value }] }] });
  },
  world: async ({ server, browser }, use) => {
    const world = await makeWorld(server, browser);
    await use(world);
    await world.close();
  },
});
