// @vitest-environment happy-dom
import { type Preferences, preferences } from '@rhythmdesk/contract/people';
import { expect, test } from 'vitest';
import { answerCalls, sessionUser, signedInAs } from '../test-page.tsx';
import { changePreferences } from './preferences.ts';
import { setSessionState } from './session-state.ts';

const scales = { trend_px: 202, disclosure_lines: 4 };

/** Simulates a server that stores all preferences with each save, unless it fails. */
function server() {
  let kept: Preferences = { lists: {}, single_letter_keys: true };
  let failNext = false;
  signedInAs({ preferences: kept });
  answerCalls(({ body }) => {
    if (typeof body !== 'object' || body === null) return Response.json(sessionUser({ preferences: kept }));
    const isLost = failNext;
    failNext = false;
    if (isLost) return Response.json({}, { status: 500 });
    if ('preferences' in body) kept = preferences.parse(body.preferences);
    return Response.json({ ok: true });
  });
  return { kept: () => kept, failNext: () => (failNext = true) };
}

test('of two simultaneous changes neither undoes the other, and a failed one delays none', async () => {
  const { kept, failNext } = server();
  const first = changePreferences((before) => ({ ...before, single_letter_keys: false }));
  const second = changePreferences((before) => ({ ...before, scales }));
  await Promise.all([first, second]);
  expect(kept()).toEqual({ lists: {}, single_letter_keys: false, scales });
  failNext();
  const lost = changePreferences((before) => ({ ...before, single_letter_keys: true }));
  const next = changePreferences((before) => ({ ...before, scales: { ...scales, trend_px: 154 } }));
  await expect(lost).rejects.toThrow();
  await next;
  expect(kept()).toEqual({ lists: {}, single_letter_keys: false, scales: { ...scales, trend_px: 154 } });
});

test('a save that never ends delays only its own user', async () => {
  signedInAs();
  answerCalls(() => new Promise<Response>(() => undefined));
  void changePreferences((before) => ({ ...before, scales }));
  setSessionState({ kind: 'signed-out', reason: 'left' });
  const { kept } = server();
  await changePreferences((before) => ({ ...before, single_letter_keys: false }));
  expect(kept().single_letter_keys).toBe(false);
});
