/**
 * Listens to the event stream of a user as a page does: when a stream ends it opens another one and fetches everything
 * again. So a case counts as heard of if its event arrived, or if it existed when the newest stream began.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { streamEvent } from '@rhythmdesk/contract/notices';
import { api } from './ask.ts';
import { until } from './until.ts';

const retryMs = 200;
/** A page asks for the changes of the time since its last responses, for which it has not listened yet. */
const unheardMs = 5_000;

type Listening = {
  readonly address: string;
  readonly token: string;
  /** Returns the cases that a page would fetch now. */
  readonly existing: () => Iterable<number>;
};

export class EventListener {
  /** The number of streams that began. */
  opened = 0;
  readonly #heard = new Set<number>();
  readonly #url: string;
  readonly #token: string;
  readonly #existing: () => Iterable<number>;
  readonly #end = new AbortController();
  readonly #listening: Promise<void>;

  constructor({ address, token, existing }: Listening) {
    this.#url = `${address}/${api('notification/stream')}?unheard_ms=${String(unheardMs)}`;
    this.#token = token;
    this.#existing = existing;
    this.#listening = this.#listen();
  }

  async #listen(): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#readStream().catch(() => undefined);
      await sleep(retryMs);
    }
  }

  async #readStream(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(this.#url, { headers, signal: this.#end.signal });
    if (answer.status !== 200 || answer.body === null) return;
    this.opened += 1;
    for await (const line of createInterface({ input: Readable.fromWeb(answer.body) })) {
      if (!line.startsWith('data: ')) continue;
      const event = streamEvent.parse(JSON.parse(line.slice('data: '.length)));
      if (event.type === 'hello' || event.type === 'resync')
        for (const case_id of this.#existing()) this.#heard.add(case_id);
      if (event.type === 'case') this.#heard.add(event.case_id);
    }
  }

  untilOpen(): Promise<void> {
    return until('an event stream is open', () => this.opened > 0);
  }

  /** Waits until each of these cases was heard of. */
  untilHeard(case_ids: readonly number[]): Promise<void> {
    return until('each change is heard of', () => case_ids.every((case_id) => this.#heard.has(case_id)));
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#listening;
  }
}

/** Runs `work` while a user listens; it begins once the first stream is open. */
export async function withListener<Result>(
  listening: Listening,
  work: (listener: EventListener) => Promise<Result>,
): Promise<Result> {
  const listener = new EventListener(listening);
  try {
    await listener.untilOpen();
    return await work(listener);
  } finally {
    await listener.close();
  }
}
