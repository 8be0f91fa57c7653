/** The page's side of the thread that folds its reading. */
import { makeWorkerRequests } from '../../../platform/worker-requests.ts';
import { isFoldedReading, type FoldedReading, type ReadingRequest } from './reading-message.ts';

export type ReadingThread = {
  readonly fold: (request: Exclude<ReadingRequest, { kind: 'checksum' }>) => Promise<FoldedReading>;
  readonly checksum: (at: number) => Promise<string>;
  readonly close: () => void;
};

export function startReadingThread(): ReadingThread {
  const requests = makeWorkerRequests(
    () => new Worker(new URL('./reading-worker.ts', import.meta.url), { type: 'module' }),
    'the reading thread failed',
  );
  return {
    fold: async (request) => {
      const transfer =
        request.kind === 'open' ? [request.bytes, ...request.earlier.map(({ bytes }) => bytes)] : [];
      const answer = await requests.ask(request, { transfer }).answer;
      if (!isFoldedReading(answer)) throw new Error('the reading thread answered nothing known');
      return answer;
    },
    checksum: async (at) => {
      const answer = await requests.ask({ kind: 'checksum', at }).answer;
      if (typeof answer !== 'string') throw new Error('the reading thread answered nothing known');
      return answer;
    },
    close: requests.close,
  };
}
