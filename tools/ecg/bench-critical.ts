/**
 * Implements `npm run bench:ecg -- --critical`: counts the findings that the usual rules call critical and the experts do
 * not, in whole records, and those that ten minutes of electrode motion in a lead adds.
 *
 * A VT is right if half of its reference beats are ventricular or fusion beats, or if it meets annotated flutter; a
 * pause, if no reference beat is in it; a slow episode, if the reference beats are as slow; fibrillation, if it is
 * annotated there or if the record has no rhythm annotations. A finding under motion is new if the same rule has none
 * there in the record without motion and it is not right either.
 */
import { byteF, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import { criticalPlaces } from '@rhythmdesk/ecg/reading/critical-places';
import type { CriticalPlace } from '@rhythmdesk/ecg/reading/critical-places';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import { engineVersion } from '@rhythmdesk/ecg/rhythm/summary';
import type { LabelledBeats } from '@rhythmdesk/ecg/scoring/beat-by-beat';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { withMotion } from './motion-copies.ts';
import { readStrip, readWfdb, recordNames, stripLabels } from './records.ts';
import type { EcgRecord } from './records.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { analyse } from './run-engine.ts';

const { rules } = usualCriticalSettings;
const rowRules = ['vf', 'vt', 'pause', 'av_block', 'slow', 'fast_af'] as const;

function placesOf(record: EcgRecord, leads: readonly number[]): CriticalPlace[] {
  const { beats, quality } = analyse(record, leads);
  const options = { criteria: defaultCriteria, engine_version: engineVersion };
  return criticalPlaces(applyEdits({ beats, quality }, []), options, rules);
}

interface Reference {
  readonly beats: LabelledBeats;
  readonly record: EcgRecord;
}

/** Returns the indices of the reference beats between two samples. */
function beatsWithin({ beats }: Reference, from: number, until: number): number[] {
  return Array.from(beats.samples, (_, i) => i).filter(
    (i) => (beats.samples[i] ?? 0) > from && (beats.samples[i] ?? 0) < until,
  );
}

function isFibrillating({ record }: Reference, at: number): boolean {
  const changes = record.annotations.filter(({ aux }) => aux.startsWith('('));
  const last = changes.findLast(({ sample }) => sample <= at)?.aux ?? '';
  return changes.length === 0 || /^\(AF(IB|L)/.test(last);
}

/** Tells whether the experts agree with a finding. */
function isRight(reference: Reference, { rule, start_sample, end_sample, seconds }: CriticalPlace): boolean {
  const { record, beats } = reference;
  const near = 0.3 * record.sampling_hz;
  if (rule === 'vf' || rule === 'vt') {
    const segments = flutterSegments(record.annotations, near);
    if (segments.some(({ start, end }) => start < end_sample && end > start_sample)) return true;
    if (rule === 'vf') return false;
    const held = beatsWithin(reference, start_sample - near / 2, end_sample + near / 2);
    const wide = held.filter((i) => beats.classes[i] === byteV || beats.classes[i] === byteF);
    return wide.length >= 3 && 2 * wide.length >= held.length;
  }
  if (rule === 'pause') return beatsWithin(reference, start_sample + near, end_sample - near).length === 0;
  if (rule === 'slow') {
    const held = beatsWithin(reference, start_sample - near, end_sample + near);
    return (60 * (held.length - 1)) / seconds < 1.1 * rules.slow.bpm;
  }
  return rule === 'fast_af' && isFibrillating(reference, (start_sample + end_sample) / 2);
}

const referenceOf = (record: EcgRecord): Reference => ({ record, beats: referenceBeats(record.annotations) });
const hoursOf = (record: EcgRecord): number => (record.leads[0]?.length ?? 0) / record.sampling_hz / 3600;

/** Returns a line of a table: the wrong places by rule, how many in 1,000 hours, and their records. */
function line(name: string, hours: number, wrong: readonly (readonly [string, CriticalPlace])[]): string {
  const counts = rowRules.map((rule) => String(wrong.filter(([, place]) => place.rule === rule).length));
  const where = new Map<string, number>();
  for (const [record, { rule }] of wrong)
    where.set(`${record} ${rule}`, (where.get(`${record} ${rule}`) ?? 0) + 1);
  const records = [...where]
    .map(([key, count]) => (count > 1 ? `${key} × ${String(count)}` : key))
    .join(', ');
  const share = ((1000 * wrong.length) / hours).toFixed(0);
  return `| ${name} | ${hours.toFixed(1)} | ${counts.join(' · ')} | ${share} | ${records || '–'} |`;
}

const wrongIn = (record: EcgRecord, leads: readonly number[]): [string, CriticalPlace][] => {
  const reference = referenceOf(record);
  return placesOf(record, leads)
    .filter((place) => !isRight(reference, place))
    .map((place) => [record.name, place]);
};

/** Ten minutes in the middle of a record of half an hour. */
const movingS = [600, 1200] as const;
/** Signal-to-noise ratios in decibels. */
const ratios = [12, 0];
const ways = [
  { name: 'first lead moves, used alone', moving: [0], leads: [0] },
  { name: 'first lead moves, both used', moving: [0], leads: [0, 1] },
  { name: 'second lead moves, both used', moving: [1], leads: [0, 1] },
  { name: 'both leads move', moving: [0, 1], leads: [0, 1] },
] as const;

function newUnderMotion(
  record: EcgRecord,
  plain: readonly CriticalPlace[],
  moving: readonly number[],
  leads: readonly number[],
  ratio: { readonly decibels: number; readonly offset: number },
): [string, CriticalPlace][] {
  const reference = referenceOf(record);
  const isKnown = (place: CriticalPlace): boolean =>
    plain.some(
      ({ rule, start_sample, end_sample }) =>
        rule === place.rule && start_sample < place.end_sample && end_sample > place.start_sample,
    );
  return placesOf(withMotion(record, moving, ratio, movingS), leads)
    .filter((place) => !isKnown(place) && (place.rule === 'fast_af' || !isRight(reference, place)))
    .map((place) => [record.name, place]);
}

export function criticalLines(): string[] {
  const setOf = (set: string): EcgRecord[] => recordNames(set, '.dat').map((name) => readWfdb(set, name));
  const [mitdb, svdb, nstdb] = [setOf('mitdb'), setOf('svdb'), setOf('nstdb')];
  const strips = stripLabels().map(({ name }) => readStrip(name));
  const sum = (records: readonly EcgRecord[]): number =>
    records.reduce((total, one) => total + hoursOf(one), 0);
  const whole = (name: string, records: readonly EcgRecord[], leads: readonly number[]): string =>
    line(
      name,
      sum(records),
      records.flatMap((record) => wrongIn(record, leads)),
    );
  const sets = [
    { name: 'mitdb, first lead', records: mitdb, leads: [0] },
    { name: 'svdb, first lead', records: svdb, leads: [0] },
    { name: 'mitdb, both leads', records: mitdb, leads: [0, 1] },
    { name: 'svdb, both leads', records: svdb, leads: [0, 1] },
  ];
  const lines = [
    ...sets.map(({ name, leads, records }) => whole(name, records, leads)),
    whole('nstdb, first lead', nstdb, [0]),
    whole('cinc2017', strips, [0]),
  ];
  const records = [...mitdb, ...svdb];
  const plain = new Map(
    [[0], [0, 1]].map((leads) => [leads.join(), records.map((record) => placesOf(record, leads))]),
  );
  for (const { name, moving, leads } of ways)
    for (const decibels of ratios) {
      const known = plain.get(leads.join()) ?? [];
      const found = records.flatMap((record, k) =>
        newUnderMotion(record, known[k] ?? [], moving, leads, { decibels, offset: 7919 * k }),
      );
      const hours = (records.length * (movingS[1] - movingS[0])) / 3600;
      lines.push(line(`${name}, ${String(decibels)} dB`, hours, found));
    }
  return lines;
}
