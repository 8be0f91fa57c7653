/** Generates analyses and random edits, for tests of a reading's invariants. */
import fc from 'fast-check';
import { byteN, byteS, byteV } from '../beats/beat-class.ts';
import type { Measurement } from '../beats/measurement.ts';
import { beatClasses } from '../labels/beat-labels.ts';
import { extremeKeys } from '../labels/extreme-labels.ts';
import { stripGains, stripSpeeds } from '../labels/strip-labels.ts';
import { handQuality } from '../rhythm/test-table.ts';
import type { BeatSelection, LoggedEdit, ReadingEdit, StripMark } from './edits.ts';
import type { ReadingBase } from './reading.ts';

export const hz = 250;
export const lengthS = 600;

/**
 * Returns an analysis of ten minutes: a beat about every 0.8 s, some of them ectopic, five templates, a stretch of
 * fibrillation.
 */
export function testBase(shift: (index: number) => number = () => 0): ReadingBase {
  const count = 700;
  const at = (i: number): number => 200 + i * 210 + ((i * 37) % 23);
  const classes = [byteN, byteN, byteN, byteV, byteN, byteS, byteN, byteV, byteV, byteV, byteN];
  const column = (of: (i: number) => number): Uint8Array =>
    Uint8Array.from({ length: count }, (_, i) => of(i));
  return {
    beats: {
      sampling_hz: hz,
      length: lengthS * hz,
      samples: Uint32Array.from({ length: count }, (_, i) => at(i) + shift(i)),
      classes: column((i) => classes[i % classes.length] ?? byteN),
      templates: column((i) => i % 5),
      confidence: column(() => 90),
      leads: column(() => 0),
      onsets: column(() => 10),
      offsets: column(() => 12),
      af: column((i) => (i > 300 && i < 420 ? 90 : 3)),
      shapes: [],
    },
    quality: handQuality(lengthS, [50, 51, 52, 400]),
  };
}

const { samples } = testBase().beats;
const beatSample = fc.nat(samples.length - 1).map((i) => samples[i] ?? 0);
const label = fc.constantFrom(...beatClasses);
const stretch = fc
  .tuple(fc.nat(lengthS * hz - 1), fc.integer({ min: 1, max: 20 * hz }))
  .map(([start_sample, length]) => ({ start_sample, end_sample: start_sample + length }));
const beats: fc.Arbitrary<BeatSelection> = fc.oneof(
  fc
    .array(beatSample, { minLength: 1, maxLength: 6 })
    .map((list) => ({ by: 'list' as const, samples: list })),
  stretch.map((span) => ({ by: 'range' as const, ...span })),
  fc.nat(4).map((template) => ({ by: 'template' as const, template })),
);
const rhythm = fc.constantFrom(
  'af' as const,
  'vt' as const,
  'pause' as const,
  'svt' as const,
  'sinus' as const,
);
const finding = fc.tuple(rhythm, stretch).map(([kind, span]) => ({ kind, ...span }));
const height = fc.integer({ min: -3000, max: 3000 });
const mark: fc.Arbitrary<StripMark> = fc.oneof(
  fc.record({
    of: fc.constant('arrow' as const),
    lead: fc.nat(2),
    sample: beatSample,
    uv: height,
    to_sample: beatSample,
    to_uv: height,
    text: fc.string({ maxLength: 5 }),
  }),
  fc.record({
    of: fc.constant('text' as const),
    lead: fc.nat(2),
    sample: beatSample,
    uv: height,
    text: fc.string({ maxLength: 5 }),
  }),
  fc.record({
    of: fc.constant('caliper' as const),
    lead: fc.nat(2),
    sample: beatSample,
    to_sample: beatSample,
  }),
);
const seldom = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const look = fc.record({
  scale: seldom(
    fc.record({ mm_per_s: fc.constantFrom(...stripSpeeds), mm_per_mv: fc.constantFrom(...stripGains) }),
  ),
  marks: seldom(fc.array(mark, { maxLength: 3 })),
  shows: seldom(
    fc.record({ extreme: fc.constantFrom(...extremeKeys), sample: beatSample, value: fc.nat(200) }),
  ),
});
const strip = fc
  .tuple(stretch, fc.string({ maxLength: 5 }), fc.nat(9), look)
  .map(([span, caption, order, looks]) => ({ ...span, caption, order, ...looks }));

/** A measurement as a user may set it: marks in their order, with and without P and T wave. */
const measurement: fc.Arbitrary<Measurement> = fc
  .record({
    of: fc.constantFrom('beat' as const, 'mean' as const),
    sample: beatSample,
    lead: fc.nat(2),
    beats: fc.integer({ min: 1, max: 60 }),
    rr_samples: fc.nat(2 * hz),
    steps: fc.tuple(fc.nat(40), fc.nat(20), fc.nat(30), fc.nat(90)),
    waves: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ steps: [pr, before, after, st], waves: [hasP, hasT], ...measured }) => ({
    ...measured,
    p_onset: hasP ? measured.sample - before - pr - 2 : null,
    qrs_onset: measured.sample - before - 1,
    qrs_end: measured.sample + after,
    t_end: hasT ? measured.sample + after + st + 1 : null,
  }));

/** Generates any edit that is a step of its own; the numbers it refers to may or may not exist. */
export const aloneEdit: fc.Arbitrary<ReadingEdit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('relabel_beats' as const), beats, label }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('regroup_beats' as const),
      beats,
      template: fc.constantFrom(0, 1, 4, 9),
    }),
  },
  fc.record({ kind: fc.constant('remove_beats' as const), beats }),
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('add_beat' as const), sample: fc.nat(lengthS * hz), label }),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(beatSample, fc.integer({ min: -60, max: 60 }))
      .map(([sample, by]) => ({ kind: 'move_beat' as const, sample, to_sample: sample + by })),
  },
  stretch.map((span) => ({ kind: 'mark_unreadable' as const, ...span })),
  stretch.map((span) => ({ kind: 'clear_unreadable' as const, ...span })),
  fc.tuple(finding, fc.option(finding, { nil: undefined })).map(([{ kind, ...span }, instead_of]) => ({
    kind: 'add_episode' as const,
    rhythm: kind,
    ...span,
    instead_of,
  })),
  fc.tuple(finding, fc.integer({ min: 1, max: 20 })).map(([{ kind, ...span }, episode]) => ({
    kind: 'change_episode' as const,
    rhythm: kind,
    ...span,
    episode,
  })),
  fc.integer({ min: 1, max: 20 }).map((episode) => ({ kind: 'remove_episode' as const, episode })),
  fc.record({
    kind: fc.constant('judge_finding' as const),
    finding,
    verdict: fc.constantFrom('accepted' as const, 'rejected' as const, 'open' as const),
  }),
  fc.record({
    kind: fc.constant('judge_thing' as const),
    thing: fc.oneof(
      fc.nat(4).map((template) => ({ of: 'template' as const, template })),
      beatSample.map((sample) => ({ of: 'event' as const, sample })),
      fc
        .tuple(fc.constantFrom(...extremeKeys), beatSample)
        .map(([extreme, sample]) => ({ of: 'extreme' as const, extreme, sample })),
    ),
    verdict: fc.constantFrom('accepted' as const, 'rejected' as const, 'open' as const),
  }),
  strip.map((given) => ({ kind: 'add_strip' as const, ...given })),
  fc
    .tuple(strip, fc.integer({ min: 1, max: 20 }))
    .map(([given, of]) => ({ kind: 'change_strip' as const, strip: of, ...given })),
  fc.integer({ min: 1, max: 20 }).map((of) => ({ kind: 'remove_strip' as const, strip: of })),
  measurement.map((given) => ({ kind: 'add_measurement' as const, measurement: given })),
  fc.integer({ min: 1, max: 20 }).map((of) => ({ kind: 'remove_measurement' as const, measurement: of })),
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map((edit) => ({ kind: 'undo' as const, edit })) },
);

/** Generates any edit, sometimes as part of a step whose first edit may or may not exist. */
export const anyEdit: fc.Arbitrary<ReadingEdit> = fc
  .tuple(aloneEdit, fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined, freq: 8 }))
  .map(([edit, step]) => (edit.kind === 'undo' || step === undefined ? edit : { ...edit, step }));

export const logged = (edits: readonly ReadingEdit[], analysis_version = 1, after = 0): LoggedEdit[] =>
  edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version, edit }));
