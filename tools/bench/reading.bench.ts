/**
 * Measures a reading of 14 days with 1,500,000 beats: opened with 20,000 edits, then one more edit of each weight,
 * until its beats and figures are ready. It runs what the page's worker does, without the page.
 */
import type { BeatTable } from '../../packages/ecg/src/beats/beat-table.ts';
import { decodeBeats, encodeBeats } from '../../packages/ecg/src/beats/beat-file.ts';
import { defaultCriteria } from '../../packages/ecg/src/criteria/criteria.ts';
import type { LoggedEdit, ReadingEdit } from '../../packages/ecg/src/reading/edits.ts';
import { createReadingFigures } from '../../packages/ecg/src/reading/reading-figures.ts';
import { openReading } from '../../packages/ecg/src/reading/reading.ts';
import type { OpenReading, ReadingBase } from '../../packages/ecg/src/reading/reading.ts';
import { seededRandom } from '../../packages/ecg/src/synth/random.ts';
import type { Bench, Print } from './bench.ts';
import { percentile } from './percentile.ts';

const beatCount = 1_500_000;
const hz = 250;
const lengthS = 14 * 86_400;
const editCount = 20_000;
const tries = 12;
const options = { criteria: defaultCriteria, engine_version: 'bench' };

function longBase(random: () => number): ReadingBase {
  const samples = new Uint32Array(beatCount);
  const step = (lengthS * hz - 1000) / beatCount;
  samples.forEach((_, i) => (samples[i] = Math.round(500 + step * (i + 0.2 * random()))));
  const column = (of: (i: number) => number): Uint8Array =>
    samples.length === 0 ? new Uint8Array() : Uint8Array.from(samples, (_, i) => of(i));
  const beats: BeatTable = {
    sampling_hz: hz,
    length: lengthS * hz,
    samples,
    classes: column(() => (random() < 0.02 ? 3 : 1)),
    // Seven and a half templates; each of the large ones has 200,000 beats.
    templates: column((i) => Math.floor(i / 200_000)),
    confidence: column(() => 90),
    leads: column(() => 0),
    onsets: column(() => 10),
    offsets: column(() => 12),
    af: column((i) => (Math.floor(i / 4000) % 9 === 0 ? 85 : 3)),
    shapes: [],
  };
  const used = new Uint8Array(lengthS);
  for (let s = 0; s < lengthS; s += 7001) used.fill(1, s, s + 20);
  return { beats, quality: { seconds: lengthS, leads: [used], used } };
}

function editOf({ beats }: ReadingBase, random: () => number, n: number): ReadingEdit {
  const sample = beats.samples[Math.floor(random() * beatCount)] ?? 0;
  switch (n % 10) {
    case 0:
      return { kind: 'add_beat', sample: sample + 60, label: 'V' };
    case 1:
      return { kind: 'remove_beats', beats: { by: 'list', samples: [sample] } };
    case 2:
      return {
        kind: 'relabel_beats',
        beats: { by: 'range', start_sample: sample, end_sample: sample + 20 * hz },
        label: 'S',
      };
    case 3:
      return {
        kind: 'judge_finding',
        finding: { kind: 'af', start_sample: sample, end_sample: sample + 9000 },
        verdict: 'accepted',
      };
    case 4:
      return n % 100 === 4
        ? { kind: 'undo', edit: n - 3 }
        : { kind: 'move_beat', sample, to_sample: sample + 7 };
    default:
      return { kind: 'relabel_beats', beats: { by: 'list', samples: [sample] }, label: 'S' };
  }
}

const logged = (edits: readonly ReadingEdit[], after: number): LoggedEdit[] =>
  edits.map((edit, i) => ({ sequence: after + i + 1, analysis_version: 1, edit }));

function measure(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function printEdits(print: Print, base: ReadingBase, open: OpenReading, random: () => number): void {
  const figures = createReadingFigures();
  const show = (): void => void figures(open.reading(), options);
  show();
  const add = (edit: ReadingEdit): void => {
    open.apply(logged([edit], open.sequence));
    show();
  };
  const any = (): number => base.beats.samples[Math.floor(random() * beatCount)] ?? 0;
  const kinds: [string, number, () => ReadingEdit][] = [
    [
      'one beat relabelled, beats and figures',
      100,
      () => ({ kind: 'relabel_beats', beats: { by: 'list', samples: [any()] }, label: 'V' }),
    ],
    ['one beat added, beats and figures', 100, () => ({ kind: 'add_beat', sample: any() + 61, label: 'V' })],
    [
      'an episode judged, lists and figures',
      100,
      () => ({
        kind: 'judge_finding',
        finding: { kind: 'af', start_sample: any(), end_sample: any() },
        verdict: 'rejected',
      }),
    ],
    ['last edit undone, beats and figures', 100, () => ({ kind: 'undo', edit: open.sequence })],
    [
      'a template of 200,000 relabelled, beats and figures',
      300,
      () => ({
        kind: 'relabel_beats',
        beats: { by: 'template', template: Math.floor(random() * 7) },
        label: 'V',
      }),
    ],
  ];
  for (const [what, goal, edit] of kinds) {
    const times = Array.from({ length: tries }, () => measure(() => add(edit())));
    print({ what: `${what}, median`, value: percentile(times, 0.5), unit: 'ms', goal });
  }
  print({
    what: 'checksum, median',
    value: percentile(
      Array.from({ length: tries }, () => measure(() => void open.checksum())),
      0.5,
    ),
    unit: 'ms',
  });
}

export default {
  name: 'reading',
  run: (print) => {
    const random = seededRandom(12);
    const base = longBase(random);
    const file = encodeBeats(base);
    const log = logged(
      Array.from({ length: editCount }, (_, n) => editOf(base, random, n)),
      0,
    );
    const text = JSON.stringify(log);
    print({ what: 'the log of 20,000 edits', value: text.length / 1e6, unit: 'MB' });
    let open: OpenReading | undefined;
    const openings = Array.from({ length: 4 }, () =>
      measure(() => {
        const read = decodeBeats(file);
        if (!read.ok) throw new Error(read.code);
        open = openReading(read.value);
        open.apply(log);
        createReadingFigures()(open.reading(), options);
      }),
    );
    print({
      what: 'opened: beat file, 20,000 edits, figures, median',
      value: percentile(openings, 0.5),
      unit: 'ms',
      goal: 1500,
    });
    if (open !== undefined) printEdits(print, base, open, random);
    return Promise.resolve();
  },
} satisfies Bench;
