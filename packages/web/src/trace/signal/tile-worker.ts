/** Unpacks raw tiles outside the page's main thread. */
import { unpackBlock } from '@rhythmdesk/ecg/packing/packed-block';

type TileRequest = { readonly id: number; readonly bytes: Uint8Array };

const isTileRequest = (value: unknown): value is TileRequest =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array;

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isTileRequest(data)) return;
  const { id, bytes } = data;
  const found = unpackBlock(bytes);
  if (!found.ok) return self.postMessage({ id, failed: `a tile is damaged: ${found.fault}` });
  const answer = new Int16Array(found.samples);
  self.postMessage({ id, answer }, { transfer: [answer.buffer] });
});
