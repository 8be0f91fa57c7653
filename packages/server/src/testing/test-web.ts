/** Provides the whole web part for a test file and closes it after its tests. */
import { afterFile } from '../platform/after-file.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { trialWeb } from './trial-web.ts';

export async function testWeb(settings: Parameters<typeof trialWeb>[1] = {}) {
  const web = await trialWeb(await testDatabase(), settings);
  afterFile(web.close);
  return web;
}
