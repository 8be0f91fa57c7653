/** Fetches the beats of one version of an analysis and decodes them in a worker. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/client/api.ts';
import { bytesOf } from '../../../platform/client/file-body.ts';
import { keepBeatFile } from '../reading/beat-files.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { isBeatsAnswer } from './beats-message.ts';

function readInThread(bytes: ArrayBuffer): Promise<ReadBeats> {
  const worker = new Worker(new URL('./beats-worker.ts', import.meta.url), { type: 'module' });
  const read = new Promise<ReadBeats>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!isBeatsAnswer(event.data)) reject(new Error('the beats thread answered nothing known'));
      else if (event.data.ok) resolve(event.data.beats);
      else reject(new Error(event.data.code));
    });
    worker.addEventListener('error', () => reject(new Error('the beats thread failed')));
  });
  worker.postMessage(bytes, [bytes]);
  return read.finally(() => worker.terminate());
}

/** A version never changes, so it is never refetched while it is cached. */
export const beatsQuery = (case_id: number, version: number) =>
  queryOptions({
    queryKey: ['beats', { case_id, version }] as const,
    queryFn: async ({ client, signal }): Promise<ReadBeats> => {
      const answer = await api.download('beats', { case_id, version }, { signal });
      const bytes = await bytesOf(answer);
      keepBeatFile(client, { case_id, version }, bytes);
      return readInThread(bytes);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
