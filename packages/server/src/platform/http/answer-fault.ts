/**
 * Writes every error response: refusals, the framework's own errors, and faults. The body is `{ code, detail,
 * request_id, fields?, figures? }`; `detail` is in the caller's language. The message of a fault is only in the log.
 */
import type { ErrorBody } from '@rhythmdesk/contract/errors';
import type { RefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { isConnectionFault } from '../db/connection-fault.ts';
import { erasedPatient, formerScope, sqlState } from '../db/transact.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileFault, isAway, isUnreadable } from '../files/file-store.ts';
import { languageOf } from '../texts/language.ts';
import { refusalText } from '../texts/refusal-text.ts';
import { Refusal } from './refusal.ts';
import { httpStatusOf } from './status.ts';

/**
 * Codes of errors of a disk that is read-only, full, missing or broken. They are no fault of the code and end once
 * the disk is repaired.
 */
const roomCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
const diskCodes: ReadonlySet<unknown> = new Set([
  ...['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EUCLEAN', 'ENOTCONN'],
]);

/** Returns the code of errors of file system calls only, which contain `syscall`. */
const codeOf = (fault: unknown): unknown =>
  fault instanceof Error && 'code' in fault && 'syscall' in fault ? fault.code : null;

const isRoomFault = (fault: unknown): boolean => roomCodes.has(codeOf(fault));
const isDiskFault = (fault: unknown): boolean => diskCodes.has(codeOf(fault));

/** The refusal codes of the framework's own errors; every other 4xx error of it is an input fault. */
const frameworkCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'input/body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'input/media-type',
  FST_ERR_BAD_URL: 'route/not-found',
  FST_ERR_MAX_PARAM_LENGTH: 'route/not-found',
  FST_ERR_NOT_FOUND: 'route/not-found',
};

const diskRetryS = 15;

/** PostgreSQL ended a statement that waited too long for a lock (55P03), or ran too long (57014). */
const overdueStates = new Set<string | null>(['55P03', '57014']);
const overdueRetryS = 5;
const isOverdue = (error: unknown): boolean => overdueStates.has(sqlState(error));

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The disk accepts or returns nothing. This is a fault of the machine and may be repaired. */
const isDiskAway = (error: unknown): boolean =>
  isDiskFault(error) || (error instanceof FileFault && isAway(error));

/** Returns the refusal for an error, or `null` for a fault of the server. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof FileFault && isUnreadable(error)) return new Refusal('file/unreadable');
  if (error instanceof FileFault && error.code === 'files/no-room') return new Refusal('upload/disk-floor');
  if (isRoomFault(error)) return new Refusal('upload/disk-floor');
  if (isDiskAway(error)) return new Refusal('server/unavailable', { retry_after_s: diskRetryS });
  if (sqlState(error) === formerScope) return new Refusal('auth/session-revoked');
  if (sqlState(error) === erasedPatient) return new Refusal('patient/erased');
  if (isOverdue(error)) return new Refusal('server/unavailable', { retry_after_s: overdueRetryS });
  if (isConnectionFault(error)) return new Refusal('server/unavailable', { retry_after_s: 2 });
  const code = field(error, 'code');
  const known = typeof code === 'string' ? frameworkCodes[code] : undefined;
  if (known !== undefined) return new Refusal(known);
  const status = field(error, 'statusCode');
  const ofFramework = typeof code === 'string' && code.startsWith('FST_');
  return ofFramework && typeof status === 'number' && status >= 400 && status < 500
    ? new Refusal('input/invalid')
    : null;
}

export function errorBodyOf(
  refusal: Refusal,
  requestId: string,
  acceptLanguage: string | undefined,
): ErrorBody {
  const { fields, figures } = refusal.detail;
  return {
    code: refusal.code,
    detail: refusalText(refusal.code, languageOf(acceptLanguage), figures),
    request_id: requestId,
    ...(fields === undefined ? {} : { fields: { ...fields } }),
    ...(figures === undefined ? {} : { figures: { ...figures } }),
  };
}

/** Logs a fault, sets the headers of its response, and returns the refusal to write. */
export function beginFault(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const refusal = refusalOf(error) ?? new Refusal('server/fault');
  if (refusal.code === 'server/fault') {
    request.log.error({ err: error }, 'fault');
  } else if (isRoomFault(error) || (error instanceof FileFault && error.code === 'files/no-room')) {
    request.log.error({ err: error }, 'the disk has no room');
  } else if (isDiskAway(error)) {
    request.log.error({ err: error }, 'the disk is read-only, away or broken');
  } else if (error instanceof FileFault) {
    request.log.error({ err: error }, 'a stored file cannot be read: npm run files -- verify');
  } else if (isOverdue(error)) {
    request.log.error({ err: error }, 'a statement waited or ran too long');
  } else if (!(error instanceof Refusal) && refusal.code === 'server/unavailable') {
    request.log.warn({ err: error }, 'the database was away');
  }
  const { retry_after_s } = refusal.detail;
  if (retry_after_s !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retry_after_s)));
  if (httpStatusOf(refusal.code) === 401) void reply.header('www-authenticate', 'Bearer');
  void reply
    .header('cache-control', 'no-store')
    .header('content-language', languageOf(request.headers['accept-language']));
  return refusal;
}

/** Writes an error response, as the error handler of Fastify. */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = beginFault(error, request, reply);
  void reply
    .status(httpStatusOf(refusal.code))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBodyOf(refusal, request.id, request.headers['accept-language'])));
}

export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  answerFault(new Refusal('route/not-found'), request, reply);
}
