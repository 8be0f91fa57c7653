/**
 * Defines the rows of the route table: the input and output of a route, and who may call it.
 *
 * The server binds every row to a handler, and the page creates its client from the same rows, so that neither side has
 * its own copy of a shape. Invariants: a row without `allow` does not compile. `input` is one strict object with the
 * path's parameters and the query (GET), the query or the body (DELETE), or else the body. An unknown field is refused.
 */
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { z } from 'zod';

export const apiBase = '/api/v1/';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone (no session needed), or users to whom the permission matrix gives a cell other than `-`. */
export type Allow = 'anyone' | Permission;

/** A binary response: its media type as in the `Content-Type` header. */
export type BinaryAnswer = { readonly binary: string };
/** A response that is an endless stream of server-sent events, each with this schema as JSON. */
export type EventStreamAnswer = { readonly events: z.ZodType };
export type Answer = z.ZodType | BinaryAnswer | EventStreamAnswer;

export type Route = {
  readonly method: Method;
  /** Below `apiBase`; parameters as `:name`, each a field of `input`. */
  readonly path: string;
  readonly allow: Allow;
  readonly summary: string;
  /**
   * The act that the audit log records for a call; `none` if it touches neither patients nor users nor institutions.
   */
  readonly audit: AuditAct | 'none';
  readonly input: z.ZodObject;
  readonly output: Answer;
  /** Accepts an `Idempotency-Key` header: a repeated call gets the first response. */
  readonly idempotent?: true;
  /** The whole body is one document, which `input` has under this name. The query has the other fields. */
  readonly document?: string;
  /** Fields of `input` that are sent as headers, with the names of these. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The handler gives headers and status of its response. */
  readonly headed?: true;
  /** The body is the bytes of a file (`application/pdf`), not JSON, with a limit in bytes. */
  readonly upload?: { readonly media_type: string; readonly limit_bytes: number };
  /** A GET row is also called by POST at this path, with its fields as a form. */
  readonly form?: string;
  /** Alternative paths that the specification uses for the same call. */
  readonly also?: readonly string[];
  /**
   * The call ends the session: the server tells the browser to empty its cache. The page itself clears what it stored.
   */
  readonly ends_session?: true;
  /** A success status other than 200. */
  readonly success?: 201 | 204;
};

export const defineRoutes = <const T extends Record<string, Route>>(rows: T): T => rows;

/** What a caller passes (before defaults and conversions). */
export type InputOf<R extends Route> = z.input<R['input']>;
/** What a handler receives (parsed). */
export type ParsedOf<R extends Route> = z.output<R['input']>;
/** What a handler of a JSON route returns and the caller receives. */
export type OutputOf<R extends Route> = R['output'] extends z.ZodType ? z.output<R['output']> : never;

export function isJsonAnswer(answer: Answer): answer is z.ZodType {
  return answer instanceof z.ZodType;
}

export function isBinaryAnswer(answer: Answer): answer is BinaryAnswer {
  return 'binary' in answer;
}

/** Returns the names of the parameters in a path, in order: `case/case/:case_id` → `['case_id']`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '');
}
