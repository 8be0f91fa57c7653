// @vitest-environment happy-dom
import { findingQueue, type QueueInput } from '@rhythmdesk/ecg/reading/finding-queue';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { texts as ko } from '../../../../platform/texts/ko/desk.ts';
import { shownReading } from '../../reading/test-reading.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { LikeWall } from './like-wall.tsx';
import { testDesk } from '../session/test-desk.ts';

const groups = findingQueue({
  findings: [1000, 5000, 9000].map((start_sample) => ({
    kind: 'v_couplet',
    start_sample,
    end_sample: start_sample + 100,
    beats: 2,
    bpm: 150,
    state: 'open',
    certainty: 0.7,
    shape: 3,
  })),
  templates: [],
  extremes: [],
  events: [],
  accepted: [],
});
const items = groups.flatMap((group) => [...group.items]);

test.each([
  ['en', en],
  ['ja', ja],
] as const)(
  '%s: similar false findings are rejected at once, except excluded ones',
  async (language, texts) => {
    const desk = testDesk({ groups, current: items[0] ?? null });
    const onClose = vi.fn();
    await showIn(language, <LikeWall desk={desk} of="like" view={viewHandle} onClose={onClose} />);
    const dialog = await screen.findByRole('dialog');
    const [, second] = screen.getAllByRole('button', { pressed: false });
    if (second === undefined) throw new Error('no second strip');
    fireEvent.click(second);
    expect(
      screen.getByText(texts['like.reject_other'].replace('{{value}}', '2'), { exact: false }),
    ).toBeTruthy();
    fireEvent.keyDown(dialog, { key: 'Delete' });
    const kept = items.filter((_, i) => i !== 1);
    expect(desk.write).toHaveBeenCalledWith(
      kept.map(({ start_sample, end_sample }) => ({
        kind: 'judge_finding',
        finding: { kind: 'v_couplet', start_sample, end_sample },
        verdict: 'rejected',
      })),
      new Set(kept.map(({ key }) => key)),
    );
    expect(onClose).toHaveBeenCalledOnce();
  },
);

test.each([
  ['en', en],
  ['ko', ko],
] as const)(
  '%s: all open findings of a kind are shown, however they look, the least certain first',
  async (language, texts) => {
    const of = { kind: 's_couplet', beats: 2, state: 'open', shape: null } as const;
    const mixed = findingQueue({
      findings: [
        { ...of, start_sample: 1000, end_sample: 1100, bpm: 90, certainty: 0.8 },
        { ...of, start_sample: 5000, end_sample: 5900, bpm: 180, certainty: 0.5 },
      ],
      templates: [],
      extremes: [],
      events: [],
      accepted: [],
    });
    const [certain, unsure] = mixed.flatMap(({ items: own }) => own);
    const desk = testDesk({ groups: mixed, current: certain ?? null });
    await showIn(language, <LikeWall desk={desk} of="kind" view={viewHandle} onClose={vi.fn()} />);
    const dialog = await screen.findByRole('dialog');
    const page = texts['wall.page-certainty'].replace('{{from}}', '1').replace('{{to}}', '2');
    expect(screen.getByText(page.replace('{{total}}', '2'))).toBeTruthy();
    const said = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
    expect(said.map((text) => /([\d.]+)\s?%/.exec(text)?.[1])).toEqual(['50.0', '80.0']);
    fireEvent.keyDown(dialog, { key: 'Enter' });
    const keys = vi.mocked(desk.write).mock.calls[0]?.[1];
    expect(keys).toEqual(new Set([unsure?.key, certain?.key]));
  },
);

const nothing: QueueInput = { findings: [], templates: [], extremes: [], events: [], accepted: [] };
const run = (start_sample: number, beats: number) => ({
  ...({ kind: 'vt', state: 'open', shape: null, certainty: 0.9 } as const),
  ...{ start_sample, end_sample: start_sample + 500, beats, bpm: 150 },
});

/** Opens the wall of the kind of the first item; the beats are V in the runs at 1,000 and 5,000. */
async function wallOf(input: Partial<QueueInput>) {
  const own = findingQueue({ ...nothing, ...input });
  const all = own.flatMap((group) => [...group.items]);
  const beats = Uint32Array.from([900, 1000, 1200, 1400, 5000, 5200, 5400, 6000]);
  const shown = shownReading(beats, Uint8Array.from([1, 3, 3, 3, 3, 3, 3, 1]));
  const desk = testDesk({ groups: own, current: all[0] ?? null, shown });
  const onClose = vi.fn();
  const user = await showIn('en', <LikeWall desk={desk} of="kind" view={viewHandle} onClose={onClose} />);
  await screen.findByRole('dialog');
  return { desk, user, onClose };
}

test('findings that the center’s rules call critical are not on the wall, which says so', async () => {
  const { desk, user } = await wallOf({ findings: [run(1000, 4), run(5000, 4), run(9000, 8)] });
  expect(screen.getByText(en['wall.critical_one'].replace('{{value}}', '1'))).toBeTruthy();
  expect(screen.getAllByRole('button', { pressed: false })).toHaveLength(2);
  await user.keyboard('{Enter}');
  const starts = vi
    .mocked(desk.write)
    .mock.calls[0]?.[0].map((edit) => ('finding' in edit ? edit.finding.start_sample : null));
  expect(starts).toEqual([1000, 5000]);
});

test('rejected runs of a wall offer their beats; one key rejects the runs and changes all beats', async () => {
  const { desk, user, onClose } = await wallOf({ findings: [run(1000, 3), run(5000, 3)] });
  await user.keyboard('{Delete}');
  expect(await screen.findByRole('menuitem', { name: new RegExp(en['reject.remove']) })).toBeTruthy();
  expect(desk.write).not.toHaveBeenCalled();
  await user.keyboard('n');
  const [edits = []] = vi.mocked(desk.write).mock.calls[0] ?? [];
  expect(edits.map(({ kind }) => kind)).toEqual(['judge_finding', 'judge_finding', 'relabel_beats']);
  expect(edits.at(-1)).toMatchObject({
    beats: { by: 'list', samples: [1000, 1200, 1400, 5000, 5200, 5400] },
    label: 'N',
  });
  expect(desk.write).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape in the menu of the beats leaves the wall as it is', async () => {
  const { desk, user, onClose } = await wallOf({ findings: [run(1000, 3), run(5000, 3)] });
  await user.keyboard('{Delete}');
  await screen.findByRole('menuitem', { name: new RegExp(en['reject.remove']) });
  await user.keyboard('{Escape}');
  expect(desk.write).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('patient events are accepted together; an event cannot be rejected', async () => {
  const { desk, user } = await wallOf({ events: [1000, 5000] });
  expect(screen.queryByRole('button', { name: /^Reject/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(vi.mocked(desk.write).mock.calls[0]?.[0]).toHaveLength(2);
});
