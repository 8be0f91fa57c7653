// @vitest-environment happy-dom
import type { RecordingAnalysis } from '@rhythmdesk/contract/analysis';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { type ApiCall, answerCalls, callsBefore, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/analysis.ts';
import { testDetail } from '../model/test-case-detail.ts';
import { testSaver } from '../model/test-saver.ts';
import { SaverProvider } from '../model/use-save.ts';
import { shownReading } from '../reading/test-reading.ts';
import { CriteriaDialog } from './criteria-dialog.tsx';

const detail = {
  ...testDetail(7, { version: 3, next_step: { kind: 'finished' } }),
  can_edit_reading: true,
};
const { summary } = shownReading(Uint32Array.from({ length: 90 }, (_, i) => 500 + i * 1000));
const analysisOf = (version: number): RecordingAnalysis => ({
  ...{ analysis_version: version, latest_version: version, state: 'done', code: null, detail: null },
  ...{ case_id: 7, created_at: null, created_by: null, current_engine: 'e' },
  ...{ summary, findings: [], differences: [] },
});

function Page() {
  const [version, setVersion] = useState(1);
  const analysis = analysisOf(version);
  return (
    <SaverProvider value={testSaver()}>
      <CriteriaDialog {...{ detail, analysis, summary, version }} onClose={() => undefined} />
      <button onClick={() => setVersion(2)}>other</button>
    </SaverProvider>
  );
}

test('the dialog reports criteria of another user before it replaces them', async () => {
  const calls = answerCalls(() => Response.json({ case_id: 7, version: 4 }));
  // The figures that the criteria would give are not part of this test.
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(): void {}
      terminate(): void {}
    },
  );
  const user = await showIn('en', <Page />);
  const field = await screen.findByRole('textbox', { name: en['criterion.pause_s'] });
  await user.clear(field);
  await user.type(field, '3');
  screen.getByRole('button', { name: 'other', hidden: true }).click();
  await user.click(
    await screen.findByRole('button', { name: en['criteria.save'].replace('{{version}}', '3') }),
  );
  await screen.findByText(en['criteria.stale']);
  expect(field).toHaveProperty('value', '3');
  const isSaved = ({ path }: ApiCall): boolean => path.endsWith('reanalyse');
  expect((await callsBefore(calls)).filter(isSaved)).toEqual([]);
});
