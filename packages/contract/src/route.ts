/**
 * One row of the route table: what crosses the wire, and who may send it.
 *
 * The server binds every row to a handler and the page makes its client from the same rows, so neither side
 * holds a copy of a shape. Laws: a row without `allow` does not compile; `input` is one strict object that
 * holds the path's parameters and, for GET, the query, for DELETE the query or the body, else the body; an
 * unknown field is refused.
 */
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import type { Permission } from '@rhythmdesk/domain/people/permissions';
import { z } from 'zod';

export const apiBase = '/api/v1/';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone (no session needed) or whoever the permission matrix gives a cell other than `-`. */
export type Allow = 'anyone' | Permission;

/** An answer that is bytes: its media type, as the `Content-Type` header states it. */
export type BinaryAnswer = { readonly binary: string };
/** An answer that is an endless stream of server-sent events, each one this schema as JSON. */
export type EventStreamAnswer = { readonly events: z.ZodType };
export type Answer = z.ZodType | BinaryAnswer | EventStreamAnswer;

export type Route = {
  readonly method: Method;
  /** Below `apiBase`; parameters as `:name`, each a field of `input`. */
  readonly path: string;
  readonly allow: Allow;
  readonly summary: string;
  /** What a call of it is in the audit log; `none` where it touches neither patients nor people nor institutions. */
  readonly audit: AuditAct | 'none';
  readonly input: z.ZodObject;
  readonly output: Answer;
  /** Accepts an `Idempotency-Key` header: a repeated call gets the first answer. */
  readonly idempotent?: true;
  /** The body is a file's bytes (`application/pdf`), not JSON; its limit in bytes. */
  readonly upload?: { readonly media_type: string; readonly limit_bytes: number };
  /** Other spellings of the path that the specification uses for the same call. */
  readonly also?: readonly string[];
  /** The session ends with it: the browser is told to empty its cache. What it stores is the page's to clear. */
  readonly ends_session?: true;
  /** A success code other than 200. */
  readonly success?: 201 | 204;
};

export const defineRoutes = <const T extends Record<string, Route>>(rows: T): T => rows;

/** What a caller passes (before defaults and conversions). */
export type InputOf<R extends Route> = z.input<R['input']>;
/** What a handler receives (parsed). */
export type ParsedOf<R extends Route> = z.output<R['input']>;
/** What a handler of a JSON route returns and the caller gets. */
export type OutputOf<R extends Route> = R['output'] extends z.ZodType ? z.output<R['output']> : never;

export function isJsonAnswer(answer: Answer): answer is z.ZodType {
  return answer instanceof z.ZodType;
}

export function isBinaryAnswer(answer: Answer): answer is BinaryAnswer {
  return 'binary' in answer;
}

/** The names of the parameters in a path, in order: `case/case/:case_id` → `['case_id']`. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '');
}
