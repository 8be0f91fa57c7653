// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ScalesPreference } from '@rhythmdesk/contract/people';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/trace.ts';
import { texts as ko } from '../../platform/texts/ko/trace.ts';
import { scaleHeights, splitOf } from '../paint/scale-heights.ts';
import { ScaleEdgeGrip } from './scale-edge.tsx';

const room = { totalPx: 900, narrow: false, recordingLines: 500 };
const usual = splitOf(scaleHeights(room));

function Edges() {
  const [kept, keep] = useState<ScalesPreference>();
  const heights = scaleHeights(room, kept);
  return (
    <>
      <ScaleEdgeGrip edge="trend" split={{ room, heights, onSplit: keep }} />
      <ScaleEdgeGrip edge="disclosure" split={{ room, heights, onSplit: keep }} />
      <output>{JSON.stringify([kept ?? null, splitOf(heights)])}</output>
    </>
  );
}

const shown = (): unknown => JSON.parse(screen.getByRole('status').textContent);
const split = (trend_px: number, disclosure_lines: number) => ({ trend_px, disclosure_lines });

test.each([
  ['en', en],
  ['ko', ko],
] as const)(
  'the edges move by keys, and Enter restores the default heights (%s)',
  async (language, texts) => {
    const user = await showIn(language, <Edges />);
    const trend = await screen.findByRole('separator', { name: texts['edge.trend'] });
    const disclosure = screen.getByRole('separator', { name: texts['edge.disclosure'] });
    expect(trend.getAttribute('aria-orientation')).toBe('horizontal');
    trend.focus();
    await user.keyboard('{ArrowDown}');
    const taller = split(usual.trend_px + 24, usual.disclosure_lines - 1);
    expect(shown()).toEqual([taller, taller]);
    expect(trend.getAttribute('aria-valuenow')).toBe(String(taller.trend_px));
    disclosure.focus();
    await user.keyboard('{Home}');
    expect(shown()).toEqual([split(taller.trend_px, 1), split(taller.trend_px, 1)]);
    await user.keyboard('{Enter}');
    expect(shown()).toEqual([null, usual]);
  },
);

test('a drag moves the edge by whole lines from its start, and a double click restores it', async () => {
  const user = await showIn('en', <Edges />);
  const edge = await screen.findByRole('separator', { name: en['edge.disclosure'] });
  fireEvent.pointerDown(edge, { pointerId: 4, button: 0, clientY: 400 });
  for (const clientY of [390, 370, 349]) fireEvent.pointerMove(edge, { pointerId: 4, clientY });
  fireEvent.pointerUp(edge, { pointerId: 4 });
  const lower = split(usual.trend_px, usual.disclosure_lines - 2);
  expect(shown()).toEqual([lower, lower]);
  fireEvent.pointerMove(edge, { pointerId: 4, clientY: 100 });
  expect(shown()).toEqual([lower, lower]);
  await user.dblClick(edge);
  expect(shown()).toEqual([null, usual]);
});
