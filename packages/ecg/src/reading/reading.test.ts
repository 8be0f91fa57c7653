import { expect, test } from 'vitest';
import { byteN, byteS, byteV } from '../beats/beat-class.ts';
import { defaultCriteria } from '../criteria/criteria.ts';
import { summarise } from '../rhythm/summarise.ts';
import { every, handQuality, handTable } from '../rhythm/test-table.ts';
import type { ReadingEdit } from './edits.ts';
import { createReadingFigures, isAdded, readFindings } from './reading-figures.ts';
import { applyEdits, openReading } from './reading.ts';
import { checksumOf } from './checksum.ts';
import type { ReadingBase } from './reading.ts';
import { logged } from './test-edits.ts';

const hz = 250;
const options = { criteria: defaultCriteria, engine_version: 'e' };

/** Returns ten minutes of one beat per second, with a run of four V at 100 s and a pause of three seconds at 200 s. */
function known(): ReadingBase {
  const at = every(600, 1).filter((_, i) => i !== 200 && i !== 201);
  const table = handTable(at, 'N', 600);
  table.classes.set([byteV, byteV, byteV, byteV], 100);
  return { beats: table, quality: handQuality(600) };
}
const base = known();
const sampleOf = (index: number): number => base.beats.samples[index] ?? 0;
const read = (...edits: ReadingEdit[]) => {
  const reading = applyEdits(base, logged(edits));
  return { reading, figures: createReadingFigures()(reading, options) };
};

test('without an edit the figures are those of the analysis', () => {
  expect(read().figures).toEqual({
    ...summarise(base.beats, base.quality, defaultCriteria),
    engine_version: 'e',
  });
});

test('one beat, a range and a template take another label, and the figures follow', () => {
  const list = { by: 'list', samples: [sampleOf(101)] } as const;
  const { figures } = read({ kind: 'relabel_beats', beats: list, label: 'N' });
  expect(figures.v).toMatchObject({ beats: 3, runs: 0, couplets: 1, single: 1 });
  const range = { by: 'range', start_sample: sampleOf(100), end_sample: sampleOf(103) } as const;
  expect(read({ kind: 'relabel_beats', beats: range, label: 'S' }).figures).toMatchObject({
    v: { beats: 0 },
    s: { beats: 4 },
  });
  const all = { by: 'template', template: 0 } as const;
  expect(read({ kind: 'relabel_beats', beats: all, label: 'V' }).figures.v.beats).toBe(598);
});

test('a missed beat closes a pause, a removed one opens one, a moved one changes its intervals', () => {
  const pause = read().figures;
  expect([pause.pauses, pause.rate.longest_rr?.ms]).toEqual([1, 3000]);
  const added = read({ kind: 'add_beat', sample: 200 * hz, label: 'S' });
  expect(added.figures).toMatchObject({ pauses: 1, s: { beats: 1 }, rate: { longest_rr: { ms: 2500 } } });
  const removed = read({ kind: 'remove_beats', beats: { by: 'list', samples: [sampleOf(300)] } });
  expect(removed.figures).toMatchObject({ pauses: 2, beats: { total: 597 } });
  const moved = read({ kind: 'move_beat', sample: sampleOf(300), to_sample: sampleOf(300) + 50 });
  expect(moved.figures.rate.shortest_rr?.ms).toBe(800);
  expect(moved.reading.beats.samples.length).toBe(598);
});

test('an unreadable section is excluded from the figures, a cleared one is included again', () => {
  const stretch = { start_sample: 195 * hz, end_sample: 206 * hz };
  const marked = read({ kind: 'mark_unreadable', ...stretch });
  expect(marked.figures).toMatchObject({ analysed_s: 589, pauses: 0 });
  const cleared = read({ kind: 'mark_unreadable', ...stretch }, { kind: 'clear_unreadable', ...stretch });
  expect(cleared.figures).toEqual(read().figures);
});

const pauseAt = { kind: 'pause', start_sample: sampleOf(199), end_sample: sampleOf(200) } as const;

test('a rejected pause does not count, and the next longest interval replaces it', () => {
  const { reading, figures } = read({ kind: 'judge_finding', finding: pauseAt, verdict: 'rejected' });
  expect([figures.pauses, figures.rate.longest_rr?.ms]).toEqual([0, 1000]);
  const states = readFindings(figures, reading).map(({ kind, state }) => [kind, state]);
  expect(states).toContainEqual(['pause', 'rejected']);
  const again = read(
    { kind: 'judge_finding', finding: pauseAt, verdict: 'rejected' },
    { kind: 'judge_finding', finding: pauseAt, verdict: 'accepted' },
  );
  expect(again.figures.pauses).toBe(1);
  expect(readFindings(again.figures, again.reading).find(({ kind }) => kind === 'pause')?.state).toBe(
    'accepted',
  );
});

test('added fibrillation counts as episode and burden; changed it is edited, removed it is gone', () => {
  const drawn = { kind: 'add_episode', rhythm: 'af', start_sample: 300 * hz, end_sample: 420 * hz } as const;
  const { reading, figures } = read(drawn);
  expect(figures.af).toEqual({ episodes: 1, seconds: 120, burden: 0.2, longest_s: 120 });
  expect(readFindings(figures, reading).find(({ kind }) => kind === 'af')).toMatchObject({
    state: 'mended',
    episode: 1,
  });
  const change = { ...drawn, kind: 'change_episode', episode: 1, end_sample: 360 * hz } as const;
  expect(read(drawn, change).figures.af).toMatchObject({ seconds: 60, longest_s: 60 });
  expect(read(drawn, change, { kind: 'remove_episode', episode: 1 }).figures.af.episodes).toBe(0);
});

test('the engine is not certain of an episode that a user added or edited', () => {
  const run = { kind: 'ivr', start_sample: sampleOf(100), end_sample: sampleOf(103) } as const;
  const [start_sample, end_sample] = [300 * hz, 420 * hz];
  const { reading, figures } = read(
    { kind: 'add_episode', rhythm: 'af', start_sample, end_sample },
    {
      ...{ kind: 'add_episode', rhythm: 'vt', start_sample: run.start_sample, end_sample: sampleOf(104) },
      instead_of: run,
    },
  );
  const findings = readFindings(figures, reading);
  const certaintyOf = (kind: string) => findings.find((one) => one.kind === kind)?.certainty;
  expect([certaintyOf('af'), certaintyOf('vt')]).toEqual([null, null]);
  expect(certaintyOf('pause')).toBe(0.99);
  expect(findings.map((one) => [one.kind, isAdded(one)])).toEqual(
    expect.arrayContaining([
      ['af', true],
      ['vt', false],
      ['pause', false],
    ]),
  );
});

test('an episode added in place of a detected one replaces it in the counts', () => {
  const run = { kind: 'ivr', start_sample: sampleOf(100), end_sample: sampleOf(103) } as const;
  expect(read().figures.v).toMatchObject({ runs: 1, slow_runs: 1, longest_run_beats: 4 });
  const { figures } = read({
    kind: 'add_episode',
    rhythm: 'vt',
    start_sample: sampleOf(100),
    end_sample: sampleOf(104),
    instead_of: run,
  });
  expect(figures.v).toMatchObject({ runs: 1, slow_runs: 0, longest_run_beats: 5 });
});

test('strips are in their order, with their captions', () => {
  const strip = { start_sample: 0, end_sample: 2000 };
  const { reading } = read(
    { kind: 'add_strip', ...strip, caption: 'second', order: 2 },
    { kind: 'add_strip', ...strip, caption: 'first', order: 1 },
    { kind: 'change_strip', strip: 1, ...strip, caption: 'third', order: 3 },
    { kind: 'add_strip', ...strip, caption: 'gone', order: 0 },
    { kind: 'remove_strip', strip: 4 },
  );
  expect(reading.strips.map(({ strip: id, caption }) => [id, caption])).toEqual([
    [2, 'first'],
    [1, 'third'],
  ]);
});

test('a change of a strip without scale and drawing leaves both; default values are not stored', () => {
  const strip = { start_sample: 0, end_sample: 2000, caption: '', order: 1 };
  const scale = { mm_per_s: 50, mm_per_mv: 5 } as const;
  const marks = [{ of: 'text', lead: 0, sample: 100, uv: 500, text: 'P wave' }] as const;
  const add = { kind: 'add_strip', ...strip, scale, marks } as const;
  const captioned = { kind: 'change_strip', strip: 1, ...strip, caption: 'told' } as const;
  const cleared = { ...captioned, marks: [], scale: { mm_per_s: 25, mm_per_mv: 10 } } as const;
  expect(read(add, captioned).reading.strips).toMatchObject([{ caption: 'told', scale, marks }]);
  const { reading } = read(add, cleared);
  const bare = read({ kind: 'add_strip', ...strip, caption: 'told' }).reading;
  expect(checksumOf(reading)).toBe(checksumOf(bare));
  expect(checksumOf(read(add).reading)).not.toBe(checksumOf(read({ kind: 'add_strip', ...strip }).reading));
  expect(read(add, cleared, { kind: 'undo', edit: 2 }).reading.strips).toMatchObject([{ scale, marks }]);
});

test('measurements are in the order of time, are removed by their number and restored by undo', () => {
  const marks = { qrs_onset: 990, qrs_end: 1012, p_onset: 950, t_end: null };
  const measured = { of: 'mean', lead: 0, beats: 24, rr_samples: 200, sample: 1000, ...marks } as const;
  const add = (sample: number) =>
    ({ kind: 'add_measurement', measurement: { ...measured, sample } }) as const;
  const log = [add(3000), add(1000), { kind: 'remove_measurement', measurement: 1 }] as const;
  const { reading, figures } = read(...log);
  expect(reading.measurements).toEqual([{ ...measured, measurement: 2 }]);
  expect(figures).toEqual(read().figures);
  const undone = read(...log, { kind: 'undo', edit: 3 }).reading;
  expect(undone.measurements.map(({ measurement }) => measurement)).toEqual([2, 1]);
  expect(read({ kind: 'remove_measurement', measurement: 4 }).reading.unplaced).toEqual([1]);
});

test('an undone edit leaves later ones; those without their object are listed', () => {
  const added = { kind: 'add_beat', sample: 200 * hz, label: 'N' } as const;
  const relabel = { kind: 'relabel_beats', beats: { by: 'list', samples: [200 * hz] }, label: 'V' } as const;
  expect(read(added, relabel).figures.v.beats).toBe(5);
  const { reading, figures } = read(added, relabel, { kind: 'undo', edit: 1 });
  expect([figures.v.beats, reading.unplaced]).toEqual([4, [2]]);
  expect(read(added, relabel, { kind: 'undo', edit: 1 }, { kind: 'undo', edit: 3 }).figures.v.beats).toBe(5);
});

test('a later analysis maps beats by time, does not insert an added beat that it found itself twice, and lists the rest', () => {
  const later = known();
  const samples = Uint32Array.from([...later.beats.samples, 200 * hz + 20]).sort();
  const n = samples.length;
  const put = samples.indexOf(200 * hz + 20);
  const classes = Uint8Array.from({ length: n }, (_, i) => base.beats.classes[i < put ? i : i - 1] ?? byteN);
  const column = (): Uint8Array => new Uint8Array(n);
  const beats = { ...later.beats, samples, classes, templates: column(), confidence: column() };
  const rest = { leads: column(), onsets: column(), offsets: column(), af: column() };
  const gone = { by: 'list', samples: [12_345] } as const;
  const reading = applyEdits(
    { beats: { ...beats, ...rest }, quality: later.quality },
    logged([
      { kind: 'add_beat', sample: 200 * hz, label: 'V' },
      { kind: 'relabel_beats', beats: { by: 'list', samples: [200 * hz] }, label: 'S' },
      { kind: 'relabel_beats', beats: gone, label: 'S' },
      { kind: 'relabel_beats', beats: { by: 'list', samples: [sampleOf(50)] }, label: 'V' },
    ]),
    new Map([[1, base.beats]]),
  );
  expect(reading.beats.samples).toEqual(samples);
  expect([reading.beats.classes[put], reading.beats.classes[50]]).toEqual([byteS, byteV]);
  expect(reading.unplaced).toEqual([3]);
});

test('a sequence with a gap is a program error', () => {
  const open = openReading(base);
  expect(() => open.apply([{ sequence: 2, analysis_version: 1, edit: { kind: 'undo', edit: 1 } }])).toThrow(
    'reading/sequence',
  );
});
