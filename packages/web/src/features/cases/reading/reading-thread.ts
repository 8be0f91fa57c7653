/** Starts the worker that computes the page's reading, and sends it edits and queries. */
import { makeWorkerRequests } from '../../../platform/worker-requests.ts';
import type { ReadingChange } from '@rhythmdesk/ecg/reading/reading-changes';
import type { GroupBeats, GroupMembers } from '@rhythmdesk/ecg/reading/group-members';
import {
  isChanges,
  isFoldedReading,
  isGroupBeats,
  isGroupMembers,
  type FoldedReading,
  type ReadingRequest,
} from './reading-message.ts';

/** Queries about the current reading. */
export type ReadingQueries = Pick<ReadingThread, 'members' | 'group' | 'changes'>;

export type ReadingThread = {
  readonly fold: (request: Extract<ReadingRequest, { kind: 'open' | 'apply' }>) => Promise<FoldedReading>;
  readonly members: (template: number) => Promise<GroupMembers>;
  readonly group: (template: number) => Promise<GroupBeats>;
  readonly changes: () => Promise<readonly ReadingChange[]>;
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
    members: async (template) => {
      const answer = await requests.ask({ kind: 'members', template }).answer;
      if (!isGroupMembers(answer)) throw new Error('the reading thread answered nothing known');
      return answer;
    },
    group: async (template) => {
      const answer = await requests.ask({ kind: 'group', template }).answer;
      if (!isGroupBeats(answer)) throw new Error('the reading thread answered nothing known');
      return answer;
    },
    changes: async () => {
      const answer = await requests.ask({ kind: 'changes' }).answer;
      if (!isChanges(answer)) throw new Error('the reading thread answered nothing known');
      return answer;
    },
    close: requests.close,
  };
}
