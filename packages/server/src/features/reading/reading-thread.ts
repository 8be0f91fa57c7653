/** One thread for the readings of this server, started when the first is written and again should it fall. */
import { Worker } from 'node:worker_threads';
import {
  readingReply,
  type LoggedEdits,
  type ReadingBaseFiles,
  type ReadingOrder,
  type ReadingReply,
} from './reading-message.ts';

type Folding = {
  readonly case_id: number;
  readonly base: ReadingBaseFiles;
  /** The last edit of the log. */
  readonly head: number;
  /** New edits behind it. */
  readonly edits: LoggedEdits;
  /** The log after an edit. */
  readonly log: (after: number) => Promise<LoggedEdits>;
};

export type ReadingThread = {
  /** The checksum of the reading after these edits. */
  readonly checksumAfter: (folding: Folding) => Promise<string>;
  /** The log is stored up to here. */
  readonly confirm: (case_id: number, sequence: number) => void;
};

type Waiting = PromiseWithResolvers<ReadingReply['outcome']>;
const entry = new URL('./reading-worker.ts', import.meta.url);

class Thread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #files_folder: string;
  #worker: Worker | undefined;
  #asked = 0;

  constructor(filesFolder: string) {
    this.#files_folder = filesFolder;
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(entry, { workerData: { files_folder: this.#files_folder } });
    worker.unref();
    worker.on('message', (message: unknown) => {
      const { id, outcome } = readingReply.parse(message);
      this.#waiting.get(id)?.resolve(outcome);
      this.#waiting.delete(id);
    });
    worker.on('error', (fault) => this.#fell(fault));
    worker.on('exit', () => this.#fell(new Error('the thread of readings ended')));
    this.#worker = worker;
    return worker;
  }

  #fell(fault: unknown): void {
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(fault);
    this.#waiting.clear();
  }

  tell(order: ReadingOrder): void {
    this.#started().postMessage(order);
  }

  ask(order: Omit<Extract<ReadingOrder, { kind: 'fold' }>, 'id' | 'kind'>): Promise<ReadingReply['outcome']> {
    const id = ++this.#asked;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    this.tell({ kind: 'fold', id, ...order });
    return waiting.promise;
  }
}

export function openReadingThread(filesFolder: string): ReadingThread {
  const thread = new Thread(filesFolder);
  return {
    checksumAfter: async ({ case_id, base, head, edits, log }) => {
      let outcome = await thread.ask({ case_id, base, after: head, edits });
      if ('missing' in outcome) {
        const known = outcome.missing;
        outcome = await thread.ask({ case_id, base, after: known, edits: [...(await log(known)), ...edits] });
      }
      if ('checksum' in outcome) return outcome.checksum;
      throw new Error('fault' in outcome ? outcome.fault : 'the thread of readings lost a log');
    },
    confirm: (case_id, sequence) => thread.tell({ kind: 'confirm', case_id, sequence }),
  };
}
