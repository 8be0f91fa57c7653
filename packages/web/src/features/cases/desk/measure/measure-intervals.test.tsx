// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/measuring.ts';
import { texts as ko } from '../../../../platform/texts/ko/measuring.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { ReadingContext } from '../../reading/reading-context.tsx';
import { testReading } from '../../reading/test-reading.ts';
import { MeasureIntervals } from './measure-intervals.tsx';
import type { MeasuringDesk } from './measure-dialog.tsx';

const hz = 250;
const every = 200;
const clock = { start_ms: 0, sampling_hz: hz, samples: 100_000 };
const sample = Uint32Array.from({ length: 480 }, (_, i) => 400 + every * i);

const session = testReading(
  {},
  {
    group: () =>
      Promise.resolve({
        ...{ samples: sample, templates: [0] },
        ...{ qrs_ms: new Uint16Array(sample.length), rr_ms: new Uint16Array(sample.length) },
      }),
    members: () => Promise.resolve({ overlay: [...sample.slice(0, 9)], worst: [] }),
  },
);
const shownFor = (desk: MeasuringDesk) => (
  <ReadingContext value={session}>
    <MeasureIntervals desk={desk} />
  </ReadingContext>
);

/**
 * Computes a beat for the test, made of parts of a sine: P from 164 to 100 ms before the peak, QRS from −40 to 48 ms, T
 * until 360 ms.
 */
function valueAt(at: number): number {
  const ms = (((at - 400 + 100 + every * 10) % every) - 100) * (1000 / hz);
  const wave = (from: number, to: number, height: number): number =>
    ms < from || ms > to ? 0 : height * Math.sin((Math.PI * (ms - from)) / (to - from));
  // After the middle between two beats, the T wave belongs to the beat before.
  const late = ms + 1000 * (every / hz);
  const t = (of: number): number => (of < 160 || of > 360 ? 0 : 0.3 * Math.sin((Math.PI * (of - 160)) / 200));
  return wave(-164, -100, 0.15) + wave(-40, 48, 1.2) + t(ms) + (ms < 0 ? t(late) : 0);
}

const view = {
  ...viewHandle,
  goTo: vi.fn(),
  select: vi.fn(),
  strip: () => ({ start: 20_000, end: 22_000 }),
  leadNames: ['I', 'II'],
  small: {
    ...viewHandle.small,
    clock,
    leads: 2,
    showAll: () => () => undefined,
    runs: ({ start, end }: { start: number; end: number }) => [
      { start, values: Float32Array.from({ length: end - start }, (_, i) => valueAt(start + i)) },
    ],
  },
};
const template = {
  template: 0,
  beats: 480,
  label: 'N',
  labelled: 480,
  classes: [],
  certainty: 1,
  first_sample: 400,
  worst_sample: 400,
} as const;
const kept = {
  measurement: 9,
  of: 'beat',
  sample: 4400,
  lead: 0,
  beats: 1,
  rr_samples: 200,
  p_onset: 4360,
  qrs_onset: 4390,
  qrs_end: 4412,
  t_end: 4490,
} as const;

function deskWith(of: Partial<MeasuringDesk> = {}): MeasuringDesk {
  const beats = {
    sample,
    class: new Uint8Array(480).fill(1),
    confidence: new Uint8Array(480),
    counted: new Uint32Array(),
  };
  const shown = { beats, templates: [template], measurements: [kept] };
  return { view, shown, current: null, writes: true, write: vi.fn(), ...of };
}

beforeEach(() => {
  view.goTo.mockClear();
});

test.each([
  ['en', en],
  ['ko', ko],
] as const)('the marks of the beats around are moved by keys and stored (%s)', async (language, words) => {
  const desk = deskWith();
  const user = await showIn(language, shownFor(desk));
  await user.click(await screen.findByRole('button', { name: words.open }));
  const dialog = await screen.findByRole('dialog', { name: words.title });
  const first = await within(dialog).findByRole('slider', { name: words['mark.p_onset'] });
  await waitFor(() => expect(document.activeElement).toBe(first));
  const names = (['p_onset', 'qrs_onset', 'qrs_end', 't_end'] as const).map((mark) => words[`mark.${mark}`]);
  const sliders = within(dialog).getAllByRole('slider');
  expect(sliders.map((one) => one.getAttribute('aria-label'))).toEqual(names);
  expect(within(dialog).getByText(/48.*at 21000\./)).toBeTruthy();
  const before = sliders.map((one) => Number(one.getAttribute('aria-valuenow')));
  await user.tab();
  expect(document.activeElement).toBe(sliders[1]);
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await user.tab();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const [p = 0, onset = 0, end = 0, t = 0] = before;
  const now = sliders.map((one) => Number(one.getAttribute('aria-valuenow')));
  expect(now).toEqual([p, onset - 2, end + 10, t]);
  await user.keyboard('{Enter}');
  const at = 21_000 - 125;
  expect(vi.mocked(desk.write).mock.calls).toEqual([
    [
      [
        {
          kind: 'add_measurement',
          measurement: {
            of: 'mean',
            sample: 21_000,
            lead: 0,
            beats: 48,
            rr_samples: 200,
            p_onset: at + p,
            qrs_onset: at + onset - 2,
            qrs_end: at + end + 10,
            t_end: at + t,
          },
        },
      ],
    ],
  ]);
  const list = within(dialog).getByRole('region', { name: words.kept });
  await user.click(
    within(list).getByRole('button', { name: words['kept.remove'].replace('{{time}}', 'at 4400.') }),
  );
  expect(desk.write).toHaveBeenLastCalledWith([{ kind: 'remove_measurement', measurement: 9 }]);
});

test('one beat, another lead, an absent wave, and the original marks can be chosen', async () => {
  const desk = deskWith({ view: { ...view, selected: () => ({ anchor: 4400, focus: 4400 }) } });
  const user = await showIn('en', shownFor(desk));
  await user.click(await screen.findByRole('button', { name: en.open }));
  await screen.findByText(en.beat.replace('{{time}}', 'at 4400.'));
  await user.click(screen.getByRole('button', { name: 'II' }));
  await user.click(await screen.findByRole('button', { name: en['mark.take'] }));
  expect(screen.queryByRole('slider', { name: en['mark.p_onset'] })).toBeNull();
  await user.click(screen.getByRole('button', { name: en.keep }));
  expect(vi.mocked(desk.write).mock.calls[0]?.[0]).toMatchObject([
    { measurement: { of: 'beat', sample: 4400, lead: 1, p_onset: null } },
  ]);
  await user.click(screen.getByRole('button', { name: en.again }));
  expect(screen.getByRole('slider', { name: en['mark.p_onset'] })).toBeTruthy();
});

test('a user without the edit lock measures and stores nothing; a stored one leads back to its position', async () => {
  const desk = deskWith({ writes: false });
  const user = await showIn('en', shownFor(desk));
  await user.click(await screen.findByRole('button', { name: en.open }));
  await screen.findByRole('slider', { name: en['mark.qrs_onset'] });
  expect(screen.queryByRole('button', { name: en.keep })).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  await user.keyboard('{Enter}');
  expect(desk.write).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: en['kept.show'].replace('{{time}}', 'at 4400.') }));
  expect(view.goTo).toHaveBeenLastCalledWith(4400);
});
