/** Builds the server's programs before a run of tests or fault programs, which find them by an environment variable. */
import { repositoryRoot } from '../processes/repository.ts';
import { ensureServerBuilt } from './server-build.ts';

export default async function setUpPrograms(): Promise<void> {
  process.env['RHYTHMDESK_TEST_PROGRAMS'] = await ensureServerBuilt(repositoryRoot);
}
