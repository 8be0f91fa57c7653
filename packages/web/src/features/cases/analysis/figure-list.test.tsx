// @vitest-environment happy-dom
import { analysed, knownSignal } from '@rhythmdesk/ecg/rhythm/test-signal';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/analysis.ts';
import { texts as zh } from '../../../platform/texts/zh/analysis.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { selectsNothing } from '../../../trace/panels/test-handle.ts';
import { createSmallStrips } from '../../../trace/panels/small-strips.ts';
import type { ReadBeats } from '../reading/read-beats.ts';
import { behindInterval, behindRate } from './figure-beats.ts';
import { FigureList } from './figure-list.tsx';
import { StripPlaceProvider, useStripPlace } from './strip-place.tsx';

const languages = [
  { language: 'en', words: en, beats: (count: number) => `${String(count)} beats` },
  { language: 'zh', words: zh, beats: (count: number) => `${String(count)}次心搏` },
] as const;

const heart = knownSignal('healthy', 120);
const { summary, beats } = analysed(heart.frames, heart.hz);
const read: ReadBeats = {
  sample: Uint32Array.from(beats.samples),
  class: Uint8Array.from(beats.classes),
  confidence: new Uint8Array(beats.samples.length),
  counted: Uint32Array.from(beats.samples.keys()),
};

const view: RecordingHandle = {
  ...selectsNothing,
  goTo: vi.fn(),
  show: vi.fn(),
  strip: () => ({ start: 0, end: 0 }),
  whenIdle: () => Promise.resolve(),
  leadNames: [],
  small: createSmallStrips({ clock: { start_ms: 0, sampling_hz: 250, samples: 30_000 }, leads: [] }, () => 0),
  sampling_hz: 250,
  timeOf: String,
  dayOf: () => null,
  passings: () => [],
};

function Figures() {
  const strip = useStripPlace();
  useEffect(() => strip.keep(view), [strip]);
  return <FigureList summary={summary} beats={read} />;
}

const figureOf = (name: string): HTMLElement => {
  const row = screen.getByText(name).closest('div');
  if (row === null) throw new Error(`no figure ${name}`);
  return row;
};

test.each(languages)(
  '$language: each extreme says on how many beats it is based, and leads to them',
  async (one) => {
    const page = (
      <StripPlaceProvider>
        <Figures />
      </StripPlaceProvider>
    );
    const user = await showIn(one.language, atAddress('/detail/7', page));
    await screen.findByText(one.words['figure.hr_min']);
    for (const key of ['figure.hr_min', 'figure.hr_max'] as const)
      expect(figureOf(one.words[key]).textContent).toContain(one.beats(9));
    for (const key of ['figure.longest_rr', 'figure.shortest_rr'] as const)
      expect(figureOf(one.words[key]).textContent).toContain(one.beats(2));
    const { min } = summary.rate;
    const last = read.sample.indexOf(min?.sample ?? -1);
    const button = figureOf(one.words['figure.hr_min']).querySelector('button');
    if (button === null) throw new Error('the lowest rate leads nowhere');
    await user.click(button);
    expect(view.show).toHaveBeenLastCalledWith({ start: read.sample[last - 8], end: min?.sample });
  },
);

test('the span of a rate ends with its beat, that of an interval begins with it', () => {
  const samples = [100, 300, 500, 900, 1100];
  const { criteria } = summary;
  expect(behindRate({ bpm: 60, sample: 900, beats: 3 }, criteria, samples)).toEqual({
    beats: 3,
    span: { start: 300, end: 900 },
  });
  expect(behindInterval({ ms: 1600, sample: 500 }, samples)).toEqual({
    beats: 2,
    span: { start: 500, end: 900 },
  });
});

test('without the beats only the position is known; an older result uses its own criteria', () => {
  const criteria = { ...summary.criteria, rate_intervals: 4 };
  expect(behindRate({ bpm: 60, sample: 900 }, criteria, undefined)).toEqual({
    beats: 5,
    span: { start: 900, end: 900 },
  });
  expect(behindInterval({ ms: 1600, sample: 500 }, undefined).span).toEqual({ start: 500, end: 500 });
});
