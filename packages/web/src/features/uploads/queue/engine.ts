/** Runs this tab's upload engine, and wakes it: for the network, live events, sign-ins, the clock. */
import { useSyncExternalStore } from 'react';
import { onLiveEvent } from '../../../platform/live/event-stream.ts';
import { onSessionChange, sessionState } from '../../../platform/session/session-state.ts';
import { countUnsent } from '../../../platform/session/unsent-work.ts';
import { isOpen, type Sending } from './sending.ts';
import { makeSendingStore } from './sending-store.ts';
import { makeTabClaim } from './tab-claim.ts';
import { UploadEngine } from './upload-engine.ts';
import { uploadLine } from './upload-line.ts';

const lookEveryMs = 5_000;

function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const engine = new UploadEngine({
  store: makeSendingStore(),
  line: uploadLine,
  claim: makeTabClaim(),
  nowMs: () => Date.now(),
  makeId,
});

/**
 * After an expired session waiting uploads are kept for the same user's return; after a sign-out or the deletion of the
 * account nothing is kept.
 */
function followSession(): void {
  const session = sessionState();
  if (session.kind === 'signed-in') void engine.restore(session.user);
  if (session.kind === 'signed-out' && session.reason !== undefined && session.reason !== 'expired') {
    void engine.leave();
  }
}

const isChecking = () => engine.list.all().some(({ phase }) => phase === 'checking');

let isRunning = false;

/**
 * Starts the engine; the shell calls it once a user is signed in. It never stops, so that it can handle the sign-out.
 */
export function runEngine(): void {
  if (isRunning) return;
  isRunning = true;
  window.addEventListener('online', () => engine.wake());
  window.addEventListener('beforeunload', (event) => {
    if (engine.wouldLose()) event.preventDefault();
  });
  onSessionChange(followSession);
  countUnsent('sending', () => engine.list.all().filter(isOpen).length);
  onLiveEvent((event) => {
    if (event.type === 'upload') void engine.look(event.upload_id);
    if (event.type === 'resync') void engine.look();
  });
  setInterval(() => {
    if (isChecking() && sessionState().kind === 'signed-in') void engine.look();
  }, lookEveryMs);
  followSession();
}

export function useSendings(user_id: number): readonly Sending[] {
  const all = useSyncExternalStore(engine.list.onChange, engine.list.shown);
  return all.filter((each) => each.user_id === user_id);
}
