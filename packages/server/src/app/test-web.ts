/** The whole web part for a test file, closed after its tests. */
import { afterAll } from 'vitest';
import { testDatabase } from '../platform/db/test-database.ts';
import { trialWeb } from './trial-web.ts';

export async function testWeb() {
  const web = await trialWeb(await testDatabase());
  afterAll(web.close);
  return web;
}
