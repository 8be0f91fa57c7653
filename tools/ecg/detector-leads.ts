/**
 * Collects the training data of beat detection. They are the leads of mitdb, nstdb, and altered copies of them
 * (`altered-copies`) with beats of invented shapes (`strange-beats`) or with the electrode-motion noise of nstdb (its
 * records minus record 118); and svdb's first leads: other patients at another rate.
 */
import { reshaped } from './altered-copies.ts';
import { flutterSegments, referenceBeats } from './reference.ts';
import { readWfdb, recordNames, type EcgRecord } from './records.ts';
import { withStrangeBeats } from './strange-beats.ts';
import { workHz } from '@rhythmdesk/ecg/beats/lead-bands';
import { createResampler } from '@rhythmdesk/ecg/signal/resample';

/** Converts a whole lead to the engine's working rate at once, for training. */
function atWorkRate(samples: Float32Array, hz: number): Float32Array {
  const resampler = createResampler(hz, workHz);
  const out = new Float32Array(resampler.bound(samples.length) + 16);
  const count = resampler.push(samples, samples.length, out);
  const rest = new Float32Array(64);
  const more = resampler.flush(rest);
  out.set(rest.subarray(0, more), count);
  return out.subarray(0, count + more);
}

/** The group number of the first record of each set. */
export const firstGroup = { mitdb: 0, svdb: recordNames('mitdb', '.dat').length } as const;

export interface TrainingLead {
  readonly name: string;
  /** Number of the record: that of the first of its set, then counted in order of name. */
  readonly group: number;
  readonly weight: number;
  readonly work: Float32Array;
  /** Reference beats as half-rate indices. */
  readonly beats: Float64Array;
  readonly excluded: readonly (readonly [number, number])[];
}

interface Copy {
  readonly record: EcgRecord;
  readonly lead: number;
  readonly group: number;
  readonly weight: number;
  readonly kind?: string;
  readonly values?: Float32Array;
  readonly from_s?: number;
  readonly to_s?: number;
  readonly beats?: readonly number[];
}

const inMicrovolts = (record: EcgRecord, lead: number): Float32Array =>
  Float32Array.from(record.leads[lead] ?? [], (value) => value * (record.gains_uv[lead] ?? 5));

function leadOf(copy: Copy): TrainingLead {
  const { record, lead } = copy;
  const hz = record.sampling_hz;
  const from = Math.round((copy.from_s ?? 0) * hz);
  const to = Math.round((copy.to_s ?? 1e9) * hz);
  const values = (copy.values ?? inMicrovolts(record, lead)).subarray(from, to);
  const toHalf = 125 / hz;
  const beats = copy.beats ?? referenceBeats(record.annotations).samples;
  return {
    name: `${record.name}/${lead}${copy.kind ?? ''}`,
    group: copy.group,
    weight: copy.weight,
    work: atWorkRate(values, hz),
    beats: Float64Array.from(beats, (sample) => (sample - from) * toHalf).filter(
      (h) => h > 0 && h < values.length * toHalf,
    ),
    excluded: flutterSegments(record.annotations, 0.15 * hz).map((s) => [
      (s.start - from) * toHalf,
      (s.end - from) * toHalf,
    ]),
  };
}

function withNoise(
  record: EcgRecord,
  lead: number,
  noise: Float32Array,
  scale: number,
  offset: number,
): Float32Array {
  return inMicrovolts(record, lead).map(
    (value, i) => value + scale * (noise[(i + offset) % noise.length] ?? 0),
  );
}

/** Returns electrode-motion noise in microvolts: the noisy two-minute stretches of 118e00 minus record 118. */
export function motionNoise(lead: number): Float32Array {
  const noisy = readWfdb('nstdb', '118e00');
  const clean = readWfdb('mitdb', '118');
  const hz = noisy.sampling_hz;
  const out: number[] = [];
  for (let start = 300; start < 1800; start += 240) {
    for (let i = start * hz; i < Math.min((start + 120) * hz, 650000); i++) {
      out.push(5 * ((noisy.leads[lead]?.[i] ?? 0) - (clean.leads[lead]?.[i] ?? 0)));
    }
  }
  return Float32Array.from(out);
}

/** Returns the median peak-to-peak range of the seconds of the first lead, in microvolts. */
function usualRange(record: EcgRecord): number {
  const lead = record.leads[0] ?? new Int16Array();
  const ranges: number[] = [];
  for (let i = 0; i + 360 <= lead.length; i += 360) {
    const second = lead.subarray(i, i + 360);
    ranges.push((Math.max(...second) - Math.min(...second)) * 5);
  }
  return ranges.sort((a, b) => a - b)[ranges.length >> 1] ?? 1000;
}

/** A beat of svdb's 52 records has less weight than one of mitdb's 24, as most are normal. */
const svdbWeight = 0.6;

const range118 = usualRange(readWfdb('mitdb', '118'));

/**
 * Returns the factor on 118e00's noise (0 dB relative to record 118) that gives this ratio in a record of another size.
 */
const noiseScale = (record: EcgRecord, decibels: number): number =>
  (usualRange(record) / range118) * 10 ** (-decibels / 20);

/** Returns the first lead between minutes 5 and 25 with beats of invented shapes. */
function withStrange(record: EcgRecord, group: number): TrainingLead {
  const { values, samples } = withStrangeBeats(
    inMicrovolts(record, 0),
    record.sampling_hz,
    Array.from(referenceBeats(record.annotations).samples),
    usualRange(record),
    31 * group + 5,
  );
  const copy = { record, lead: 0, group, weight: 0.7, kind: '+strange', from_s: 300, to_s: 1500 };
  return leadOf({ ...copy, values, beats: samples });
}

/**
 * Returns half of the first lead with the motion noise, and the other half with the same noise reversed in time, at
 * other ratios.
 */
function noisyCopies(record: EcgRecord, group: number, noise: Float32Array): TrainingLead[] {
  const copyOf = (motion: Float32Array, decibels: readonly number[], offset: number): Copy => ({
    record,
    lead: 0,
    group,
    weight: 0.2,
    kind: '+noise',
    values: withNoise(record, 0, motion, noiseScale(record, decibels[group % 3] ?? 6), offset),
  });
  return [
    leadOf({ ...copyOf(noise, [3, 6, 12], group * 7919), from_s: 900 }),
    leadOf({ ...copyOf(noise.toReversed(), [6, 0, 3], group * 5003), to_s: 900 }),
  ];
}

export function trainingLeads(): TrainingLead[] {
  const leads: TrainingLead[] = [];
  const noise = motionNoise(0);
  recordNames('mitdb', '.dat').forEach((name, group) => {
    const record = readWfdb('mitdb', name);
    leads.push(leadOf({ record, lead: 0, group, weight: 1 }));
    leads.push(leadOf({ record, lead: 1, group, weight: 0.2, to_s: 900 }));
    for (const [k, lead] of [0, 1, 0].entries()) {
      const values = reshaped(record, lead, 77 * group + k);
      leads.push(
        leadOf({
          record,
          lead,
          group,
          weight: 0.2,
          kind: '+reshaped',
          values,
          from_s: 600 * k,
          to_s: 600 * k + 600,
        }),
      );
    }
    leads.push(withStrange(record, group));
    leads.push(...noisyCopies(record, group, noise));
  });
  const group = recordNames('mitdb', '.dat').indexOf('118');
  for (const name of ['118e00', '118e06', '118e12', '118e18']) {
    leads.push(leadOf({ record: readWfdb('nstdb', name), lead: 0, group, weight: 0.25 }));
  }
  recordNames('svdb', '.dat').forEach((name, k) => {
    const own = { record: readWfdb('svdb', name), lead: 0, weight: svdbWeight };
    leads.push(leadOf({ ...own, group: firstGroup.svdb + k }));
  });
  return leads;
}
