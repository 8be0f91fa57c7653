/** vitest's global set-up: names a folder for the run's database; nothing is started until a test asks. */
import { beginTestRun, endTestRun } from './test-cluster.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await beginTestRun();
  return () => endTestRun(folder);
}
