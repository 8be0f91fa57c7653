/**
 * Registers the whole route table on a Fastify instance. For every row, in this order: refuse what an overloaded server
 * does not serve, identify the caller (both before a byte of the body is read), check whether the role may call the row
 * at all, parse the input strictly, run the handler, and check the response against the row's schema. The handler's database queries are limited to the caller's scope.
 * Invariant: a row without a handler, or a handler of another shape, does not compile.
 */
import type { Readable } from 'node:stream';
import { apiBase, isJsonAnswer, type Allow, type Route } from '@rhythmdesk/contract/route';
import { can } from '@rhythmdesk/domain/people/can';
import { allowsFhir, type FhirInteraction } from '@rhythmdesk/domain/people/fhir-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteAudit, type AuditedCall } from '../audit/audited-call.ts';
import type { Db } from '../db/database.ts';
import { mayReadReplica } from '../db/replica.ts';
import { accounts, inScope, rowScopeOf } from '../db/row-scope.ts';
import { languageOf } from '../texts/language.ts';
import { auditedRequest, noteInput, noteShown, refusalsAudited, type Auditing } from './audited-request.ts';
import { withoutZone } from './caller-address.ts';
import { bearerToken, type Caller, type Identify } from './caller.ts';
import type { Handlers } from './handler.ts';
import { idempotencyKeyOf, makeOnce } from './idempotency.ts';
import { limitedBody } from './limited-body.ts';
import type { Places } from './places.ts';
import { readInput } from './read-input.ts';
import { Refusal } from './refusal.ts';
import { writeAnswer, type AnswerOptions } from './write-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    audited: AuditedCall | null;
    /** Leaves the place that the request took; null if it needs none. */
    leave: (() => void) | null;
  }
}

export type BindOptions = AnswerOptions &
  Auditing & {
    readonly db: Db;
    /** What every path begins with; the base of the API by default. */
    readonly base?: string;
    readonly identify: Identify;
    /** Names of the rows that a user with a one-time password may call before choosing a new one. */
    readonly beforePasswordChange: ReadonlySet<string>;
    /** Writes to the audit log before a response is sent; it may refuse the response. */
    readonly beforeAnswer?: (call: AuditedCall) => Promise<void>;
    /** Throws a refusal if the row of this name is not served now; called before the caller is known. */
    readonly admit?: (name: string) => void;
    /** The rows that wait for a place before the caller is identified, and leave it once their answer is made. */
    readonly inPlaces?: { readonly rows: ReadonlySet<string>; readonly places: Places };
    /** Names of the rows whose handlers only read, also from a replica of the database. */
    readonly fromReplica?: ReadonlySet<string>;
    /** Returns what a row of the FHIR interface does; a token with SMART scopes may call only such rows. */
    readonly fhirCallOf?: (row: Route) => FhirCall;
    /** Names of the rows that a session may call before it has set up a second factor. */
    readonly beforeEnrolment: ReadonlySet<string>;
  };

type PlainHandler = (call: unknown) => Promise<unknown>;

function isHandler(handler: unknown): handler is PlainHandler {
  return typeof handler === 'function';
}

/** What a route of the FHIR interface does with which type of resource. */
export type FhirCall = { readonly type: string; readonly interaction: FhirInteraction };

/**
 * Returns the caller of a request, or throws a refusal. Also used for routes outside the table, such as resumable
 * uploads.
 */
export async function requireCaller(
  header: string | undefined,
  allow: Exclude<Allow, 'anyone'>,
  identify: Identify,
  fhir?: FhirCall,
): Promise<Caller> {
  const bearer = bearerToken(header);
  if (bearer === 'missing') throw new Refusal('auth/required');
  if (bearer === 'malformed') throw new Refusal('auth/unknown-token');
  const identified = await identify(bearer.token);
  if ('refused' in identified) throw new Refusal(identified.refused);
  const { id: user_id, role_key, user_group } = identified.caller;
  noteAudit({ who: { user_id, role_key, user_group_id: user_group.id } });
  const { actor, fhir_scopes } = identified.caller;
  const isOutside =
    fhir_scopes !== undefined &&
    (fhir === undefined || !allowsFhir(fhir_scopes, fhir.type, fhir.interaction));
  if (isOutside || can(actor, allow) === 'never')
    throw new Refusal(actor.scopes === undefined ? 'auth/role-never' : 'auth/key-scope');
  return identified.caller;
}

function guard(name: string, row: Route, options: BindOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    options.admit?.(name);
    const { inPlaces } = options;
    if (inPlaces?.rows.has(name) === true) request.leave = await inPlaces.places.take(reply);
    const { allow } = row;
    if (allow === 'anyone') return;
    const call = auditedRequest(name, row.audit, request, options);
    await refusalsAudited(call, options, async () => {
      request.caller = await requireCaller(
        request.headers.authorization,
        allow,
        options.identify,
        options.fhirCallOf?.(row),
      );
      const { must_change_password, must_enrol } = request.caller;
      if (must_change_password) {
        if (!options.beforePasswordChange.has(name)) throw new Refusal('auth/password-change-due');
      } else if (must_enrol && !options.beforeEnrolment.has(name)) throw new Refusal('auth/factor-due');
    });
    request.audited = call;
  };
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function uploadedBody(row: Route, body: unknown): Readable | undefined {
  if (row.upload === undefined) return undefined;
  if (isReadable(body)) return limitedBody(body, row.upload.limit_bytes);
  throw new Refusal('input/media-type');
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body;
}

function onceOf(name: string, row: Route, request: FastifyRequest, input: Record<string, unknown>, db: Db) {
  if (row.idempotent !== true || request.caller === null) return undefined;
  const { output } = row;
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  const { id: user_id, role_key, user_group } = request.caller;
  const standing = `${role_key} ${String(user_group.id)}`;
  const context = { user_id, standing, route: name, key, input, status: row.success ?? 200 };
  return makeOnce(
    db,
    context,
    (stored): stored is unknown => isJsonAnswer(output) && output.safeParse(stored).success,
  );
}

function serve(name: string, row: Route, handler: PlainHandler, options: BindOptions) {
  const schema = row.input.strict();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const audited = request.audited ?? auditedRequest(name, row.audit, request, options);
    const { params, query, body, headers } = request;
    const input = readInput(row, schema, { params, query, body, headers });
    const call = {
      input,
      caller: request.caller,
      request_id: request.id,
      language: languageOf(request.headers['accept-language']),
      ip: withoutZone(request.ip),
      user_agent: audited.user_agent,
      signal: signalOf(reply),
      body: uploadedBody(row, body),
      once: onceOf(name, row, request, input, options.db),
    };
    const { caller } = request;
    noteInput(audited, input);
    const answer = () => inScope(caller === null ? accounts : rowScopeOf(caller.actor), () => handler(call));
    const mayLag = options.fromReplica?.has(name) === true;
    const given = await refusalsAudited(audited, options, mayLag ? () => mayReadReplica(answer) : answer);
    if (isJsonAnswer(row.output)) noteShown(audited, given);
    await options.beforeAnswer?.(audited);
    await options.audit.succeeded(audited);
    request.leave?.();
    return writeAnswer(row, reply, given, options);
  };
}

function bindRow(
  app: FastifyInstance,
  name: string,
  row: Route,
  handler: PlainHandler,
  options: BindOptions,
): void {
  const { method, form } = row;
  const calls = [row.path, ...(row.also ?? [])].map((path) => ({ method, path }));
  if (form !== undefined) calls.push({ method: 'POST', path: form });
  for (const { method: called, path } of calls) {
    app.route({
      method: called,
      url: `${options.base ?? apiBase}${path}`,
      exposeHeadRoute: false,
      ...(isJsonAnswer(row.output) ? {} : { compress: false as const }),
      onRequest: guard(name, row, options),
      handler: serve(name, row, handler, options),
      ...(row.upload === undefined ? {} : { bodyLimit: row.upload.limit_bytes }),
    });
  }
}

/** Registers an upload row in a Fastify scope of its own, in which a body of its media type stays a stream. */
function bindUploadRow(
  app: FastifyInstance,
  name: string,
  row: Route,
  handler: PlainHandler,
  options: BindOptions,
) {
  const mediaType = row.upload?.media_type ?? '';
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(mediaType, (_request, payload, next) => next(null, payload));
    bindRow(scope, name, row, handler, options);
    done();
  });
}

export function bindRoutes<Table extends Record<string, Route>>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table>,
  options: BindOptions,
): void {
  for (const name of ['caller', 'audited', 'leave'])
    if (!app.hasRequestDecorator(name)) app.decorateRequest(name, null);
  for (const [name, row] of Object.entries(table)) {
    const handler: unknown = Reflect.get(handlers, name);
    if (!isHandler(handler)) throw new Error(`no handler for ${name}`);
    if (row.upload === undefined) bindRow(app, name, row, handler, options);
    else bindUploadRow(app, name, row, handler, options);
  }
}
