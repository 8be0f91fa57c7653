/**
 * Derives from a row what its handler receives and returns, so that a handler of another shape or a row without one
 * does not compile.
 *
 * - JSON rows return their output, those marked `headed` with its headers and status. Rows marked `idempotent` can only create it through `once`, which runs the effect in
 *   one transaction together with the record of its response.
 * - Binary rows return bytes or a stream. Event rows return a function that starts the stream.
 * - Upload rows receive the body as a stream that fails when it exceeds the row's limit.
 */
import type { Readable } from 'node:stream';
import type { BinaryAnswer, EventStreamAnswer, OutputOf, ParsedOf, Route } from '@rhythmdesk/contract/route';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Caller } from './caller.ts';
import type { EventSink } from './event-stream.ts';
import type { Committed, Once } from './idempotency.ts';

export type BinaryReply = {
  readonly body: Uint8Array | Readable;
  readonly size_bytes?: number;
  /** Set if one row returns several types of file; otherwise the row's own media type is used. */
  readonly media_type?: string;
  /** The file name offered to the user. */
  readonly filename?: string;
};

/** A response with headers and a status of its own. */
export class Headed<Output> {
  readonly value: Output;
  readonly head: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  constructor(value: Output, head: Headed<Output>['head']) {
    this.value = value;
    this.head = head;
  }
}

/** Starts the stream and returns a function that ends it. */
export type OpenEvents = (sink: EventSink) => () => void;

type CallBase = {
  readonly request_id: string;
  readonly language: Language;
  readonly ip: string;
  readonly user_agent: string;
  /** Aborted if the caller disconnects before the response was written. */
  readonly signal: AbortSignal;
};

type SignedIn = { readonly caller: Caller };

export type Call<R extends Route> = CallBase & { readonly input: ParsedOf<R> } & (R extends {
    allow: 'anyone';
  }
    ? unknown
    : SignedIn) &
  (R extends { idempotent: true } ? { readonly once: Once<OutputOf<R>> } : unknown) &
  (R extends { upload: object } ? { readonly body: Readable } : unknown);

type ReplyOf<R extends Route> = R['output'] extends BinaryAnswer
  ? BinaryReply
  : R['output'] extends EventStreamAnswer
    ? OpenEvents
    : R extends { idempotent: true }
      ? Committed<OutputOf<R>>
      : R extends { headed: true }
        ? Headed<OutputOf<R>>
        : OutputOf<R>;

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

export type Handlers<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Handler<Table[Name]>;
};
