/**
 * Streams a full disclosure as bytes. The worker thread draws a page when the previous one was consumed; Typst sets the
 * text.
 *
 * Invariants: if the consumer stops reading or the signal aborts, the worker thread ends; memory holds one page and the
 * text, however long the recording is.
 */
import { on } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { fileFaultOf } from '../../../platform/files/file-store.ts';
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
    // Faults of the worker thread and aborts of the signal are thrown here.
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
  } catch (fault) {
    throw fileFaultOf(fault);
  } finally {
    await worker.terminate();
  }
}
