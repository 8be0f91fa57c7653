/**
 * Serves the tus 1.0 routes outside the route table, because their bodies have no limit. A session starts an upload,
 * its capability continues it for 24 hours while its user may upload. Errors: 400, 412, 413, 415 → 422, offset → 409.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { uploadCapabilityHeader, uploadCapabilityHours } from '@rhythmdesk/contract/uploads';
import type { AuditAct } from '@rhythmdesk/domain/audit/acts';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { can } from '@rhythmdesk/domain/people/can';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploads } from '../../platform/db/schema/recordings.ts';
import { everything, everythingFor, inScope } from '../../platform/db/row-scope.ts';
import { transact } from '../../platform/db/transact.ts';
import { noteAudit } from '../../platform/audit/audited-call.ts';
import { auditedRequest, refusalsAudited, type Auditing } from '../../platform/http/audited-request.ts';
import { requireCaller } from '../../platform/http/bind-routes.ts';
import { hasBody, uploadPace, watchBody } from '../../platform/http/body-pace.ts';
import type { Identify } from '../../platform/http/caller.ts';
import { passBody } from '../../platform/http/passed-body.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { languageOf } from '../../platform/texts/language.ts';
import { reserveRoom } from './disk-reservation.ts';
import { makeReceiver, settleUpload, uploadUrl, type Receiver } from './receive-bytes.ts';
import { roomGate } from './room-gate.ts';
import { requireFolders, withFolders } from './require-folders.ts';
import { readMetadata } from './upload-metadata.ts';
import { isUploadId } from './upload-id.ts';
import { cancelUpload, removeZip, type UploadRow } from './upload-record.ts';
import type { UploadDependencies } from './upload-dependencies.ts';
import { mayStillUpload, readUploader } from './uploader.ts';
import { requireNewCase } from '../../records/cases/new-case-checks.ts';
import { waitingCase } from './receive-recording.ts';

type RouteContext = {
  readonly dependencies: UploadDependencies;
  readonly identify: Identify;
  readonly receiver: Receiver;
};

const version = '1.0.0';
const hashOf = (capability: string): Buffer => createHash('sha256').update(capability).digest();

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function wholeHeader(request: FastifyRequest, name: string): number {
  const text = headerOf(request, name) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new Refusal('upload/protocol');
  return Number(text);
}

function requireProtocol(request: FastifyRequest): void {
  const wrongVersion = headerOf(request, 'tus-resumable') !== version;
  const unsupported = ['upload-defer-length', 'upload-concat', 'x-http-method-override'].some(
    (name) => request.headers[name] !== undefined,
  );
  if (wrongVersion || unsupported) throw new Refusal('upload/protocol');
}

const bytesType = 'application/offset+octet-stream';
const codeOfStatus: Readonly<Record<number, RefusalCode>> = {
  404: 'object/not-found',
  409: 'upload/offset',
  410: 'upload/gone',
  413: 'upload/too-large',
};

/** Converts the response of tus: a success with its headers, an error to a refusal. */
function answer(reply: FastifyReply, given: Response): FastifyReply {
  if (given.status >= 400) throw new Refusal(codeOfStatus[given.status] ?? 'upload/protocol');
  for (const [name, value] of given.headers) {
    if (!name.startsWith('access-control-') && name !== 'content-type') void reply.header(name, value);
  }
  return reply.status(given.status).header('cache-control', 'no-store').send('');
}

/** Passes the request to tus unchanged; the body is streamed. */
async function passToTus(
  { dependencies, receiver }: RouteContext,
  request: FastifyRequest,
  upload_id: string,
): Promise<Response> {
  const headers = new Headers();
  for (const name of ['tus-resumable', 'upload-length', 'upload-offset', 'content-type', 'content-length']) {
    const value = headerOf(request, name);
    if (value !== undefined) headers.set(name, value);
  }
  const url = `http://upload${uploadUrl}/${upload_id}`;
  const { method, raw } = request;
  if (!hasBody(raw)) return receiver.handle(new Request(url, { method, headers }), upload_id);
  watchBody(raw, uploadPace, () => raw.destroy());
  const passed = passBody(raw);
  const gate = roomGate(dependencies);
  const body = Readable.toWeb(pipeline(passed.stream, gate.stream, () => undefined));
  const forwarded = new Request(url, { method, headers, body, duplex: 'half' });
  const given = await receiver.handle(forwarded, upload_id).finally(passed.discardRest);
  const refusal = gate.refusal();
  if (refusal !== null) throw refusal;
  return given;
}

function toTus(context: RouteContext, request: FastifyRequest, upload_id: string): Promise<Response> {
  const writes = request.method !== 'HEAD';
  return withFolders(context.dependencies, { upload_id, writes }, () =>
    passToTus(context, request, upload_id),
  );
}

async function insertUpload(
  dependencies: UploadDependencies,
  row: typeof uploads.$inferInsert & { upload_id: string },
): Promise<void> {
  await transact(dependencies.db, async (tx) => {
    await reserveRoom(tx, dependencies, row);
    await tx.insert(uploads).values(row);
    await publish(tx, { type: 'upload', upload_id: row.upload_id });
  });
}

function begin(context: RouteContext): Serve {
  const { dependencies, identify } = context;
  const { db } = dependencies;
  return async (request, reply) => {
    const caller = await requireCaller(request.headers.authorization, 'case.create', identify);
    request.caller = caller;
    if (caller.must_change_password) throw new Refusal('auth/password-change-due');
    if (caller.must_enrol) throw new Refusal('auth/factor-due');
    requireProtocol(request);
    const size_bytes = wholeHeader(request, 'upload-length');
    if (size_bytes === 0) throw new Refusal('upload/protocol');
    if (size_bytes > dependencies.limits.zip_bytes) throw new Refusal('upload/too-large');
    const { filename, hn_id, hospital_id, with_request, metadata } = readMetadata(
      headerOf(request, 'upload-metadata'),
    );
    if (with_request && can(caller.actor, 'case.request') === 'never') throw new Refusal('auth/role-never');
    const now = dependencies.clock.now();
    const hospital = await requireNewCase(db, caller, { hospital_id, dates: metadata.patient }, now);
    await waitingCase(db, hn_id, hospital.id);
    await requireFolders(dependencies, true);
    const upload_id = randomBytes(16).toString('hex');
    const capability = randomBytes(32).toString('base64url');
    noteAudit({ target: `upload/${upload_id}` });
    await inScope(everythingFor(caller.actor), () =>
      insertUpload(dependencies, {
        upload_id,
        user_id: caller.id,
        user_group_id: caller.user_group.id,
        hospital_id: hospital.id,
        filename,
        hn_id,
        with_request,
        metadata,
        size_bytes,
        capability_hash: hashOf(capability),
        capability_expires_at: new Date(now.getTime() + uploadCapabilityHours * 3_600_000),
        language: languageOf(request.headers['accept-language']),
        created_at: now,
        updated_at: now,
        ...dependencies.disk?.place,
      }),
    );
    const given = await toTus(context, request, upload_id);
    await settleUpload(dependencies, upload_id);
    void reply.header(uploadCapabilityHeader, capability);
    return answer(reply, given);
  };
}

/** Returns the upload that the request's capability belongs to; any other is not found. */
async function capable({ dependencies }: RouteContext, request: FastifyRequest): Promise<UploadRow> {
  const { params } = request;
  const named: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'upload_id') : null;
  const upload_id: string = typeof named === 'string' ? named : '';
  const capability = headerOf(request, uploadCapabilityHeader.toLowerCase());
  if (capability === undefined) throw new Refusal('auth/required');
  const [row] = isUploadId(upload_id)
    ? await dependencies.db.select().from(uploads).where(eq(uploads.upload_id, upload_id))
    : [];
  if (row === undefined || !timingSafeEqual(row.capability_hash, hashOf(capability)))
    throw new Refusal('object/not-found');
  const uploader = await readUploader(dependencies.db, row.user_id);
  noteAudit({ target: `upload/${upload_id}` });
  if (uploader === null) throw new Refusal('auth/account-inactive');
  noteAudit({ who: { ...uploader, user_id: uploader.id } });
  if (!mayStillUpload(uploader, row.hospital_id)) throw new Refusal('auth/account-inactive');
  const isOver = row.capability_expires_at <= dependencies.clock.now();
  if (row.state === 'cancelled' || (row.state === 'receiving' && isOver)) throw new Refusal('upload/gone');
  return row;
}

/** Responds for a received upload, of which all bytes count as present, also after its zip was read and removed. */
function received(reply: FastifyReply, { size_bytes }: UploadRow): FastifyReply {
  return reply
    .status(200)
    .header('cache-control', 'no-store')
    .header('tus-resumable', version)
    .header('upload-offset', size_bytes)
    .header('upload-length', size_bytes)
    .send('');
}

function lookUp(context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const row = await capable(context, request);
    requireProtocol(request);
    if (row.state !== 'receiving') return received(reply, row);
    const given = await toTus(context, request, row.upload_id);
    await settleUpload(context.dependencies, row.upload_id);
    void reply.header('upload-expires', row.capability_expires_at.toUTCString());
    return answer(reply, given);
  };
}

/** Resolves whether or not all bytes arrived. */
async function writeBytes(context: RouteContext, request: FastifyRequest, upload_id: string) {
  try {
    return await toTus(context, request, upload_id);
  } finally {
    await settleUpload(context.dependencies, upload_id);
  }
}

function append(context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { upload_id, state, capability_expires_at } = await capable(context, request);
    requireProtocol(request);
    wholeHeader(request, 'upload-offset');
    if (headerOf(request, 'content-type') !== bytesType) throw new Refusal('upload/protocol');
    if (state !== 'receiving') throw new Refusal('upload/offset');
    const given = await writeBytes(context, request, upload_id);
    void reply.header('upload-expires', capability_expires_at.toUTCString());
    return answer(reply, given);
  };
}

/** The history shows how much had arrived, so that is stored while the bytes still exist. */
function giveUp(context: RouteContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { upload_id, state } = await capable(context, request);
    requireProtocol(request);
    if (state === 'receiving') {
      await settleUpload(context.dependencies, upload_id);
      await toTus(context, request, upload_id);
    }
    await cancelUpload(context.dependencies, upload_id);
    if (state === 'receiving') await removeZip(context.dependencies, upload_id);
    return reply.status(204).header('tus-resumable', version).send();
  };
}

function describe({ dependencies }: RouteContext) {
  return (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .status(204)
      .header('tus-resumable', version)
      .header('tus-version', version)
      .header('tus-extension', 'creation,creation-with-upload,termination,expiration')
      .header('tus-max-size', dependencies.limits.zip_bytes)
      .send();
}

type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Bytes come with a capability and not with a session, so permission is checked and logged here for each row. */
export function serveUploads(
  app: FastifyInstance,
  dependencies: UploadDependencies,
  identify: Identify,
  auditing: Auditing,
): void {
  const context: RouteContext = { dependencies, identify, receiver: makeReceiver(dependencies) };
  const as = (act: AuditAct, serve: Serve): Serve => {
    return async (request, reply) => {
      const call = auditedRequest(act, act, request, auditing);
      const given = await refusalsAudited(call, auditing, () =>
        inScope(everything, () => serve(request, reply)),
      );
      await auditing.audit.succeeded(call);
      return given;
    };
  };
  const one = `${uploadUrl}/:upload_id`;
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.route({ method: 'OPTIONS', url: uploadUrl, handler: describe(context) });
    scope.route({ method: 'OPTIONS', url: one, handler: describe(context) });
    scope.route({ method: 'POST', url: uploadUrl, handler: as('upload.begin', begin(context)) });
    scope.route({ method: 'HEAD', url: one, handler: as('upload.look', lookUp(context)) });
    scope.route({ method: 'PATCH', url: one, handler: as('upload.send', append(context)) });
    scope.route({ method: 'DELETE', url: one, handler: as('upload.give-up', giveUp(context)) });
    done();
  });
}
