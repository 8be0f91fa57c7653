/**
 * Watches the session's idleness: opens the countdown, keeps the session on the server alive, and signs out at zero.
 */
import { useEffect, useState } from 'react';
import { type IdlePhase } from '../../platform/session/idle-phase.ts';
import { noteActivity, startIdleWatch } from '../../platform/session/idle-watch.ts';
import { useSessionUser } from '../../platform/session/session-state.ts';
import { refreshUser, signOut } from '../../platform/session/sign-in.ts';
import { useLeave } from '../shell/use-leave.ts';
import { CountdownDialog } from './countdown-dialog.tsx';

const keepAlive = () => void refreshUser().catch(() => undefined);

export function SessionWatch() {
  const { session_idle_seconds } = useSessionUser();
  const leave = useLeave();
  const [phase, setPhase] = useState<IdlePhase>({ kind: 'active', countdownInMs: 0 });
  useEffect(
    () => startIdleWatch({ idleLimitMs: session_idle_seconds * 1_000, onPhase: setPhase, keepAlive }),
    [session_idle_seconds],
  );
  useEffect(() => {
    if (phase.kind === 'expired') void signOut('expired');
  }, [phase.kind]);
  if (phase.kind !== 'countdown') return null;
  return (
    <CountdownDialog
      leftMs={phase.leftMs}
      idleLimitMs={session_idle_seconds * 1_000}
      onStay={() => noteActivity('stay')}
      onLeave={() => void leave()}
    />
  );
}
