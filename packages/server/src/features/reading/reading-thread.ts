/**
 * Runs one thread for the readings of this server. It starts with the first edited reading and restarts after a crash.
 */
import { Worker } from 'node:worker_threads';
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import { fileFaultOf } from '../../platform/files/file-store.ts';
import type { LoggedEdits, ReadingBaseFiles } from '../../records/readings/stored-reading.ts';
import { readingReply, type ReadingOrder, type ReadingReply, type ReportSource } from './reading-message.ts';

type Folding = {
  /** Id of the log: of a case's reading or of a second reading, which have separate threads. */
  readonly reading_id: number;
  readonly base: ReadingBaseFiles;
  /** Number of the last edit in the log. */
  readonly head: number;
  /** New edits after it. */
  readonly edits: LoggedEdits;
  /** Returns the log after an edit. */
  readonly log: (after: number) => Promise<LoggedEdits>;
};

export type ReadingThread = {
  /** Returns the checksum of the reading after these edits. */
  readonly checksumAfter: (folding: Folding) => Promise<string>;
  /** Returns the report figures for the stored log up to `head`. */
  readonly reportFigures: (folding: Omit<Folding, 'edits'>, source: ReportSource) => Promise<ReportFigures>;
  /** Confirms that the log is stored up to this edit. */
  readonly confirm: (reading_id: number, sequence: number) => void;
};

type Waiting = PromiseWithResolvers<ReadingReply['outcome']>;
const entry = new URL('./reading-worker.ts', import.meta.url);

class Thread {
  readonly #waiting = new Map<number, Waiting>();
  readonly #files_folder: string;
  #worker: Worker | undefined;
  #lastId = 0;

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
    worker.on('error', (fault) => this.#fell(worker, fault));
    worker.on('exit', () => this.#fell(worker, new Error('the thread of readings ended')));
    this.#worker = worker;
    return worker;
  }

  /** A thread that crashed ends later; by then the next one may have requests, which stay. */
  #fell(worker: Worker, fault: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(fileFaultOf(fault));
    this.#waiting.clear();
  }

  send(order: ReadingOrder): void {
    this.#started().postMessage(order);
  }

  ask(order: (id: number) => ReadingOrder): Promise<ReadingReply['outcome']> {
    const id = ++this.#lastId;
    const waiting: Waiting = Promise.withResolvers();
    this.#waiting.set(id, waiting);
    this.send(order(id));
    return waiting.promise;
  }
}

/** Returns the outcome of a request. If the thread lacks part of the log, the request is sent again with that part. */
async function answered(
  {
    after,
    edits,
    log,
  }: { readonly after: number; readonly edits: LoggedEdits; readonly log: Folding['log'] },
  ask: (after: number, edits: LoggedEdits) => Promise<ReadingReply['outcome']>,
): Promise<ReadingReply['outcome']> {
  const outcome = await ask(after, edits);
  if (!('missing' in outcome)) return outcome;
  return ask(outcome.missing, [...(await log(outcome.missing)), ...edits]);
}

function faultOf(outcome: ReadingReply['outcome']): unknown {
  if (!('fault' in outcome)) return new Error('the thread of readings lost a log');
  const { fault, code } = outcome;
  return fileFaultOf(Object.assign(new Error(fault), code === undefined ? {} : { code }));
}

export function openReadingThread(filesFolder: string): ReadingThread {
  const thread = new Thread(filesFolder);
  return {
    checksumAfter: async ({ reading_id, base, head, edits, log }) => {
      const outcome = await answered({ after: head, edits, log }, (after, some) =>
        thread.ask((id) => ({ kind: 'fold', id, reading_id, base, after, edits: some })),
      );
      if ('checksum' in outcome) return outcome.checksum;
      throw faultOf(outcome);
    },
    reportFigures: async ({ reading_id, base, head, log }, source) => {
      const outcome = await answered({ after: head, edits: [], log }, (after, edits) =>
        thread.ask((id) => ({ kind: 'report', id, reading_id, base, after, edits, source })),
      );
      if ('figures' in outcome) return outcome.figures;
      throw faultOf(outcome);
    },
    confirm: (reading_id, sequence) => thread.send({ kind: 'confirm', reading_id, sequence }),
  };
}
