// @vitest-environment happy-dom
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { api } from '../../../platform/client/api.ts';
import { showIn } from '../../../platform/test-page.tsx';
import { ReadingContext } from '../reading/reading-context.tsx';
import type { ReadingState } from '../reading/reading-state.ts';
import { shownReading, testReading } from '../reading/test-reading.ts';
import { useAnalysis } from './use-analysis.ts';

const edit_lock = { holder: null, here: false, may_take: false, may_ask: false, asked_by: null };
const shown = shownReading(Uint32Array.from({ length: 100 }, (_, i) => 200 * i));
const analysed = shown.summary;
const read = { ...analysed, pauses: 7 };

function Probe() {
  const { analysis, isRead, waits } = useAnalysis({ case_id: 4, recording: 'ready' });
  const figures = analysis?.summary?.pauses ?? 'none';
  return <p>{`${String(figures)} ${isRead ? 'read' : 'analysed'} ${waits ? 'waits' : ''}`}</p>;
}

test('no figure is shown until the reading is known; then those of the reading, else of the analysis', async () => {
  const call = vi.spyOn(api, 'call').mockResolvedValue(
    recordingAnalysis.parse({
      ...{ case_id: 4, state: 'done', code: null, analysis_version: 1, latest_version: 1 },
      ...{ current_engine: 'e', created_at: null, created_by: null, findings: [], differences: [] },
      summary: analysed,
    }),
  );
  const session = testReading();
  const set = (state: Partial<ReadingState>): void =>
    act(() => session.state.set({ ...session.state.get(), ...state }));
  await showIn(
    'en',
    <ReadingContext value={session}>
      <Probe />
    </ReadingContext>,
  );
  await vi.waitFor(() => expect(call).toHaveBeenCalled());
  expect(await screen.findByText('none analysed waits')).toBeTruthy();
  const edit = { kind: 'mark_unreadable', start_sample: 0, end_sample: 1 } as const;
  set({ edit_lock, log: [{ sequence: 1, analysis_version: 1, author: null, at_ms: 0, edit }] });
  expect(screen.getByText('none analysed waits')).toBeTruthy();
  set({ shown: { ...shown, summary: read } });
  expect(await screen.findByText(/^7 read/)).toBeTruthy();
  set({ log: [], shown: null });
  expect(await screen.findByText(new RegExp(`^${String(analysed.pauses)} analysed`))).toBeTruthy();
});
