/** What a failed step of a sending means: try again later, wait for a sign-in, begin anew, or give it up. Pure. */
import type { ApiError } from '../../../platform/client/api-error.ts';

export type Verdict = 'later' | 'sign-in' | 'anew' | 'failed';

/** Of the POST that begins an upload, which alone needs a session. */
export function afterBegin({ status }: Pick<ApiError, 'status'>): Verdict {
  if (status === 0 || status >= 500 || status === 429) return 'later';
  return status === 401 || status === 403 ? 'sign-in' : 'failed';
}

/** Of the bytes: a place that the server does not agree with is asked for again; an upload it forgot begins anew once. */
export function afterSend({ status }: Pick<ApiError, 'status'>, begun_anew: boolean): Verdict {
  if (status === 0 || status >= 500 || status === 409 || status === 423 || status === 429) return 'later';
  if (status === 404 || status === 410) return begun_anew ? 'failed' : 'anew';
  return 'failed';
}

/** Doubled from one second to thirty. */
export function retryAfterMs(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.min(failures, 10));
}
