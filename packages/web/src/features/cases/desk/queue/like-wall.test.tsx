// @vitest-environment happy-dom
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { texts as ko } from '../../../../platform/texts/ko/desk.ts';
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
