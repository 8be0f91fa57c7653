/** One thread for the readings of this server, started when the first is written and again should it fall. */
import { Worker } from 'node:worker_threads';
import type { ReportFigures } from '@rhythmdesk/contract/report-document';
import type { LoggedEdits, ReadingBaseFiles } from '../../records/readings/stored-reading.ts';
import { readingReply, type ReadingOrder, type ReadingReply, type ReportSource } from './reading-message.ts';

type Folding = {
  /** Whose log it is: a case's, or a second reading's, each in a thread of its own. */
  readonly reading_id: number;
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
  /** What a report says of the stored log up to `head`. */
  readonly reportFigures: (folding: Omit<Folding, 'edits'>, source: ReportSource) => Promise<ReportFigures>;
  /** The log is stored up to here. */
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

/** The outcome of an order; where the thread knows less of the log, with what it lacks. */
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

const fault = (outcome: ReadingReply['outcome']): Error =>
  new Error('fault' in outcome ? outcome.fault : 'the thread of readings lost a log');

export function openReadingThread(filesFolder: string): ReadingThread {
  const thread = new Thread(filesFolder);
  return {
    checksumAfter: async ({ reading_id, base, head, edits, log }) => {
      const outcome = await answered({ after: head, edits, log }, (after, some) =>
        thread.ask((id) => ({ kind: 'fold', id, reading_id, base, after, edits: some })),
      );
      if ('checksum' in outcome) return outcome.checksum;
      throw fault(outcome);
    },
    reportFigures: async ({ reading_id, base, head, log }, source) => {
      const outcome = await answered({ after: head, edits: [], log }, (after, edits) =>
        thread.ask((id) => ({ kind: 'report', id, reading_id, base, after, edits, source })),
      );
      if ('figures' in outcome) return outcome.figures;
      throw fault(outcome);
    },
    confirm: (reading_id, sequence) => thread.send({ kind: 'confirm', reading_id, sequence }),
  };
}
