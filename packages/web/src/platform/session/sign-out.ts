/**
 * Ends the session of this tab and of every tab that shares it.
 *
 * Invariants: the session user and the stored language are cleared and the locale returns to the browser's; listeners
 * clear everything that the page cached for the session; only a sign-out by the user is posted to the server, and the
 * session ends here even if the server does not answer.
 */
import { forgetPush } from '../push/forget-push.ts';
import { forgetLanguage } from '../texts/texts.ts';
import { writeBrowserSession } from './browser-session.ts';
import {
  currentToken,
  type EndReason,
  sessionState,
  setSessionState,
  writeStoredUser,
} from './session-state.ts';
import { onTabMessage, postToTabs } from './tab-channel.ts';

function close(reason: EndReason): void {
  farewell = false;
  writeStoredUser(undefined);
  forgetPush();
  writeBrowserSession({ logged_in: false, last_activity_ms: 0 });
  setSessionState({ kind: 'signed-out', reason });
  void forgetLanguage();
}

let farewell = false;

/**
 * The account is about to be deleted: the server will answer 403 from then on, and the message to the user stays until
 * it was read. Ends with the session, or with `stayHere`.
 */
export function beginFarewell(): { stayHere: () => void } {
  farewell = true;
  return {
    stayHere() {
      farewell = false;
    },
  };
}

export function endSession(reason: EndReason): void {
  if (farewell && reason === 'expired') return;
  const token = currentToken();
  if (token === undefined) return;
  postToTabs({ type: 'ended', token, reason });
  close(reason);
}

/** Follows the other tabs: offers them this tab's session, and ends it when one of them ends it. */
export function followTabs(offer: () => void): () => void {
  return onTabMessage((message) => {
    if (message.type === 'ask') offer();
    if (
      message.type === 'ended' &&
      !farewell &&
      sessionState().kind === 'signed-in' &&
      message.token === currentToken()
    ) {
      close(message.reason);
    }
  });
}
