/** Decides what follows a failed step of an upload: retry later, wait for a sign-in, start over, or give up. Pure. */
import type { ApiError } from '../../../platform/client/api-error.ts';

export type RetryVerdict = 'later' | 'sign-in' | 'anew' | 'failed';

/** After so many failures of the server itself an upload has failed; a network or a restart may take longer. */
const mostServerFailures = 5;

const hasFailed = (status: number, failures: number): boolean =>
  status === 500 && failures + 1 >= mostServerFailures;

/** For the POST that begins an upload, the only call that needs a session. `failures` are those before this one. */
export function afterBegin({ status }: Pick<ApiError, 'status'>, failures: number): RetryVerdict {
  if (hasFailed(status, failures)) return 'failed';
  if (status === 0 || status >= 500 || status === 429) return 'later';
  return status === 401 || status === 403 ? 'sign-in' : 'failed';
}

/**
 * Decides what follows the sending of the bytes: if the server disagrees about the offset, it is requested again; an
 * upload that the server no longer knows starts over once.
 */
export function afterSend(
  { status }: Pick<ApiError, 'status'>,
  failures: number,
  begun_anew: boolean,
): RetryVerdict {
  if (hasFailed(status, failures)) return 'failed';
  if (status === 0 || status >= 500 || status === 409 || status === 423 || status === 429) return 'later';
  if (status === 404 || status === 410) return begun_anew ? 'failed' : 'anew';
  return 'failed';
}

/** Doubles from one second to thirty. */
export function retryAfterMs(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(failures, 10));
}
