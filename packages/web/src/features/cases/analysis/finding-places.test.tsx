// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/analysis.ts';
import { texts as ko } from '../../../platform/texts/ko/analysis.ts';
import { useStored } from '../../../platform/use-stored.ts';
import type { RecordingHandle } from '../../../trace/panels/recording-handle.ts';
import { selectsNothing } from '../../../trace/panels/test-handle.ts';
import { createSmallStrips } from '../../../trace/panels/small-strips.ts';
import { createWallClock } from '../../../trace/time/wall-clock.ts';
import { passings } from '../../../trace/time/written-times.ts';
import { FindingPlaces } from './finding-places.tsx';
import { StripPlaceProvider, useStripPlace } from './strip-place.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

/** Twenty hours from 18:00 in Seoul, one sample a second; atrial fibrillation every three minutes. */
const clock = { start_ms: Date.UTC(2026, 10, 10, 9), sampling_hz: 1, samples: 20 * 3600 };
const wall = createWallClock('Asia/Seoul', 'en-GB');
const second = (sample: number): string => wall.second(clock.start_ms + sample * 1000);
const episodes = Array.from({ length: 381 }, (_, at) => ({
  kind: 'af' as const,
  start_sample: at * 180,
  end_sample: at * 180 + 30,
  beats: 45,
  bpm: 90,
}));
const starts = episodes.map(({ start_sample }) => start_sample);
const ends = episodes.map(({ end_sample }) => end_sample);
const row = { kind: 'af', count: 381, seconds: 11_430, share: null, places: { starts, ends } } as const;

const view: RecordingHandle = {
  ...selectsNothing,
  goTo: vi.fn(),
  show: vi.fn(),
  strip: () => ({ start: 0, end: 0 }),
  whenIdle: () => Promise.resolve(),
  leadNames: [],
  small: createSmallStrips({ clock, leads: [] }, () => 0),
  sampling_hz: 1,
  timeOf: second,
  dayOf: () => null,
  passings: (timeMs) => passings(clock, wall, timeMs),
};

const couplet = { kind: 'v_couplet', start_sample: 500, end_sample: 500, beats: 2, bpm: 150 } as const;
const run = { ...couplet, start_sample: 900, end_sample: 904, beats: 9, bpm: 140 };
const couplets = {
  ...({ kind: 'v_couplet', count: 2, seconds: 4, share: null } as const),
  places: { starts: [500, 900], ends: [500, 904] },
} as const;

function Couplets() {
  const strip = useStripPlace();
  useEffect(() => strip.keep(view), [strip]);
  return <FindingPlaces row={couplets} index={0} beats={undefined} analysis={{ episodes: [couplet, run] }} />;
}

test.each(languages)('$language: two beats have a rate and no length of zero seconds', async (one) => {
  await showIn(
    one.language,
    atAddress(
      '/detail/7',
      <StripPlaceProvider>
        <Couplets />
      </StripPlaceProvider>,
    ),
  );
  const list = await screen.findByRole('list', { name: one.words.places });
  const facts = within(list)
    .getAllByRole('button')
    .map((button) => [...button.querySelectorAll('i')].map(({ textContent }) => textContent));
  expect(facts.map((own) => own.length)).toEqual([1, 2]);
  expect(facts[0]?.[0]).toContain('150');
});

function Places() {
  const strip = useStripPlace();
  useEffect(() => strip.keep(view), [strip]);
  const { index } = useStored(strip.active);
  return <FindingPlaces row={row} index={index} beats={undefined} analysis={{ episodes }} />;
}

async function open(language: 'en' | 'ko') {
  const element = (
    <StripPlaceProvider>
      <Places />
    </StripPlaceProvider>
  );
  return showIn(language, atAddress('/detail/7', element));
}

const shownTimes = async (words: { readonly places: string }): Promise<string[]> => {
  const list = await screen.findByRole('list', { name: words.places });
  return within(list)
    .getAllByRole('button')
    .map(({ textContent }) => /\d\d:\d\d:\d\d/.exec(textContent)?.[0] ?? '');
};
const focused = (): string => /\d\d:\d\d:\d\d/.exec(document.activeElement?.textContent ?? '')?.[0] ?? '';

test.each(languages)(
  '$language: finding 381 is reached by its number, one at night by its time',
  async (one) => {
    const user = await open(one.language);
    expect(await shownTimes(one.words)).toEqual([0, 180, 360, 540, 720, 900].map(second));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: one.words.jump });
    await user.type(field, '381{Enter}');
    await waitFor(() =>
      expect(document.querySelector('[aria-current]')?.textContent).toContain(second(380 * 180)),
    );
    expect(await shownTimes(one.words)).toEqual([378, 379, 380].map((at) => second(at * 180)));
    expect(view.show).toHaveBeenLastCalledWith({ start: 380 * 180, end: 380 * 180 + 30 });
    expect(field.value).toBe('');
    await user.type(field, '02:11{Enter}');
    await waitFor(() => expect(document.querySelector('[aria-current]')?.textContent).toContain('02:12:00'));
  },
);

test.each(languages)('$language: a number outside the list is reported, and nothing moves', async (one) => {
  const user = await open(one.language);
  const before = await shownTimes(one.words);
  const field = screen.getByRole('textbox', { name: one.words.jump });
  await user.type(field, '382{Enter}');
  const missed = one.words['jump.none'].replace('{{typed}}', '382');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(missed));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(await shownTimes(one.words)).toEqual(before);
});

test.each(languages)(
  '$language: arrows, Page Up and Down, Home and End move through the whole list',
  async (one) => {
    const user = await open(one.language);
    const list = await screen.findByRole('list', { name: one.words.places });
    const [first] = within(list).getAllByRole('button');
    first?.focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe(second(180));
    await user.keyboard('{PageDown}');
    await waitFor(() => expect(focused()).toBe(second(7 * 180)));
    await user.keyboard('{End}');
    await waitFor(() => expect(focused()).toBe(second(380 * 180)));
    await user.keyboard('{PageUp}{ArrowUp}');
    await waitFor(() => expect(focused()).toBe(second(373 * 180)));
    await user.keyboard('{Home}');
    await waitFor(() => expect(focused()).toBe(second(0)));
    expect(
      within(list)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
  },
);
