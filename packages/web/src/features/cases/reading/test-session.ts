/** Provides sessions and edits for the tests of readings. */
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { expect, vi } from 'vitest';
import { ReadingSession } from './reading-session.ts';
import { beatSamples, type testServer } from './test-server.ts';

export const figures = { criteria: defaultCriteria, engine_version: 'e' };

export const relabel = (beat: number, label: 'V' | 'S' = 'V'): ReadingEdit => ({
  kind: 'relabel_beats',
  beats: { by: 'list', samples: [beatSamples[beat] ?? 0] },
  label,
});

export const settled = (session: ReadingSession) =>
  vi.waitFor(() => expect(session.state.get().unsent).toBe(0), { timeout: 20_000, interval: 0 });

export async function opened(server: ReturnType<typeof testServer>, page = 'a'): Promise<ReadingSession> {
  const session = new ReadingSession(server.portsOf(page));
  await session.open(figures);
  return session;
}
