/**
 * Prepares a run of the journeys: builds the page and the programs, starts one temporary PostgreSQL for all workers,
 * and makes the template database that each worker copies. The returned function stops the database and removes the
 * folder.
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
  // Runs in a separate process, because the product's worker threads for reading and analysis need plain Node.
  const { code, output } = await runNode(['e2e/world/prepare-template.ts'], { cwd: repositoryRoot });
  if (code === 0) return () => endTestRun(folder);
  await endTestRun(folder);
  throw new Error(`The template of the journeys could not be prepared.\n${output}`);
}
