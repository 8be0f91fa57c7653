/**
 * Prepares a run of the journeys: the built page and programs, one throw-away PostgreSQL for all workers, and in it the template
 * that each worker copies its database from. The answer ends the database and removes the folder.
 */
import { beginTestRun, endTestRun } from '@rhythmdesk/server/platform/db/test-cluster';
import { runNode } from '../../tools/processes/child-process.ts';
import { repositoryRoot } from '../../tools/processes/repository.ts';
import setUpPrograms from '../../tools/build/test-set-up.ts';
import { ensureWebBuilt } from '../../tools/build/web-build.ts';

export default async function prepareRun(): Promise<() => Promise<void>> {
  await ensureWebBuilt(repositoryRoot);
  await setUpPrograms();
  const folder = await beginTestRun();
  // A process of its own: the threads of the product that read and analyse run on plain Node.
  const { code, output } = await runNode(['e2e/world/prepare-template.ts'], { cwd: repositoryRoot });
  if (code === 0) return () => endTestRun(folder);
  await endTestRun(folder);
  throw new Error(`The template of the journeys could not be prepared.\n${output}`);
}
