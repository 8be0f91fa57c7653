/**
 * Sends server-sent event streams (HTML standard, section 9.2). Every event is one JSON object that the row's schema
 * allows. A comment every few seconds keeps proxies from closing an idle stream and lets the reader notice a dead one.
 * A reader that does not read is disconnected before its backlog grows.
 */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';

export type EventSink = {
  /** Sends one event. The browser sends `id` back as `Last-Event-ID` when it reconnects. */
  readonly send: (event: unknown, id?: string) => void;
  readonly close: () => void;
  /** The id of the last event that the reader received before it reconnected. */
  readonly last_event_id: string | null;
};

export type EventStreamStart = {
  readonly headers: Readonly<Record<string, string | number | string[]>>;
  readonly schema: z.ZodType;
  readonly lastEventId: string | null;
  /** Called once when either side has ended the stream. */
  readonly onEnd: () => void;
};

export type EventStreamTimes = { readonly heartbeatMs: number; readonly retryMs: number };
const eventStreamTimes: EventStreamTimes = { heartbeatMs: 15_000, retryMs: 2_000 };

const backlogLimitBytes = 1024 * 1024;

/** The open streams of a server, so that they can be ended at a stop. */
export class EventStreams {
  readonly #open = new Map<EventSink, () => void>();
  readonly #times: EventStreamTimes;

  constructor(times: EventStreamTimes = eventStreamTimes) {
    this.#times = times;
  }

  get size(): number {
    return this.#open.size;
  }

  has(sink: EventSink): boolean {
    return this.#open.has(sink);
  }

  closeAll(): void {
    for (const close of [...this.#open.values()]) close();
  }

  /** Writes the headers and starts the heartbeat. */
  start(response: ServerResponse, { headers, schema, lastEventId, onEnd }: EventStreamStart): EventSink {
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${String(this.#times.retryMs)}\n\n`);
    const write = (text: string): void => {
      if (!this.#open.has(sink)) return;
      response.write(text);
      if (response.writableLength <= backlogLimitBytes) return;
      end();
      response.destroy();
    };
    const heartbeat = setInterval(() => write(': still here\n\n'), this.#times.heartbeatMs);
    const end = (): void => {
      if (!this.#open.delete(sink)) return;
      clearInterval(heartbeat);
      onEnd();
      response.end();
    };
    const sink: EventSink = {
      last_event_id: lastEventId,
      close: end,
      send: (event, id) => {
        const idLine = id === undefined ? '' : `id: ${id}\n`;
        write(`${idLine}data: ${JSON.stringify(schema.parse(event))}\n\n`);
      },
    };
    this.#open.set(sink, end);
    response.on('close', end);
    response.on('error', end);
    return sink;
  }
}
