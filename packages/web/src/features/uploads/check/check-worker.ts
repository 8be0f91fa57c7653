/** Opens and checks dropped files in a worker, so that the page stays responsive for files of any size. */
import { checkFile } from './check-file.ts';

type Ask = { readonly id: number; readonly file: File };

function isAsk(value: unknown): value is Ask {
  if (typeof value !== 'object' || value === null) return false;
  return typeof Reflect.get(value, 'id') === 'number' && Reflect.get(value, 'file') instanceof File;
}

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const ask = event.data;
  if (!isAsk(ask)) return;
  checkFile(ask.file).then(
    (result) => {
      const transfer = result.preview === null ? [] : [result.preview.samples.buffer];
      self.postMessage({ id: ask.id, answer: result }, { transfer });
    },
    (fault: unknown) => {
      self.postMessage({ id: ask.id, failed: fault instanceof Error ? fault.message : String(fault) });
    },
  );
});
