// @vitest-environment happy-dom
import { findingQueue, type QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { shownReading } from '../../reading/test-reading.ts';
import { testDesk } from '../session/test-desk.ts';
import type { Desk } from '../session/use-desk.ts';
import { reject } from './queue-actions.ts';
import { RejectButton } from './reject-button.tsx';

const [vt = null, extreme = null] = findingQueue({
  findings: [
    {
      ...{ kind: 'vt', start_sample: 500, end_sample: 1100, beats: 4, bpm: 150 },
      ...{ state: 'open', certainty: 0.9, shape: null },
    },
  ],
  ...{ templates: [], events: [], accepted: [] },
  extremes: [{ extreme: 'max_rate', sample: 700, value: 111, rejected: false }],
}).flatMap(({ items }) => items);

/** Four beats of the run are V, the others N. */
const shown = shownReading(
  Uint32Array.from([100, 300, 500, 700, 900, 1100, 1300]),
  Uint8Array.from([1, 1, 3, 3, 3, 3, 1]),
);

function deskWith(current: QueueItem | null) {
  const write = vi.fn<Desk['write']>();
  return { desk: testDesk({ current, write, shown }), write };
}

const judged = { kind: 'judge_finding', verdict: 'rejected' };
const samples = [500, 700, 900, 1100];

test.each([
  ['{Enter}', []],
  ['n', [{ kind: 'relabel_beats', beats: { by: 'list', samples }, label: 'N' }]],
  ['s', [{ kind: 'relabel_beats', beats: { by: 'list', samples }, label: 'S' }]],
  ['{Delete}', [{ kind: 'remove_beats', beats: { by: 'list', samples } }]],
])('key %s in the menu of a rejected run', async (key, edits) => {
  const { desk, write } = deskWith(vt);
  const user = await showIn('en', <RejectButton desk={desk} />);
  await screen.findByRole('button');
  act(() => reject(desk));
  expect(await screen.findByRole('menuitem', { name: new RegExp(en['reject.remove']) })).toBeTruthy();
  expect(write).not.toHaveBeenCalled();
  await user.keyboard(key);
  expect(write).toHaveBeenCalledExactlyOnceWith([expect.objectContaining(judged), ...edits], true);
});

test('Escape rejects nothing; an extreme is rejected at once', async () => {
  const { desk, write } = deskWith(vt);
  await showIn('ja', <RejectButton desk={desk} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button'));
  expect(await screen.findByRole('menuitem', { name: new RegExp(ja['reject.remove']) })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(write).not.toHaveBeenCalled();
  const other = deskWith(extreme);
  reject(other.desk);
  expect(other.write).toHaveBeenCalledExactlyOnceWith(
    [
      {
        kind: 'judge_thing',
        thing: { of: 'extreme', extreme: 'max_rate', sample: 700 },
        verdict: 'rejected',
      },
    ],
    true,
  );
});
