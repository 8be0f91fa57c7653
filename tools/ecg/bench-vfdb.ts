/**
 * Implements `npm run bench:ecg -- --vfdb`: compares the engine's findings on the records of vfdb with their rhythm
 * labels: ventricular fibrillation and flutter (VF), ventricular tachycardia (VT), asystole, and everything else.
 *
 * An episode is found if a finding of its kind overlaps it. A VT may also be found as VF, and is whole if one VT or VF
 * covers nine tenths of it. Each second counts as the most severe finding in it. A false finding is a VT or VF of at
 * least 3 s that is at least 5 s away from every labelled VT and VF. One that starts in time labelled as noise or as
 * high-grade ventricular ectopic activity, which contains runs of ventricular beats, is counted separately.
 */
import { isPauseKind } from '@rhythmdesk/ecg/rhythm/pauses';
import { qualityCode } from '@rhythmdesk/ecg/signal/quality';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';

type Label = 'vf' | 'vt' | 'asystole' | 'noise' | 'ectopic' | 'other';
type Call = 'vf' | 'vt' | 'pause' | 'unread' | 'read';

interface Stretch<Kind> {
  readonly kind: Kind;
  readonly from_s: number;
  readonly until_s: number;
}

const labelOf: Readonly<Record<string, Label>> = {
  VF: 'vf',
  VFIB: 'vf',
  VFL: 'vf',
  VT: 'vt',
  ASYS: 'asystole',
  NOISE: 'noise',
  HGEA: 'ectopic',
};
const shortestS: Readonly<Record<Label, number>> = {
  vf: 5,
  vt: 8,
  asystole: 3,
  noise: 0,
  ectopic: 0,
  other: 0,
};
const falseS = 3;
const nearS = 5;

const touches = (a: Stretch<unknown>, b: Stretch<unknown>, near = 0): boolean =>
  a.from_s < b.until_s + near && a.until_s > b.from_s - near;
const lengthOf = ({ from_s, until_s }: Stretch<unknown>): number => until_s - from_s;

/** Returns the labelled rhythms of a record, from its first label to its end. */
export function labelledStretches({ annotations, leads, sampling_hz: hz }: EcgRecord): Stretch<Label>[] {
  const changes = annotations.filter(({ aux }) => aux.startsWith('('));
  const end = leads[0]?.length ?? 0;
  return changes.map(({ sample, aux }, i) => ({
    kind: labelOf[aux.slice(1)] ?? 'other',
    from_s: sample / hz,
    until_s: (changes[i + 1]?.sample ?? end) / hz,
  }));
}

function callOf(kind: string): Call | null {
  if (kind === 'vfl' || kind === 'vf') return 'vf';
  if (kind === 'vt') return 'vt';
  return isPauseKind(kind) ? 'pause' : null;
}

/** Returns the VF, VT and pause findings, and the classification of each second. */
function findings({ summary, quality }: ReturnType<typeof analyse>) {
  const hz = summary.sampling_hz;
  const found = summary.episodes.flatMap(({ kind, start_sample, end_sample }): Stretch<Call>[] => {
    const call = callOf(kind);
    return call === null ? [] : [{ kind: call, from_s: start_sample / hz, until_s: end_sample / hz }];
  });
  const calls = Array.from(quality.used, (code): Call => (code === qualityCode.usable ? 'read' : 'unread'));
  for (const kind of ['pause', 'vt', 'vf'] as const)
    for (const { kind: call, from_s, until_s } of found)
      if (call === kind) calls.fill(call, Math.round(from_s), Math.round(until_s));
  return { found, calls };
}

const emptyTally = () => ({
  vf_found: 0,
  vf_of: 0,
  vf_s: { vf: 0, vt: 0, pause: 0, unread: 0, read: 0 },
  vt_found: 0,
  vt_whole: 0,
  vt_of: 0,
  vt_pieces: 0,
  vt_s: { vf: 0, vt: 0, pause: 0, unread: 0, read: 0 },
  asystole_found: 0,
  asystole_of: 0,
  asystole_s: { vf: 0, vt: 0, pause: 0, unread: 0, read: 0 },
  wrong: 0,
  wrong_s: 0,
  wrong_in_ectopy: 0,
  wrong_in_noise: 0,
  other_s: 0,
});
type Tally = ReturnType<typeof emptyTally>;

function addEpisode(tally: Tally, truth: Stretch<Label>, found: readonly Stretch<Call>[]): void {
  if (lengthOf(truth) < shortestS[truth.kind]) return;
  const met = found.filter((one) => touches(one, truth));
  const has = (...kinds: Call[]): number => Number(met.some(({ kind }) => kinds.includes(kind)));
  const covered = ({ from_s, until_s }: Stretch<Call>): number =>
    Math.min(until_s, truth.until_s) - Math.max(from_s, truth.from_s);
  if (truth.kind === 'vf') {
    tally.vf_of++;
    tally.vf_found += has('vf');
  } else if (truth.kind === 'asystole') {
    tally.asystole_of++;
    tally.asystole_found += has('pause');
  } else if (truth.kind === 'vt') {
    const runs = met.filter(({ kind }) => kind !== 'pause');
    tally.vt_of++;
    tally.vt_found += has('vt', 'vf');
    tally.vt_pieces += runs.length;
    tally.vt_whole += Number(runs.some((run) => covered(run) >= 0.9 * lengthOf(truth)));
  }
}

function addWrong(tally: Tally, truth: readonly Stretch<Label>[], found: readonly Stretch<Call>[]): void {
  const deadly = truth.filter(({ kind }) => kind === 'vf' || kind === 'vt');
  for (const one of found) {
    if (one.kind === 'pause' || lengthOf(one) < falseS) continue;
    if (deadly.some((stretch) => touches(one, stretch, nearS))) continue;
    const begins = truth.findLast(({ from_s }) => from_s <= one.from_s);
    if (begins?.kind === 'noise') tally.wrong_in_noise++;
    else if (begins?.kind === 'ectopic') tally.wrong_in_ectopy++;
    else {
      tally.wrong++;
      tally.wrong_s += lengthOf(one);
    }
  }
}

export function tallyRecord(tally: Tally, record: EcgRecord, leads: readonly number[]): void {
  const { found, calls } = findings(analyse(record, leads));
  const truth = labelledStretches(record);
  for (const stretch of truth) {
    addEpisode(tally, stretch, found);
    const said = calls.slice(Math.round(stretch.from_s), Math.round(stretch.until_s));
    const { kind } = stretch;
    if (kind === 'other' || kind === 'ectopic') tally.other_s += said.length;
    else if (kind !== 'noise') for (const call of said) tally[`${kind}_s`][call]++;
  }
  addWrong(tally, truth, found);
}

const part = (found: number, of: number): string => (of === 0 ? '–' : `${String(found)} / ${String(of)}`);
const seconds = (said: Readonly<Record<Call, number>>): string => {
  const text = [said.vf, said.vt, said.pause, said.unread, said.read];
  return text.some((value) => value > 0) ? text.join(' · ') : '–';
};

function line(name: string, t: Tally): string {
  const cells = [
    name,
    part(t.vf_found, t.vf_of),
    seconds(t.vf_s),
    part(t.vt_found, t.vt_of),
    part(t.vt_whole, t.vt_of),
    String(t.vt_pieces),
    seconds(t.vt_s),
    part(t.asystole_found, t.asystole_of),
    seconds(t.asystole_s),
    `${String(t.wrong)} (${t.wrong_s.toFixed(0)} s) in ${(t.other_s / 3600).toFixed(2)} h`,
    String(t.wrong_in_ectopy),
    String(t.wrong_in_noise),
  ];
  return `| ${cells.join(' | ')} |`;
}

const said = 'as VF · VT · pause · unreadable · other, s';

/** Returns a line for each record with both leads, and for all of them with each lead and both. */
export function vfdbLines(): string[] {
  const records = recordNames('vfdb', '.hea').map((name) => readWfdb('vfdb', name));
  const of = (some: readonly EcgRecord[], leads: readonly number[]): Tally => {
    const tally = emptyTally();
    for (const record of some) tallyRecord(tally, record, leads);
    return tally;
  };
  return [
    `| record | VF ≥ 5 s | ${said} | VT ≥ 8 s | whole | pieces | ${said} | asystole ≥ 3 s | ${said} | false ≥ 3 s | in ectopy | in noise |`,
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...records.map((record) => line(record.name, of([record], [0, 1]))),
    line('all, both leads', of(records, [0, 1])),
    line('all, first lead', of(records, [0])),
    line('all, second lead', of(records, [1])),
  ];
}
