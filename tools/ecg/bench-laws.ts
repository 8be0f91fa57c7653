/**
 * Implements `npm run bench:ecg -- --laws`: a change of a recording must change its beats accordingly, and nothing
 * else. It runs over the first lead of every record of mitdb and svdb. A beat counts as changed if only one of the two
 * results has it within 60 ms, or if only one of them calls it V or S; beats within a few seconds of a gap or a cut are
 * not compared.
 */
import { byteS, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { NO_SIGNAL } from '@rhythmdesk/ecg/labels/stored-samples';
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { atRate, inverted, scaled } from './altered-records.ts';
import { repeatable } from './altered-copies.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';

interface Beats {
  /** In seconds of the original recording. */
  readonly at: Float64Array;
  readonly classes: Uint8Array;
}
interface Change {
  readonly altered: EcgRecord;
  /** Seconds by which the beats of the altered recording are later. */
  readonly moved_s?: number;
  /** Range in seconds of the original recording that is not compared. */
  readonly aside?: readonly [number, number];
}
interface Law {
  readonly name: string;
  /** `next` is another patient of the same set. */
  changes(record: EcgRecord, chance: () => number, next: EcgRecord): Change[];
}

const gapS = 10;
const gapsEach = 20;
/** A rule that depended on a coincidence changed half of a record at one start in three. */
const startsEach = 8;
/** Distance in seconds from a gap or a cut within which beats may differ. */
const nearS = 6;
const sameS = 0.06;

const secondsOf = (record: EcgRecord): number => (record.leads[0]?.length ?? 0) / record.sampling_hz;
const firstLead = (record: EcgRecord, lead: Int16Array): EcgRecord => ({ ...record, leads: [lead] });

function withGap(record: EcgRecord, from_s: number): Change {
  const lead = (record.leads[0] ?? new Int16Array()).slice();
  lead.fill(
    NO_SIGNAL,
    Math.round(from_s * record.sampling_hz),
    Math.round((from_s + gapS) * record.sampling_hz),
  );
  return { altered: firstLead(record, lead), aside: [from_s - nearS, from_s + gapS + nearS] };
}

function withMains(record: EcgRecord, mains_hz: number): Change {
  const step = 100 / (record.gains_uv[0] ?? 5);
  const lead = (record.leads[0] ?? new Int16Array()).map((value, i) =>
    Math.round(value + step * Math.sin((2 * Math.PI * mains_hz * i) / record.sampling_hz)),
  );
  return { altered: firstLead(record, lead) };
}

/** Adds slow wander of one millivolt, as breathing and motion move the line. */
function withWander(record: EcgRecord): Change {
  const step = 1000 / (record.gains_uv[0] ?? 5);
  const wave = (i: number, hz: number): number => Math.sin((2 * Math.PI * hz * i) / record.sampling_hz);
  const lead = (record.leads[0] ?? new Int16Array()).map((value, i) =>
    Math.round(value + step * (0.6 * wave(i, 0.25) + 0.4 * wave(i, 0.11))),
  );
  return { altered: firstLead(record, lead) };
}

export function cutAt(record: EcgRecord, from_s: number): Change {
  const lead = (record.leads[0] ?? new Int16Array()).slice(Math.round(from_s * record.sampling_hz));
  return { altered: firstLead(record, lead), moved_s: -from_s, aside: [0, from_s + nearS] };
}

/** Joins a record behind the last `length_s` seconds of another one. */
function joined(record: EcgRecord, other: EcgRecord, length_s: number): Change {
  const lead = record.leads[0] ?? new Int16Array();
  const before = (other.leads[0] ?? new Int16Array()).slice(-length_s * record.sampling_hz);
  const both = new Int16Array(before.length + lead.length);
  both.set(before);
  both.set(lead, before.length);
  return { altered: firstLead(record, both), moved_s: length_s, aside: [0, nearS] };
}

export const laws: readonly Law[] = [
  {
    name: 'a gap of ten seconds',
    changes: (record, chance) =>
      Array.from({ length: gapsEach }, () => withGap(record, chance() * (secondsOf(record) - gapS))),
  },
  { name: 'turned over', changes: (record) => [{ altered: inverted(record) }] },
  { name: 'three times as large', changes: (record) => [{ altered: scaled(record, 3) }] },
  { name: 'a third as large', changes: (record) => [{ altered: scaled(record, 1 / 3) }] },
  {
    name: 'at other rates',
    changes: (record) => [200, 250, 500].map((hz) => ({ altered: atRate(record, hz) })),
  },
  { name: '0.1 mV of mains', changes: (record) => [50, 60].map((mains) => withMains(record, mains)) },
  { name: '1 mV of wander', changes: (record) => [withWander(record)] },
  { name: 'begun 3.4 s later', changes: (record) => [cutAt(record, 3.4)] },
  {
    name: 'begun later',
    changes: (record, chance) =>
      Array.from({ length: startsEach }, () => cutAt(record, (secondsOf(record) / 6) * chance())),
  },
  { name: 'joined behind its own end', changes: (record) => [joined(record, record, 60)] },
  {
    name: 'joined behind another patient',
    changes: (record, _, next) => [joined(record, next, 600)],
  },
];

export function beatsOf(record: EcgRecord, moved_s = 0): Beats {
  const { beats } = analyse(record, [0]);
  return {
    at: Float64Array.from(beats.samples, (sample) => sample / record.sampling_hz - moved_s),
    classes: beats.classes,
  };
}

interface Difference {
  beats: number;
  /** Of these, beats in only one result, and beats called differently. */
  found: number;
  called: number;
}

const ectopic = (byte: number | undefined): number => (byte === byteV || byte === byteS ? byte : 0);

/** Counts what differs in the altered result, outside `aside`. */
function difference(plain: Beats, other: Beats, [from, to]: readonly [number, number]): Difference {
  const counts = (at: number): boolean => at > 0 && (at < from || at > to);
  const pairs = matchBeats(plain.at, other.at, sameS);
  const sum = { beats: 0, found: 0, called: 0 };
  plain.at.forEach((at, i) => {
    if (!counts(at)) return;
    sum.beats++;
    const partner = pairs.reference_partner[i] ?? -1;
    if (partner < 0) sum.found++;
    else if (ectopic(plain.classes[i]) !== ectopic(other.classes[partner])) sum.called++;
  });
  other.at.forEach((at, i) => {
    if (counts(at) && (pairs.test_partner[i] ?? -1) < 0) sum.found++;
  });
  return sum;
}

interface LawOutcome {
  tries: number;
  /** Tries in which beats appear or disappear. */
  changed: number;
  beats: number;
  found: number;
  called: number;
  /** The most of such beats in one try, and its record. */
  most: number;
  worst: string;
}

export function tryLaw(law: Law, records: readonly EcgRecord[], plain: readonly Beats[]): LawOutcome {
  const all = { tries: 0, changed: 0, beats: 0, found: 0, called: 0, most: 0, worst: '–' };
  records.forEach((record, r) => {
    const next = records[r + 1]?.sampling_hz === record.sampling_hz ? records[r + 1] : records[r - 1];
    for (const { altered, moved_s, aside } of law.changes(record, repeatable(1000 + r), next ?? record)) {
      const one = difference(plain[r] ?? beatsOf(record), beatsOf(altered, moved_s), aside ?? [0, 0]);
      all.tries++;
      all.changed += Number(one.found > 0);
      all.beats += one.beats;
      all.found += one.found;
      all.called += one.called;
      if (one.found > all.most) [all.most, all.worst] = [one.found, record.name];
    }
  });
  return all;
}

/**
 * Returns a line per invariant: tries in which beats appear or disappear, such beats and differently called beats per
 * 10,000, and the worst try.
 */
export function lawLines(): string[] {
  const records = ['mitdb', 'svdb'].flatMap((set) =>
    recordNames(set, '.dat').map((name) => readWfdb(set, name)),
  );
  const plain = records.map((record) => beatsOf(record));
  return laws.map((law) => {
    const { tries, changed, beats, found, called, most, worst } = tryLaw(law, records, plain);
    const share = (count: number): string => ((10000 * count) / beats).toFixed(2);
    return `| ${law.name} | ${String(changed)} / ${String(tries)} | ${share(found)} | ${share(called)} | ${worst}: ${String(most)} |`;
  });
}
