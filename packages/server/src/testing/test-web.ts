/** Provides the whole web part for a test file and closes it after its tests. */
import { afterFile } from '../platform/test-after-file.ts';
import { testDatabase } from '../platform/db/test-database.ts';
import { startWebPart } from './test-web-part.ts';

export async function testWeb(settings: Parameters<typeof startWebPart>[1] = {}) {
  const web = await startWebPart(await testDatabase(), settings);
  afterFile(web.close);
  return web;
}
