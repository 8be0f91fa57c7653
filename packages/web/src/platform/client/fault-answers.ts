/**
 * Maps each error response to the page's reaction: the specification's error catalogue as one table.
 *
 * `alert` shows a text of `messages`; `detail` shows the server's own text; `end-session` signs out, goes to the
 * sign-in page and says that the session has expired; `caller` leaves it to the caller.
 */
import type { texts } from '../texts/en/messages.ts';
import type { ApiError } from './api-error.ts';

export type MessageKey = keyof typeof texts;

export type FaultAnswer =
  | { kind: 'alert'; key: MessageKey; with_request_id: boolean }
  | { kind: 'detail'; detail: string }
  | { kind: 'end-session' }
  | { kind: 'caller' };

const alert = (key: MessageKey, with_request_id = false): FaultAnswer => ({
  kind: 'alert',
  key,
  with_request_id,
});

const answers: Readonly<Record<number, FaultAnswer>> = {
  401: alert('alert.check-authentication'),
  403: { kind: 'end-session' },
  404: alert('alert.not-found'),
  409: { kind: 'caller' },
  410: alert('alert.no-resource'),
  416: alert('alert.no-report'),
  422: alert('alert.mandatory-missing'),
  500: alert('alert.server-failure', true),
};

/** The subject of a call, if the catalogue has its own texts for it. */
export type FaultSubject = 'user' | 'upload' | 'download' | 'patch';

/** No response, or a server error: the catalogue's text names the attempted action. */
const brokenWords = { upload: 'alert.upload-failed', download: 'alert.download-failed' } as const;
const absentWords = {
  user: 'alert.user-failure',
  download: 'alert.no-file',
  patch: 'alert.invalid-patch',
} as const;

function ownWords(error: ApiError, about: FaultSubject): MessageKey | undefined {
  const isBroken = error.status >= 500 || error.code === 'network/unreadable';
  if (isBroken && (about === 'upload' || about === 'download')) return brokenWords[about];
  if (error.status === 404 && about !== 'upload') return absentWords[about];
  return undefined;
}

/** Returns whether the server refused what was entered, and none of it was missing. */
function isInvalidInput({ status, code, fields }: ApiError): boolean {
  const isMissing = Object.values(fields).some(
    (key) => key === 'alert.required' || key === 'refusal.input.field-missing',
  );
  return status === 422 && code === 'input/invalid' && !isMissing;
}

/** `about: 'user'` only for an administrator, who may learn which users exist. */
export function faultAnswer(error: ApiError, about?: FaultSubject): FaultAnswer {
  // The server refused it because of other work, whatever was attempted.
  if (error.code === 'server/busy' && error.detail) return { kind: 'detail', detail: error.detail };
  const own = about === undefined ? undefined : ownWords(error, about);
  if (own !== undefined) return alert(own, error.status >= 500);
  if (error.code === 'network/unreadable' || isInvalidInput(error)) return alert('alert.validation');
  if (error.status === 0)
    return alert(error.code === 'network/timeout' ? 'alert.timeout' : 'alert.no-network');
  // The input is complete but breaks a rule. The server's text says which one.
  if (error.status === 422 && !error.code.startsWith('input/') && error.detail)
    return { kind: 'detail', detail: error.detail };
  if (error.status === 406)
    return error.detail ? { kind: 'detail', detail: error.detail } : alert('alert.server-failure', true);
  return answers[error.status] ?? alert('alert.server-failure', true);
}
