/**
 * Counts how isolated spikes change the engine's results. It sets a thousandth of the samples of the first lead of
 * every record of mitdb, svdb and vfdb to full scale, alone or in runs of up to five. A beat is lost if only the result
 * without spikes has it within 60 ms, and new if only the other has it; a pause is new if no pause without spikes
 * overlaps it.
 */
import { matchBeats } from '@rhythmdesk/ecg/scoring/match-beats';
import { isPauseKind } from '@rhythmdesk/ecg/rhythm/pauses';
import { repeatable } from './altered-copies.ts';
import { readWfdb, recordNames } from './records.ts';
import type { EcgRecord } from './records.ts';
import { analyse } from './run-engine.ts';

const share = 0.001;
const fullScale = 32767;
const sameS = 0.06;
/** Fewest samples between two spikes: nearer ones are not isolated. */
const apart = 4;

interface Kind {
  readonly name: string;
  /** Most samples of a spike. */
  readonly longest: number;
  /** Height in millivolts; by default full scale of a signal of 16 bits. */
  readonly mv?: number;
}
const kinds: readonly Kind[] = [
  { name: 'one sample at full scale', longest: 1 },
  { name: 'one to five samples at full scale', longest: 5 },
  { name: 'one sample of 10 mV', longest: 1, mv: 10 },
  { name: 'one sample of 5 mV', longest: 1, mv: 5 },
];

function spiked(record: EcgRecord, { longest, mv }: Kind, chance: () => number): EcgRecord {
  const lead = (record.leads[0] ?? new Int16Array()).slice();
  const height = mv === undefined ? fullScale : Math.round((1000 * mv) / (record.gains_uv[0] ?? 5));
  const mean = (1 + longest) / 2;
  const free = new Uint8Array(lead.length).fill(1);
  for (let left = Math.round((share * lead.length) / mean); left > 0;) {
    const length = 1 + Math.floor(longest * chance());
    const from = apart + Math.floor(chance() * (lead.length - length - 2 * apart));
    if (free.subarray(from - apart, from + length + apart).includes(0)) continue;
    free.fill(0, from, from + length);
    lead.fill(chance() < 0.5 ? height : -height, from, from + length);
    left--;
  }
  return { ...record, leads: [lead] };
}

interface Outcome {
  beats: number;
  lost: number;
  added: number;
  pauses: number;
  called: number;
}

function compared(plain: ReturnType<typeof analyse>, other: ReturnType<typeof analyse>, hz: number): Outcome {
  const pairs = matchBeats(plain.beats.samples, other.beats.samples, sameS * hz);
  const pauses = (of: typeof plain) => of.summary.episodes.filter(({ kind }) => isPauseKind(kind));
  const known = pauses(plain);
  return {
    beats: plain.beats.samples.length,
    lost: pairs.reference_partner.filter((partner) => partner < 0).length,
    added: pairs.test_partner.filter((partner) => partner < 0).length,
    called: pairs.reference_partner.filter(
      (partner, i) => partner >= 0 && plain.beats.classes[i] !== other.beats.classes[partner],
    ).length,
    pauses: pauses(other).filter(
      (pause) => !known.some((p) => p.start_sample < pause.end_sample && p.end_sample > pause.start_sample),
    ).length,
  };
}

/** Returns a line for each kind of spike and set of records. */
export function spikeLines(): string[] {
  return ['mitdb', 'svdb', 'vfdb'].flatMap((set) => {
    const records = recordNames(set, '.dat').map((name) => readWfdb(set, name));
    const plain = records.map((record) => analyse(record, [0]));
    return kinds.map((kind) => {
      const sum: Outcome = { beats: 0, lost: 0, added: 0, pauses: 0, called: 0 };
      let most = 0;
      let worst = '–';
      records.forEach((record, r) => {
        const answer = plain[r];
        if (!answer) return;
        const other = analyse(spiked(record, kind, repeatable(2000 + r)), [0]);
        const one = compared(answer, other, record.sampling_hz);
        for (const key of ['beats', 'lost', 'added', 'pauses', 'called'] as const) sum[key] += one[key];
        if (one.lost > most) [most, worst] = [one.lost, record.name];
      });
      const { beats, lost, added, pauses, called } = sum;
      return `| ${set}: ${kind.name} | ${[beats, lost, added, called, pauses].join(' | ')} | ${worst}: ${String(most)} |`;
    });
  });
}
