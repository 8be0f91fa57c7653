/**
 * A full disclosure as a stream of bytes. The thread draws a page when the one before was taken; Typst sets the words.
 *
 * Laws: who stops reading, or whose signal falls, ends the thread; memory is a page and the words, however long it is.
 */
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { typeset } from '../../../platform/pdf/typeset.ts';
import { disclosureReply, type DisclosureOrder } from './disclosure-message.ts';
import { disclosurePages, type DisclosureHead } from './disclosure-pages.ts';

const entry = new URL('./disclosure-worker.ts', import.meta.url);
const templateFile = new URL('./disclosure.typ', import.meta.url);

export type DisclosurePiece = { readonly bytes: Uint8Array; readonly done: number };

export async function* streamDisclosure(
  order: DisclosureOrder,
  head: DisclosureHead,
  signal: AbortSignal,
): AsyncGenerator<DisclosurePiece, undefined> {
  signal.throwIfAborted();
  const worker = new Worker(entry, { workerData: order });
  try {
    // A fault of the thread is thrown here, and so is the signal's.
    const messages: AsyncIterable<unknown[]> = on(worker, 'message', { close: ['exit'], signal });
    for await (const [message] of messages) {
      const reply = disclosureReply.parse(message);
      if ('is_over' in reply) return;
      if ('rates' in reply) {
        const data = disclosurePages(head, reply);
        const words = await typeset(await readFile(templateFile, 'utf8'), data, head.language, signal);
        worker.postMessage({ words: new Uint8Array(words) });
        continue;
      }
      yield { bytes: reply.bytes, done: reply.lines };
      worker.postMessage('next');
    }
    throw new Error('a thread ended without an outcome');
  } finally {
    await worker.terminate();
  }
}
