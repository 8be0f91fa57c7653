/** The thread that decodes tiles, so that a busy page never drops a frame for them. */
import { decodeTraceTile } from './decode-tile.ts';
import { isDecode, tileBuffers } from './protocol.ts';
import type { FromWorker } from './protocol.ts';

function answer(message: FromWorker, transfer: Transferable[]): void {
  self.postMessage(message, { transfer });
}

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = event.data;
  if (!isDecode(request)) return;
  try {
    const tile = decodeTraceTile(request.level, request.bytes);
    answer({ name: 'decoded', id: request.id, tile }, tileBuffers(tile));
  } catch (error) {
    answer({ name: 'refused', id: request.id, reason: error instanceof Error ? error.message : '' }, []);
  }
});
