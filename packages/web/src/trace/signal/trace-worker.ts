/** The thread that decodes tiles, so that a busy page never drops a frame for them. */
import { decodeTraceTile } from './decode-tile.ts';
import { isDecode, tileBuffers } from './protocol.ts';

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = event.data;
  if (!isDecode(request)) return;
  const { id, level, bytes } = request;
  try {
    const tile = decodeTraceTile(level, bytes);
    self.postMessage({ id, answer: tile }, { transfer: tileBuffers(tile) });
  } catch (error) {
    self.postMessage({ id, failed: error instanceof Error ? error.message : '' });
  }
});
