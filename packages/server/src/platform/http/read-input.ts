/**
 * Collects the parameters of a call into one object and parses it strictly with the row's schema.
 *
 * Path parameters, query and body never overlap. A field in the wrong place is an unknown field. This includes a
 * password in the address, which logs and browser histories would store. GET and upload rows read the query, DELETE the
 * query or the body, the others the body.
 */
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { pathParameters, type Route } from '@rhythmdesk/contract/route';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';
import { isObject, isStorable, type JsonObject } from './strict-json.ts';

export type RawCall = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
};

const messageKeys = {
  missing: 'alert.required',
  unknown: 'refusal.input.field-unknown',
  type: 'refusal.input.field-type',
  value: 'refusal.input.invalid',
} as const;
type Fault = keyof typeof messageKeys;

const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {});

function bodyObject(body: unknown): JsonObject {
  if (body === undefined || body === null) return {};
  if (isObject(body)) return body;
  throw new Refusal('input/json');
}

function unknownFields(names: readonly string[]): Refusal {
  return new Refusal('input/field-unknown', {
    fields: Object.fromEntries(names.map((name) => [name, messageKeys.unknown])),
  });
}

/** Returns the fields of a body, or the whole body as one field. */
function fieldsOfBody({ document }: Route, given: unknown): JsonObject {
  const body = bodyObject(given);
  return document === undefined ? body : { [document]: body };
}

function fieldsOfHeaders({ headers: fields = {} }: Route, { headers = {} }: RawCall): JsonObject {
  const sent = Object.entries(fields).map(([field, name]) => [field, headers[name]] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

/** Returns all received fields by name; refuses a name that occurs in two places or in the wrong one. */
function gather(route: Route, raw: RawCall): JsonObject {
  const query = objectOr(raw.query);
  const inQuery = route.method === 'GET' || route.upload !== undefined;
  const body = inQuery && route.form === undefined ? {} : fieldsOfBody(route, raw.body);
  const mayAsk = inQuery || route.method === 'DELETE' || route.document !== undefined;
  if (!mayAsk && Object.keys(query).length > 0) {
    throw unknownFields(Object.keys(query));
  }
  if (Object.hasOwn(query, 'password')) throw unknownFields(['password']);
  const parameters = new Set(pathParameters(route.path));
  const sent = [...Object.keys(query), ...Object.keys(body)];
  const misplaced = sent.filter((name, at) => parameters.has(name) || sent.indexOf(name) !== at);
  if (misplaced.length > 0) throw unknownFields(misplaced);
  return { ...query, ...body, ...fieldsOfHeaders(route, raw), ...objectOr(raw.params) };
}

/** Refuses text in the address that cannot be stored; the body was checked when it was read. */
function refuseUnstorable(source: JsonObject): void {
  const faulty = Object.entries(source).filter(([, value]) =>
    [value].flat().some((each) => typeof each === 'string' && !isStorable(each)),
  );
  if (faulty.length === 0) return;
  throw new Refusal('input/invalid', {
    fields: Object.fromEntries(faulty.map(([name]) => [name, messageKeys.value])),
  });
}

function valueAt(source: unknown, path: readonly PropertyKey[]): unknown {
  let value = source;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[String(step)];
    else return undefined;
  }
  return value;
}

function faultsOf(issue: z.core.$ZodIssue, source: JsonObject): (readonly [string, Fault])[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [[...path, key].join('.'), 'unknown'] as const);
  }
  const name = path.join('.');
  if (valueAt(source, issue.path) === undefined) return [[name, 'missing']];
  return [[name, issue.code === 'invalid_type' || issue.code === 'invalid_union' ? 'type' : 'value']];
}

function codeOf(faults: readonly (readonly [string, Fault])[]): RefusalCode {
  const has = (fault: Fault): boolean => faults.some(([, kind]) => kind === fault);
  if (faults.every(([name]) => name === 'size' || name === 'page')) return 'input/page-size';
  if (has('unknown')) return 'input/field-unknown';
  if (has('missing')) return 'input/field-missing';
  return has('type') ? 'input/field-type' : 'input/invalid';
}

/** Returns the parsed input, or throws a 422 refusal that names every invalid field. */
export function readInput<Schema extends z.ZodObject>(
  route: Route,
  schema: Schema,
  raw: RawCall,
): z.output<Schema> {
  const source = gather(route, raw);
  refuseUnstorable(source);
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, source));
  const fields = Object.fromEntries(faults.map(([name, fault]) => [name || 'input', messageKeys[fault]]));
  throw new Refusal(codeOf(faults), { fields });
}
