/**
 * What a handler of a row receives and gives back, derived from the row, so that a handler of another shape or a
 * row without one does not compile.
 *
 * - JSON rows give their output. Rows marked `idempotent` can only make theirs through `once`, which runs the
 *   effect in one transaction together with the record of its answer.
 * - Binary rows give bytes or a stream. Event rows give a function that starts the stream.
 * - Upload rows receive the body as a stream that fails when it grows past the row's limit.
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
  /** Where one row answers several kinds of file; else the row's own media type. */
  readonly media_type?: string;
  /** Offered to the reader as the file's name. */
  readonly filename?: string;
};

/** Starts the stream and returns what ends it. */
export type OpenEvents = (sink: EventSink) => () => void;

type CallBase = {
  readonly request_id: string;
  readonly language: Language;
  readonly ip: string;
  readonly user_agent: string;
  /** Aborted when the caller has gone before the answer was written. */
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
      : OutputOf<R>;

export type Handler<R extends Route> = (call: Call<R>) => Promise<ReplyOf<R>>;

export type Handlers<Table extends Record<string, Route>> = {
  readonly [Name in keyof Table]: Handler<Table[Name]>;
};
