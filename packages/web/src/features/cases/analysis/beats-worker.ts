/** Reads a beat file in a worker, so that a million beats never block a frame. */
import { decodeBeatFile } from './decode-beat-file.ts';

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (!(event.data instanceof ArrayBuffer)) return;
  const answer = decodeBeatFile(new Uint8Array(event.data));
  const columns = answer.ok ? Object.values(answer.beats).map(({ buffer }) => buffer) : [];
  self.postMessage(answer, { transfer: columns });
});
