// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessionState, setSessionState, useSession } from '../../platform/session/session-state.ts';
import { countUnsent } from '../../platform/session/unsent-work.ts';
import { dialogs } from '../../ui/dialogs/dialogs.ts';
import { useFormat } from '../../platform/texts/use-format.ts';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { texts as ja } from '../../platform/texts/ja/shell.ts';
import { listenToGestures } from '../../trace/panels/gestures.ts';
import { SessionWatch } from './session-watch.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

/** The texts are loaded before the clock is stopped, because loading uses timers. */
function WhileSignedIn() {
  useTranslation('shell');
  useFormat();
  return useSession().kind === 'signed-in' ? <SessionWatch /> : <p>signed out</p>;
}

/** Lets fifteen minutes pass without activity: the countdown opens after twelve of them. */
async function idleFor(language: 'en' | 'ja', ms: number) {
  localStorage.clear();
  setSessionState({ kind: 'signed-out', reason: undefined });
  const calls = answerCalls(() => Response.json({ ok: true }));
  await showIn(language, <WhileSignedIn />);
  await screen.findByText('signed out');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  act(() => void signedInAs({ session_idle_seconds: 900 }));
  await act(async () => vi.advanceTimersByTimeAsync(ms));
  return calls;
}

const ring = () => document.querySelector('svg text')?.textContent;

afterEach(() => void vi.useRealTimers());

test.each(languages)('$language: it begins at 180 seconds and counts every second', async (one) => {
  await idleFor(one.language, 12 * 60_000 - 1_000);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole('alertdialog', { name: one.words['countdown.title'] })).toBeDefined();
  expect(ring()).toBe('3:00');
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  expect(ring()).toBe('2:59');
  await act(async () => vi.advanceTimersByTimeAsync(59_000));
  expect(ring()).toBe('2:00');
});

test.each(languages)('$language: staying restarts it, another movement does not', async (one) => {
  await idleFor(one.language, 12 * 60_000 + 30_000);
  fireEvent.pointerMove(window);
  expect(ring()).toBe('2:30');
  fireEvent.click(screen.getByRole('button', { name: new RegExp(one.words['countdown.stay']) }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(12 * 60_000));
  expect(ring()).toBe('3:00');
});

test('work in the trace viewer restarts it, also through the overlay; the page beside it does not', async () => {
  await idleFor('en', 12 * 60_000 + 30_000);
  const trace = document.createElement('div');
  document.body.append(trace);
  const stop = listenToGestures(trace, () => ({}));
  onTestFinished(() => {
    stop();
    trace.remove();
  });
  fireEvent.wheel(trace);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(12 * 60_000 + 30_000));
  let below: readonly Element[] = [document.body];
  Object.assign(document, { elementsFromPoint: () => below });
  const veil = document.querySelector('.MuiDialog-container') ?? document.body;
  fireEvent.wheel(veil);
  expect(ring()).toBe('2:30');
  below = [veil, trace, document.body];
  fireEvent.pointerDown(screen.getByRole('alertdialog'));
  expect(ring()).toBe('2:30');
  fireEvent.wheel(veil);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test.each(languages)('$language: at zero the user is signed out', async (one) => {
  const calls = await idleFor(one.language, 15 * 60_000 - 1_000);
  expect(sessionState().kind).toBe('signed-in');
  await act(async () => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(await screen.findByText('signed out')).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith('auth/logout'))).toBe(true);
  expect(sessionState()).toEqual({ kind: 'signed-out', reason: 'expired' });
});

test('its sign-out asks first while an upload would end', async () => {
  countUnsent('sending', () => 1);
  onTestFinished(() => {
    countUnsent('sending', () => 0);
    dialogs.dismissAll();
  });
  await idleFor('en', 12 * 60_000 + 30_000);
  fireEvent.click(screen.getByRole('button', { name: en['countdown.out'] }));
  await act(async () => vi.advanceTimersByTimeAsync(3_000));
  expect(dialogs.current()?.ask).toMatchObject({ message: en['leave.sending'] });
  expect(sessionState().kind).toBe('signed-in');
});
