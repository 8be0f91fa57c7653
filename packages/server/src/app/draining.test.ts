/** Tests a server that drains: it reports that it stops, answers what still arrives, and ends each connection. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../platform/db/test-database.ts';
import { afterFile } from '../platform/test-after-file.ts';
import { startWebPart } from '../testing/test-web-part.ts';
import { openUploads } from './open-uploads.ts';
import { startWeb } from './serve.ts';

const readiness = z.object({ status: z.string(), troubles: z.array(z.string()) });

test('a server that drains is not ready, answers every request, and keeps no connection', async () => {
  const world = await startWebPart(await testDatabase());
  afterFile(world.close);
  const { serving } = world;
  const drained = Promise.withResolvers<undefined>();
  const options = { strictAnswers: true, pages: null, drained: drained.promise };
  const web = await startWeb(serving, await openUploads(serving), options);
  const ask = (path: string) => fetch(`${web.address}/${path}`);
  expect((await ask('readyz')).status).toBe(200);
  const stopped = web.stop();

  const ready = await ask('readyz');
  expect([ready.status, ready.headers.get('connection')]).toEqual([500, 'close']);
  expect(readiness.parse(await ready.json())).toEqual({ status: 'not ready', troubles: ['stopping'] });
  expect((await ask('healthz')).status).toBe(200);
  const refused = await ask('api/v1/case/cases');
  expect([refused.status, refused.headers.get('connection')]).toEqual([401, 'close']);

  drained.resolve(undefined);
  await stopped;
  await expect(ask('healthz')).rejects.toThrow();
});
