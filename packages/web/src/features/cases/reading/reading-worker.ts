/** Computes the reading of the page in a worker, so that a million beats never block a frame. */
import { createFolding } from './folding.ts';
import { isReadingRequest, type FoldedReading } from './reading-message.ts';

const fold = createFolding();
const columns = ({ beats }: FoldedReading): Transferable[] =>
  Object.values(beats ?? {}).map(({ buffer }) => buffer);
const transferOf = (answer: ReturnType<typeof fold>): Transferable[] =>
  typeof answer === 'object' && 'beats' in answer ? columns(answer) : [];

self.addEventListener('message', ({ data: request }: MessageEvent<unknown>) => {
  if (!isReadingRequest(request)) return;
  const { id } = request;
  try {
    const answer = fold(request);
    self.postMessage({ id, answer }, { transfer: transferOf(answer) });
  } catch (error) {
    self.postMessage({ id, failed: error instanceof Error ? error.message : '' });
  }
});
