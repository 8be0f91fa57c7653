/** Prepares what every run of tests or fault programs shares; they find it through environment variables. */
import { join } from 'node:path';
import { repositoryRoot } from '../processes/repository.ts';
import { ensureServerBuilt } from './server-build.ts';

export default async function setUpPrograms(): Promise<void> {
  process.env['RHYTHMDESK_TEST_PROGRAMS'] = await ensureServerBuilt(repositoryRoot);
  // A process or thread that loads already compiled code takes a third of the processor time to start.
  process.env['NODE_COMPILE_CACHE'] = join(repositoryRoot, 'node_modules/.cache/compile');
}
