/**
 * Records spans of requests, statements and jobs if an OTLP endpoint is set; otherwise it costs a comparison. The
 * packages of OpenTelemetry are loaded only then.
 *
 * Invariant: a span has no data of patients, users or institutions: no path, no query, no statement, no payload.
 */
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';

type Kind = 'server' | 'client' | 'internal';

/** What OpenTelemetry provides once it is loaded. */
export type Tracing = {
  readonly begin: (name: string, kind: SpanKind, attributes: Attributes) => { span: Span; context: Context };
  readonly within: <Result>(context: Context, work: () => Result) => Result;
  readonly kinds: Readonly<Record<Kind, SpanKind>>;
  readonly errorStatus: number;
  readonly close: () => Promise<void>;
};

let tracing: Tracing | null = null;

/** Begins or ends to record; called once by the program. */
export function recordWith(given: Tracing | null): void {
  tracing = given;
}

export const isTracing = (): boolean => tracing !== null;

export type OpenSpan = {
  /** Runs work as a part of the span. */
  readonly within: <Result>(work: () => Result) => Result;
  readonly end: (ended: {
    readonly name?: string;
    readonly failed: boolean;
    readonly attributes?: Attributes;
  }) => void;
};

/** Returns null if nothing is recorded. */
export function beginSpan(name: string, kind: Kind, attributes: Attributes = {}): OpenSpan | null {
  if (tracing === null) return null;
  const { begin, within, kinds, errorStatus } = tracing;
  const { span, context } = begin(name, kinds[kind], attributes);
  return {
    within: (work) => within(context, work),
    end: ({ name: final, failed, attributes: more = {} }) => {
      if (final !== undefined) span.updateName(final);
      span.setAttributes(more);
      if (failed) span.setStatus({ code: errorStatus });
      span.end();
    },
  };
}

/** Runs work in a span of its own; a fault marks the span, without its words. */
export async function inSpan<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, 'internal', attributes);
  if (span === null) return work();
  try {
    const result = await span.within(work);
    span.end({ failed: false });
    return result;
  } catch (fault) {
    span.end({ failed: true });
    throw fault;
  }
}
