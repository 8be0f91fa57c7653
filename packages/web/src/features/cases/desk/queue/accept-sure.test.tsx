// @vitest-environment happy-dom
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { findingQueue, type QueueInput } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { isMixed, type TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { undoSteps } from '@rhythmdesk/ecg/reading/undo-steps';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { ReadingSession } from '../../reading/reading-session.ts';
import { testBase, testServer } from '../../reading/test-server.ts';
import { testDesk } from '../session/test-desk.ts';
import { QueuePanel } from './queue-panel.tsx';

const nothing: QueueInput = { findings: [], templates: [], extremes: [], events: [], accepted: [] };

const finding = (of: Partial<ReadFinding> & Pick<ReadFinding, 'start_sample'>): ReadFinding => ({
  kind: 'af',
  end_sample: of.start_sample + 900,
  beats: 9,
  bpm: 90,
  state: 'open',
  certainty: 0.99,
  shape: null,
  ...of,
});

/** Shows the queue of these findings, with a real reading behind it; the first item is open. */
async function showQueue(input: Partial<QueueInput>) {
  const session = new ReadingSession(testServer().portsOf('a'));
  await session.open({ criteria: defaultCriteria, engine_version: 'e' });
  const groups = findingQueue({ ...nothing, ...input });
  const current = groups.flatMap(({ items }) => [...items])[0] ?? null;
  const desk = testDesk({ groups, current, write: (edits) => session.edit(edits) });
  const user = await showIn('en', <QueuePanel desk={desk} onWall={vi.fn()} />);
  await screen.findByRole('progressbar');
  const stored = (): Promise<void> =>
    vi.waitFor(() => expect(session.state.get().unsent).toBe(0), { timeout: 20_000 });
  const judged = () => {
    const { accepted, verdicts } = applyEdits(testBase, session.state.get().log);
    const findings = verdicts.map(({ finding: one, verdict }) => [one.kind, one.start_sample, verdict]);
    return [...findings, ...accepted];
  };
  return { user, session, stored, judged };
}

test('Shift+Enter accepts the findings of high certainty; one undo opens all of them again', async () => {
  const { user, session, stored, judged } = await showQueue({
    findings: [
      finding({ start_sample: 0 }),
      finding({ start_sample: 1000, certainty: 0.95 }),
      finding({ start_sample: 2000, certainty: 0.94 }),
      finding({ start_sample: 3000, bpm: 160 }),
      finding({ start_sample: 4000, state: 'rejected' }),
    ],
  });
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await stored();
  expect(judged().toSorted()).toEqual([
    ['af', 0, 'accepted'],
    ['af', 1000, 'accepted'],
  ]);
  const { undo } = undoSteps(session.state.get().log);
  if (undo === null) throw new Error('nothing can be undone');
  session.edit([undo]);
  await stored();
  expect(judged()).toEqual([]);
  expect(undoSteps(session.state.get().log).undo).toBeNull();
});

test('Shift+Enter leaves critical runs open and accepts the others of their kind', async () => {
  const { user, stored, judged } = await showQueue({
    findings: [
      ...(['vt', 'vt', 'vfl', 'ivr', 'ivr'] as const).map((kind, i) =>
        finding({ kind, start_sample: i * 1000 }),
      ),
    ],
  });
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await stored();
  expect(judged().toSorted()).toEqual([
    ['ivr', 3000, 'accepted'],
    ['ivr', 4000, 'accepted'],
  ]);
});

const template = (number: number, labelled: number): TemplateGroup => ({
  ...{ template: number, beats: 24, label: 'V', labelled, certainty: 0.97 },
  classes: [
    { label: 'V', beats: labelled },
    { label: 'N', beats: 24 - labelled },
  ],
  ...{ first_sample: 100, worst_sample: 200 },
});

test('Shift+Enter leaves mixed templates open', async () => {
  const templates = [template(1, 16), template(2, 24), template(3, 24)];
  expect(templates.map(isMixed)).toEqual([true, false, false]);
  const { user, stored, judged } = await showQueue({ templates });
  await user.keyboard('{Shift>}{Enter}{/Shift}');
  await stored();
  expect(judged()).toEqual([
    { of: 'template', template: 2 },
    { of: 'template', template: 3 },
  ]);
});
