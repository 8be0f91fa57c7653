// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeBrowserSession } from './browser-session.ts';
import type { IdlePhase } from './idle-phase.ts';
import { startIdleWatch } from './idle-watch.ts';

const idleLimitMs = 15 * 60_000;

test('a tab that is not looked at stays signed in while another tab is in use', () => {
  vi.useFakeTimers();
  const phases: IdlePhase['kind'][] = [];
  const stop = startIdleWatch({
    idleLimitMs,
    onPhase: ({ kind }) => phases.push(kind),
    keepAlive: () => undefined,
  });
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  for (let minute = 0; minute < 30; minute += 1) {
    vi.advanceTimersByTime(60_000);
    // As another tab does; its event may be lost while this tab is frozen.
    writeBrowserSession({ logged_in: true, last_activity_ms: Date.now() });
  }
  expect(new Set(phases)).toEqual(new Set(['active']));
  vi.advanceTimersByTime(idleLimitMs);
  expect(phases.at(-1)).toBe('expired');
});
