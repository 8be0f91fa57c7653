/**
 * Watches the use of the page and reports when the countdown begins, ticks and ends.
 *
 * Before the countdown any pointer, key or wheel counts as use; during it only "stay signed in" and work in the trace
 * viewer do. Tabs share the last activity through local storage. While the page is in use, the server is called at most
 * once a minute (`keepAlive`), because reading a recording may need no other request for a long time.
 */
import { ownName } from '../address/base-path.ts';
import { browserSessionKey, readBrowserSession, writeBrowserSession } from './browser-session.ts';
import { type IdlePhase, idlePhase } from './idle-phase.ts';

type ActivitySource = 'page' | 'trace' | 'stay';

const keepAliveEveryMs = 60_000;
const noteEveryMs = 2_000;
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

type IdleWatchDependencies = {
  idleLimitMs: number;
  onPhase: (phase: IdlePhase) => void;
  keepAlive: () => void;
};

let running: ((source: ActivitySource) => void) | undefined;

/** Reports activity: the trace viewer calls it with `trace` while its canvas is moved or measured. */
export function noteActivity(source: ActivitySource): void {
  running?.(source);
}

/** Starts the watch; returns the function that ends it. */
export function startIdleWatch(parts: IdleWatchDependencies): () => void {
  let lastMs = Math.max(Date.now(), readBrowserSession().last_activity_ms);
  let announcedMs = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    clearTimeout(timer);
    // Another tab may be in use.
    lastMs = Math.max(lastMs, readBrowserSession().last_activity_ms);
    const phase = idlePhase(Date.now(), lastMs, parts.idleLimitMs);
    parts.onPhase(phase);
    if (phase.kind === 'countdown') timer = setTimeout(look, phase.leftMs % 1_000 || 1_000);
    if (phase.kind === 'active') timer = setTimeout(look, phase.countdownInMs);
  }
  function note(source: ActivitySource): void {
    const nowMs = Date.now();
    if (source !== 'stay' && nowMs - lastMs < noteEveryMs) return;
    const phase = idlePhase(nowMs, lastMs, parts.idleLimitMs).kind;
    if (phase === 'expired' || (phase === 'countdown' && source === 'page')) return;
    lastMs = nowMs;
    writeBrowserSession({ logged_in: true, last_activity_ms: nowMs });
    if (source === 'stay' || nowMs - announcedMs >= keepAliveEveryMs) {
      announcedMs = nowMs;
      parts.keepAlive();
    }
    look();
  }
  const used = () => note('page');
  const otherTab = (event: StorageEvent) => {
    if (event.key === ownName(browserSessionKey)) look();
  };

  for (const input of inputs) window.addEventListener(input, used, { passive: true, capture: true });
  window.addEventListener('storage', otherTab);
  document.addEventListener('visibilitychange', look);
  running = note;
  writeBrowserSession({ logged_in: true, last_activity_ms: lastMs });
  look();
  return () => {
    running = undefined;
    clearTimeout(timer);
    for (const input of inputs) window.removeEventListener(input, used, { capture: true });
    window.removeEventListener('storage', otherTab);
    document.removeEventListener('visibilitychange', look);
  };
}
