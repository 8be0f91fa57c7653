/**
 * Shows a failed call as the specification's error catalogue says. The catalogue leaves a 409 to the caller: a caller
 * that passes it on has no words of its own, so that the server's are shown. An expired session is not shown here.
 */
import { roles, topLevel } from '@rhythmdesk/domain/people/roles';
import { ApiError } from '../../platform/client/api-error.ts';
import { faultAnswer, type FaultSubject } from '../../platform/client/fault-answers.ts';
import { sessionState } from '../../platform/session/session-state.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { dialogs } from '../dialogs/dialogs.ts';

function isAdministrator(): boolean {
  const session = sessionState();
  if (session.kind !== 'signed-in') return false;
  const { badge, level } = roles[session.user.user_role.role_key];
  return badge === 'admin' || level === topLevel;
}

/** `about`: the subject of the call; only administrators learn that a user does not exist. */
export async function showFault(error: unknown, about?: FaultSubject): Promise<void> {
  if (!(error instanceof ApiError)) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    throw error;
  }
  const named = about === 'user' && !isAdministrator() ? undefined : about;
  const answer = faultAnswer(error, named);
  if (answer.kind === 'detail') await dialogs.alert({ message: answer.detail });
  if (answer.kind === 'caller')
    await dialogs.alert({ message: error.detail || (await textOf('alert.conflict')) });
  if (answer.kind !== 'alert') return;
  const requestId = answer.with_request_id && error.request_id ? { requestId: error.request_id } : {};
  await dialogs.alert({ message: await textOf(answer.key), ...requestId });
}
