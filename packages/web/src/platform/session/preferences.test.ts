import type { Preferences } from '@rhythmdesk/contract/people';
import { expect, test, vi } from 'vitest';

let kept: Preferences = { lists: {}, single_letter_keys: true };
let session = { kind: 'signed-in', user: { preferences: kept } };
let failNext = false;
vi.mock('../client/api.ts', () => ({
  api: {
    call: async (_: string, { preferences }: { preferences: Preferences }) => {
      await Promise.resolve();
      if (failNext) {
        failNext = false;
        throw new Error('offline');
      }
      kept = preferences;
    },
  },
}));
vi.mock('./session-state.ts', () => ({ sessionState: () => session }));
vi.mock('./sign-in.ts', () => ({
  refreshUser: async () => {
    await Promise.resolve();
    session = { kind: 'signed-in', user: { preferences: kept } };
  },
}));
const { changePreferences } = await import('./preferences.ts');

const scales = { trend_px: 202, disclosure_lines: 4 };

test('two changes at once: neither undoes the other, and a failed one holds up none', async () => {
  const first = changePreferences((before) => ({ ...before, single_letter_keys: false }));
  const second = changePreferences((before) => ({ ...before, scales }));
  await Promise.all([first, second]);
  expect(kept).toEqual({ lists: {}, single_letter_keys: false, scales });
  failNext = true;
  const lost = changePreferences((before) => ({ ...before, single_letter_keys: true }));
  const next = changePreferences((before) => ({ ...before, scales: { ...scales, trend_px: 154 } }));
  await expect(lost).rejects.toThrow('offline');
  await next;
  expect(kept).toEqual({ lists: {}, single_letter_keys: false, scales: { ...scales, trend_px: 154 } });
});
