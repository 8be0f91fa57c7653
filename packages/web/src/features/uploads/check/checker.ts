/** The page's side of the check: one worker, whose responses are parsed on arrival. */
import { makeWorkerRequests } from '../../../platform/worker-requests.ts';
import { checkResult, type CheckResult } from './check-result.ts';

const requests = makeWorkerRequests(
  () => new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' }),
  'the check broke off',
);

export const checker = {
  check: async (file: File): Promise<CheckResult> => checkResult.parse(await requests.ask({ file }).answer),
};
