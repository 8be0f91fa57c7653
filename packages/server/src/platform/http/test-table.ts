/** Defines a small route table with every kind of row, for the tests of this folder. */
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { defineRoutes } from '@rhythmdesk/contract/route';
import { done, listOf, noInput, pageFields, rowId, text } from '@rhythmdesk/contract/fields';
import type { RoleKey } from '@rhythmdesk/domain/people/roles';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SecureServers } from '../tls/secure-servers.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { systemClock } from '../clock/clock.ts';
import { openLog } from '../log/log.ts';
import { openDb, openPool, type Db } from '../db/database.ts';
import { bindRoutes, type BindOptions } from './bind-routes.ts';
import type { Caller, Identified } from './caller.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { EventStreams } from './event-stream.ts';
import type { Handlers } from './handler.ts';
import { makeHttpServer, type HeaderWaits } from './http-server.ts';
import { serveOperations } from './operations.ts';
import { servePages } from './pages.ts';
import { Refusal } from './refusal.ts';

const testTable = defineRoutes({
  open: {
    method: 'POST',
    path: 'open/call',
    allow: 'anyone',
    audit: 'none',
    summary: 'No session.',
    input: z.strictObject({ name: text(5) }),
    output: z.object({ name: z.string() }),
  },
  list: {
    method: 'GET',
    path: 'thing/things',
    allow: 'self',
    audit: 'none',
    summary: 'A list.',
    input: z.strictObject({ ...pageFields, id: listOf(rowId).optional() }),
    output: z.object({ page: z.number(), size: z.number(), id: z.array(z.number()) }),
    also: ['things'],
  },
  read: {
    method: 'GET',
    path: 'thing/thing/:thing_id',
    allow: 'self',
    audit: 'none',
    summary: 'One thing.',
    input: z.strictObject({ thing_id: rowId }),
    output: z.object({ thing_id: z.number() }),
  },
  change: {
    method: 'PUT',
    path: 'thing/thing/:thing_id',
    allow: 'invoice.read',
    audit: 'none',
    summary: 'Change a thing.',
    input: z.strictObject({ thing_id: rowId, count: rowId }),
    output: done,
  },
  remove: {
    method: 'DELETE',
    path: 'thing/thing',
    allow: 'self',
    audit: 'none',
    summary: 'Delete a thing.',
    input: z.strictObject({ thing_id: rowId }),
    output: z.object({ thing_id: z.number() }),
  },
  effect: {
    method: 'POST',
    path: 'thing/effect',
    allow: 'self',
    audit: 'none',
    summary: 'Has an effect once.',
    input: z.strictObject({ name: text(20), password: z.string().optional() }),
    output: z.object({ id: z.number(), name: z.string() }),
    idempotent: true,
    success: 201,
  },
  bytes: {
    method: 'GET',
    path: 'thing/bytes',
    allow: 'self',
    audit: 'none',
    summary: 'Bytes.',
    input: z.strictObject({ stream: z.literal('yes').optional() }),
    output: { binary: 'application/octet-stream' },
  },
  send: {
    method: 'POST',
    path: 'thing/send',
    allow: 'self',
    audit: 'none',
    summary: 'Takes a file.',
    input: z.strictObject({ filename: text(20) }),
    output: z.object({ size: z.number(), filename: z.string() }),
    upload: { media_type: 'application/pdf', limit_bytes: 1000 },
  },
  events: {
    method: 'GET',
    path: 'thing/events',
    allow: 'self',
    audit: 'none',
    summary: 'Events.',
    input: noInput,
    output: { events: z.object({ n: z.number() }) },
  },
  leak: {
    method: 'GET',
    path: 'thing/leak',
    allow: 'self',
    audit: 'none',
    summary: 'A handler that says too much.',
    input: noInput,
    output: done,
  },
  fail: {
    method: 'GET',
    path: 'thing/fail',
    allow: 'self',
    audit: 'none',
    summary: 'Fails in the way asked for.',
    input: z.strictObject({ how: z.enum(['fault', 'throttled']) }),
    output: done,
  },
});
export type TestTable = typeof testTable;

export const token = (role: RoleKey): string => `token_of_${role}_______`;

function callerOf(role_key: RoleKey): Caller {
  return {
    id: 1,
    user_id: 'someone',
    name: 'Some One',
    role_key,
    user_group: { id: 2, name: 'Group', type: 'hospital', time_zone: 'Asia/Seoul' },
    must_enrol: false,
    must_change_password: role_key === 'LOGISTICS',
    actor: {
      id: 1,
      role_key,
      user_group_id: 2,
      group_type: 'hospital',
      tech_center_id: null,
      assigned_group_ids: [],
    },
    session: { token_hash: Buffer.alloc(32), expires_at: new Date(0) },
  };
}

async function identify(sent: string): Promise<Identified> {
  await Promise.resolve();
  if (sent.startsWith('expired')) return { refused: 'auth/session-expired' };
  const role = (['DOCTOR', 'ADMIN', 'LOGISTICS'] as const).find((key) => sent === token(key));
  return role === undefined ? { refused: 'auth/unknown-token' } : { caller: callerOf(role) };
}

const leaky: { ok: true } = Object.assign({ ok: true as const }, { password_hash: 'x' });

export const testHandlers: Handlers<TestTable> = {
  open: async ({ input }) => Promise.resolve({ name: input.name }),
  list: async ({ input }) => Promise.resolve({ page: input.page, size: input.size, id: input.id ?? [] }),
  read: async ({ input }) => {
    if (input.thing_id > 100) return Promise.reject(new Refusal('object/not-found'));
    return Promise.resolve({ thing_id: input.thing_id });
  },
  change: async () => Promise.resolve({ ok: true }),
  remove: async ({ input }) => Promise.resolve({ thing_id: input.thing_id }),
  effect: async ({ input, once }) =>
    once(async () => Promise.resolve({ id: Math.random(), name: input.name })),
  bytes: async ({ input }) => {
    const bytes = Uint8Array.from({ length: 3000 }, (_, at) => at % 7);
    if (input.stream === undefined) return Promise.resolve({ body: bytes });
    return Promise.resolve({ body: Readable.from([bytes, bytes]), filename: 'Befund "ü";.bin' });
  },
  send: async ({ input, body }) => ({ size: (await readText(body)).length, filename: input.filename }),
  events: async () =>
    Promise.resolve((sink) => {
      sink.send({ n: Number(sink.last_event_id ?? 0) + 1 }, '7');
      return () => undefined;
    }),
  leak: async () => Promise.resolve(leaky),
  fail: async ({ input }) =>
    Promise.reject(
      input.how === 'fault'
        ? new Error('secret words')
        : new Refusal('auth/throttled', { retry_after_s: 6.2 }),
    ),
};

export type TestApp = { app: FastifyInstance; streams: EventStreams; log: string[] };
/** Used by tests that are not about the audit log. */
const noTrail: AuditTrail = {
  succeeded: () => Promise.resolve(),
  refused: () => undefined,
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

export type TestAppOptions = {
  audit?: AuditTrail;
  pages?: string;
  basePath?: string;
  db?: Db;
  handlers?: Handlers<TestTable>;
  production?: boolean;
  limits?: ConnectionLimits;
  headerWaits?: HeaderWaits;
  secure?: SecureServers;
  admit?: (name: string) => void;
  inPlaces?: BindOptions['inPlaces'];
};

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const log: string[] = [];
  const streams = new EventStreams({ heartbeatMs: 50, retryMs: 100 });
  const app = await makeHttpServer({
    log: openLog('info', { write: (line) => void log.push(line) }),
    trustProxy: false,
    basePath: options.basePath ?? '',
    ...(options.secure === undefined ? {} : { secure: options.secure }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(options.headerWaits === undefined ? {} : { headerWaits: options.headerWaits }),
  });
  const nowhere = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }, () => undefined);
  bindRoutes(app, testTable, options.handlers ?? testHandlers, {
    db: options.db ?? openDb(nowhere),
    clock: systemClock,
    audit: options.audit ?? noTrail,
    identify,
    beforePasswordChange: new Set(['read']),
    beforeEnrolment: new Set(['read']),
    strictAnswers: options.production !== true,
    streams,
    ...(options.admit === undefined ? {} : { admit: options.admit }),
    ...(options.inPlaces === undefined ? {} : { inPlaces: options.inPlaces }),
  });
  const contact = { email: 'security@example.org', now: () => new Date('2026-11-22T10:00:00Z') };
  serveOperations(
    app,
    testTable,
    {
      troublesOf: () => Promise.resolve([]),
      verifiedPercent: () => Promise.resolve(null),
      waitingFiles: () => Promise.resolve(null),
      replica: () => null,
    },
    contact,
  );
  await servePages(app, options.pages ?? null, { base_path: options.basePath ?? '' });
  await app.ready();
  return { app, streams, log };
}
