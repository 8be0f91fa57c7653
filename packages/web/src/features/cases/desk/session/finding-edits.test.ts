import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import type { ReadingBase } from '@rhythmdesk/ecg/reading/reading';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { findingQueue, type QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { readExtremes } from '@rhythmdesk/ecg/reading/read-extremes';
import { createReadingFigures, readFindings } from '@rhythmdesk/ecg/reading/reading-figures';
import { templateGroups } from '@rhythmdesk/ecg/reading/template-groups';
import { expect, test } from 'vitest';
import {
  acceptEdits,
  hasEnds,
  leftBeats,
  markEdits,
  moveEndEdits,
  rejectEdits,
  rejectRunEdits,
  relabelGroupEdits,
  retypeEdits,
  setEndsEdits,
} from './finding-edits.ts';
import { sureOf } from './bulk-findings.ts';

const { rules } = usualCriticalSettings;
const hz = 250;
const count = 600;
/** Ten minutes with one beat a second, a run of four V beats from the 100th on, and two unreadable seconds. */
function baseOf(): ReadingBase {
  const filled = (value: number): Uint8Array => new Uint8Array(count).fill(value);
  const classes = filled(1);
  classes.fill(3, 100, 104);
  const templates = filled(0);
  templates.fill(1, 100, 104);
  const samples = Uint32Array.from(classes, (_, i) => i * hz + 100);
  for (let i = 101; i < 104; i++) samples[i] = (samples[100] ?? 0) + (i - 100) * 100;
  const used = new Uint8Array(count);
  used.fill(1, 400, 402);
  const columns = {
    confidence: filled(90),
    leads: filled(0),
    onsets: filled(0),
    offsets: filled(0),
    af: filled(0),
  };
  return {
    beats: { sampling_hz: hz, length: count * hz, samples, classes, templates, ...columns, shapes: [] },
    quality: { seconds: count, leads: [used], used },
  };
}
const base = baseOf();

/** Returns the reading after some edits, as the desk shows it. */
function desk() {
  const log: LoggedEdit[] = [];
  const items = (): QueueItem[] => {
    const reading = applyEdits(base, log);
    const figures = createReadingFigures()(reading, { criteria: defaultCriteria, engine_version: 'e' });
    return findingQueue({
      findings: readFindings(figures, reading),
      templates: templateGroups(reading.beats),
      extremes: readExtremes(figures, reading),
      events: [77],
      accepted: reading.accepted,
    }).flatMap((group) => [...group.items]);
  };
  const item = (is: (one: QueueItem) => boolean): QueueItem => {
    const found = items().find(is);
    if (found === undefined) throw new Error('nothing of the kind');
    return found;
  };
  return {
    items,
    vt: () => item((one) => one.of === 'episode' && one.key.startsWith('vt ')),
    noise: () => item((one) => one.key.startsWith('noise ')),
    event: () => item((one) => one.of === 'event'),
    longest: () => item((one) => one.of === 'extreme' && one.extreme === 'longest_rr'),
    pauses: () => items().filter((one) => one.of === 'episode' && one.finding.kind === 'pause'),
    group: (template: number) => item((one) => one.of === 'template' && one.group.template === template),
    write: (edits: readonly ReadingEdit[]): number => {
      for (const edit of edits) log.push({ sequence: log.length + 1, analysis_version: 1, edit });
      return edits.length;
    },
  };
}

test('Enter accepts a finding and opens it again, and an event alike', () => {
  const { vt, event, write } = desk();
  for (const of of [vt, event]) {
    write(acceptEdits(of()));
    expect(of().state).toBe('accepted');
    write(acceptEdits(of()));
    expect(of().state).toBe('open');
  }
});

test('Delete rejects and reverts; on an unreadable section it says that it can be read', () => {
  const { vt, noise, items, event, write } = desk();
  const { key } = vt();
  write(rejectEdits(vt()));
  expect([vt().state, vt().key]).toEqual(['rejected', key]);
  write(rejectEdits(vt()));
  expect(vt().state).toBe('open');
  write(rejectEdits(noise()));
  expect(items().filter((one) => one.key.startsWith('noise '))).toEqual([]);
  expect(rejectEdits(event())).toEqual([]);
});

test('a rejected longest interval is no pause either, and the next longest waits to be judged', () => {
  const { longest, pauses, items, write } = desk();
  const first = longest();
  expect(pauses().map(({ start_sample, state }) => [start_sample, state])).toEqual([
    [first.start_sample, 'open'],
  ]);
  write(rejectEdits(first, items()));
  expect(pauses().map(({ state }) => state)).toEqual(['rejected']);
  const longestOnes = items().filter((one) => one.of === 'extreme' && one.extreme === 'longest_rr');
  expect(longestOnes.map(({ state }) => state).sort()).toEqual(['open', 'rejected']);
  const again = longestOnes.find(({ key }) => key === first.key);
  if (again !== undefined) write(rejectEdits(again, items()));
  expect(longest()).toEqual(first);
  expect(pauses().map(({ state }) => state)).toEqual(['open']);
});

test('an end moves beat by beat, the episode stays one and keeps its name, and its ends never cross', () => {
  const { vt, write, items } = desk();
  const { key } = vt();
  const before = items().length;
  write(moveEndEdits(vt(), 'start', -1, base.beats.samples));
  write(moveEndEdits(vt(), 'end', 1, base.beats.samples));
  expect(vt()).toMatchObject({
    key,
    state: 'mended',
    start_sample: base.beats.samples[99],
    end_sample: base.beats.samples[104],
  });
  for (let i = 0; i < 4; i++) expect(write(moveEndEdits(vt(), 'end', -1, base.beats.samples))).toBe(1);
  expect(moveEndEdits(vt(), 'end', -1, base.beats.samples)).toEqual([]);
  expect(items()).toHaveLength(before);
  expect(acceptEdits(vt())).toEqual([]);
});

test('both ends can be set at once; unchanged, crossed or missing ends write nothing', () => {
  const { vt, group, write } = desk();
  const { key, start_sample, end_sample } = vt();
  expect(setEndsEdits(vt(), { start: start_sample, end: end_sample })).toEqual([]);
  expect(setEndsEdits(vt(), { start: end_sample, end: start_sample })).toEqual([]);
  expect(setEndsEdits(group(1), { start: 1, end: 2 })).toEqual([]);
  expect(write(setEndsEdits(vt(), { start: start_sample - 7, end: end_sample }))).toBe(1);
  expect(vt()).toMatchObject({ key, state: 'mended', start_sample: start_sample - 7, end_sample });
  expect(hasEnds(vt())).toBe(true);
  write(rejectEdits(vt()));
  expect([hasEnds(vt()), setEndsEdits(vt(), { start: 1, end: 900 })]).toEqual([false, []]);
});

test('a letter reclassifies; a rejected edited finding does not return as before', () => {
  const { vt, items, write } = desk();
  const { key } = vt();
  write(retypeEdits(vt(), 'svt'));
  const mended = items().find((one) => one.key === key);
  expect(mended?.of === 'episode' ? mended.finding.kind : null).toBe('svt');
  if (mended !== undefined) write(rejectEdits(mended));
  expect(
    items()
      .filter((one) => one.of === 'episode' && one.key === key)
      .map(({ state }) => state),
  ).toEqual(['rejected']);
});

test('sinus rejects a finding, noise marks it as unreadable, the same rhythm does nothing', () => {
  const { vt, items, write } = desk();
  expect(retypeEdits(vt(), 'vt')).toEqual([]);
  expect(retypeEdits(vt(), 'sinus')).toEqual(rejectEdits(vt()));
  write(retypeEdits(vt(), 'noise'));
  expect(items().filter((one) => one.key.startsWith('vt '))).toEqual([]);
});

test('a section without a finding becomes an episode of any kind, and is edited and removed like others', () => {
  const { items, write } = desk();
  const drawn = (kind: string): QueueItem | undefined =>
    items().find((one) => one.of === 'episode' && one.finding.kind === kind && one.start_sample === 500);
  write(markEdits([500, 700, 900], 'avb2'));
  expect(drawn('avb2')).toMatchObject({ state: 'mended', start_sample: 500, end_sample: 900 });
  const found = drawn('avb2');
  if (found === undefined) throw new Error('nothing drawn');
  write(retypeEdits(found, 'avb3'));
  const renamed = drawn('avb3');
  expect([drawn('avb2'), renamed?.end_sample]).toEqual([undefined, 900]);
  if (renamed !== undefined) write(rejectEdits(renamed));
  expect(drawn('avb3')).toBeUndefined();
  expect(markEdits([500], 'af')).toEqual([]);
  expect(markEdits([], 'af')).toEqual([]);
  expect(markEdits([500, 900], 'noise')).toEqual([
    { kind: 'mark_unreadable', start_sample: 500, end_sample: 900 },
  ]);
});

test('a finding without a kind has its given name, until it gets another', () => {
  const { items, write } = desk();
  const other = (): QueueItem => {
    const found = items().find((one) => one.of === 'episode' && one.start_sample === 500);
    if (found === undefined) throw new Error('nothing drawn');
    return found;
  };
  const nameOf = (item: QueueItem): unknown => (item.of === 'episode' ? item.finding.name : null);
  write(markEdits([500, 700, 900], 'other', 'Wandering pacemaker'));
  expect([nameOf(other()), other().end_sample]).toEqual(['Wandering pacemaker', 900]);
  expect(retypeEdits(other(), 'other', 'Wandering pacemaker')).toEqual([]);
  write(retypeEdits(other(), 'other', 'Ectopic atrial rhythm'));
  expect(nameOf(other())).toBe('Ectopic atrial rhythm');
  write(moveEndEdits(other(), 'end', 1, [500, 700, 900, 1100]));
  expect([nameOf(other()), other().end_sample]).toEqual(['Ectopic atrial rhythm', 1100]);
  write(retypeEdits(other(), 'mobitz'));
  expect(other()).toMatchObject({ finding: { kind: 'mobitz', name: undefined } });
});

test('a group gets another class as a whole, once', () => {
  const { group, vt, write } = desk();
  expect(relabelGroupEdits(vt(), 'N')).toEqual([]);
  expect(relabelGroupEdits(group(1), 'V')).toEqual([]);
  write(relabelGroupEdits(group(1), 'S'));
  expect(group(1)).toMatchObject({ group: { label: 'S', labelled: 4, beats: 4 } });
});

test('certain findings are accepted at once, with the lowest certainty shown; doubtful and judged ones stay', () => {
  const { items, vt, write } = desk();
  const found = items();
  expect(sureOf(found, rules)).toBeNull();
  const run = vt();
  if (run.of !== 'episode') throw new Error('no episode');
  const harmless = { ...run, finding: { ...run.finding, kind: 'svt' as const } };
  const first = { ...harmless, certainty: 0.96 };
  const second = { ...harmless, certainty: 0.97 };
  const sure = sureOf([...found, first, { ...second, state: 'rejected' }, second], rules);
  expect([sure?.least, sure?.edits]).toEqual([0.96, [...acceptEdits(first), ...acceptEdits(second)]]);
  write(sure?.edits ?? []);
  expect(vt().state).toBe('open');
});

test('a finding that may be critical is never accepted with others, however certain; slow fibrillation is', () => {
  const run = desk().vt();
  if (run.of !== 'episode') throw new Error('no episode');
  const two = (kind: RhythmKey, bpm: number | null) => {
    const one = { ...run, certainty: 1, finding: { ...run.finding, kind, bpm } };
    return sureOf([one, one], rules);
  };
  const critical = [
    ...(['vf', 'vfl', 'vt', 'asystole', 'standstill', 'pause', 'brady'] as const),
    ...(['avb3', 'avb_high', 'mobitz', 'avb_2to1', 'avb2', 'wenckebach'] as const),
  ];
  expect(critical.filter((kind) => two(kind, 70) !== null)).toEqual([]);
  for (const kind of ['af', 'afl'] as const)
    expect([two(kind, 151), two(kind, 150)?.edits.length, two(kind, null)?.edits.length]).toEqual([
      null,
      2,
      2,
    ]);
  expect(two('v_couplet', 200)?.edits).toHaveLength(2);
});

test('a rejected run offers the beats that would keep its class; finding and beats change together', () => {
  const { vt, group, write } = desk();
  const columns = { sample: base.beats.samples.slice(), class: base.beats.classes.slice() };
  const left = leftBeats([vt()], columns);
  expect(left).toEqual({ label: 'V', samples: [...base.beats.samples.slice(100, 104)] });
  if (left === null) return;
  expect(rejectRunEdits([vt()], left, 'kept')).toEqual(rejectEdits(vt()));
  expect(rejectRunEdits([vt()], left, 'removed').at(-1)).toMatchObject({ kind: 'remove_beats' });
  const normal = new Uint8Array(columns.class.length).fill(1);
  expect(leftBeats([vt()], { ...columns, class: normal })).toBeNull();
  write(rejectRunEdits([vt()], left, 'N'));
  expect([vt().state, group(1)]).toMatchObject(['rejected', { group: { label: 'N' } }]);
  expect(leftBeats([vt()], columns)).toBeNull();
});
