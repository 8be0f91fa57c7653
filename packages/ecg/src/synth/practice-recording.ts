/**
 * Generates the practice recording of twenty minutes: a synthetic recording with known truth, and an analysis of it
 * with deliberate errors. The errors are an artefact called a tachycardia, a fibrillation that starts too late, a
 * template with a wrong class, ventricular beats hidden among normal ones, and an early beat called normal.
 *
 * Invariants: always the same to the bit; except for the artefact and the errors in `planted` the analysis equals the
 * truth.
 */
import { byteN, byteS, byteV } from '../beats/beat-class.ts';
import type { AnalysedBeats } from '../beats/beat-file.ts';
import { beatLabels } from '../labels/beat-labels.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { qualityCode } from '../signal/quality.ts';
import { EcgGenerator } from './ecg-generator.ts';
import { synthPatients } from './patient.ts';
import { seededRandom } from './random.ts';

const hz = 250;
const seconds = 1200;
const samples = hz * seconds;
const gain_uv_per_lsb = 2.5;
/** This seed gives one fibrillation of three minutes, two tachycardias and two pauses. */
const seed = 52;
const patient = {
  ...synthPatients.healthy,
  ...{ v_per_hour: 75, s_per_hour: 36, v_runs_per_hour: 5, pauses_per_hour: 4 },
  ...{ af_per_day: 110, af_minutes: 2.5, fusion_share: 0, artefacts_per_hour: 0, lead_off_per_day: 0 },
  ...{ muscle_uv: 6, wander_uv: 40, variation_ms: 24 },
};
/** Artefact of brushing teeth: 3.6 swings per second, of 1.5 mV. */
const artefact = { start: 200 * hz, end: 208 * hz, swings_hz: 3.6, uv: 1500 } as const;
/** Number of beats at the start of the fibrillation that the analysis misses. */
const lateBeats = 12;
const hiddenBeats = 4;

export interface PracticeSpan {
  readonly start: number;
  readonly end: number;
}
export interface PracticeEpisode extends PracticeSpan {
  readonly kind: RhythmKey;
}

export interface PracticeTruth {
  readonly samples: Uint32Array;
  readonly classes: Uint8Array;
  readonly episodes: readonly PracticeEpisode[];
  /** Nothing is readable in it, so nothing in it is scored. */
  readonly unreadable: PracticeSpan;
}

/** Where the errors are; beats are given by their samples. */
interface PlantedFaults {
  readonly artefact: PracticeSpan;
  readonly fibrillation: PracticeSpan;
  /** Ventricular beats whose template is called supraventricular. */
  readonly misnamed: readonly number[];
  /** Ventricular beats in the template of the normal ones. */
  readonly hidden: readonly number[];
  /** An early beat that is called normal. */
  readonly early: number;
}

export interface PracticeRecording {
  readonly sampling_hz: number;
  readonly samples: number;
  readonly lead: string;
  readonly gain_uv_per_lsb: number;
  readonly frames: Int16Array;
  readonly truth: PracticeTruth;
  readonly analysis: AnalysedBeats;
  readonly planted: PlantedFaults;
}

interface Drawn {
  readonly frames: Int16Array;
  readonly beats: readonly (readonly [number, BeatClass])[];
  readonly episodes: readonly PracticeEpisode[];
}

function drawn(): Drawn {
  const frames = new Int16Array(samples);
  const beats: [number, BeatClass][] = [];
  const episodes: PracticeEpisode[] = [];
  const generator = new EcgGenerator({
    ...{ patient, labels: ['II'], sampling_hz: hz, samples, gain_uv_per_lsb, start_hour: 10 },
    random: seededRandom(seed),
    onBeat: (sample, beat_class) => beats.push([sample, beat_class]),
    onEpisode: (kind, start, end) => episodes.push({ kind, start, end }),
  });
  let at = 0;
  for (let block = generator.next(); block !== null; block = generator.next()) {
    frames.set(block, at);
    at += block.length;
  }
  for (let i = artefact.start; i < artefact.end; i++) {
    const t = (i - artefact.start) / hz;
    const swell = Math.min(1, t, (artefact.end - i) / hz) * (1 + 0.25 * Math.sin(5.3 * t));
    const uv = artefact.uv * swell * Math.sin(2 * Math.PI * artefact.swings_hz * t + Math.sin(3 * t));
    frames[i] = Math.max(-32_767, Math.min(32_767, (frames[i] ?? 0) + Math.round(uv / gain_uv_per_lsb)));
  }
  return { frames, beats, episodes };
}

const isIn = (sample: number, { start, end }: PracticeSpan): boolean => sample >= start && sample < end;

function truthOf({ beats, episodes }: Drawn): PracticeTruth {
  return {
    samples: Uint32Array.from(beats, ([sample]) => sample),
    classes: Uint8Array.from(beats, ([, name]) => beatLabels[name].byte),
    episodes: [...episodes].sort((a, b) => a.start - b.start),
    unreadable: { start: artefact.start, end: artefact.end },
  };
}

function plantedIn({ samples: places, classes, episodes }: PracticeTruth): PlantedFaults {
  const runs = episodes.filter(({ kind }) => kind === 'vt');
  const fibrillation = episodes.find(({ kind }) => kind === 'af') ?? { start: 0, end: 0 };
  const named = (byte: number): number[] =>
    Array.from(places).filter((sample, i) => classes[i] === byte && !isIn(sample, artefact));
  const single = named(byteV).filter(
    (sample) => !runs.some((run) => isIn(sample, { ...run, end: run.end + 1 })),
  );
  const early = named(byteS).find((sample) => !isIn(sample, fibrillation)) ?? 0;
  const spread = Math.floor(single.length / hiddenBeats);
  const hidden = single.filter((_, i) => i % spread === 1).slice(0, hiddenBeats);
  const misnamed = single.filter((sample) => !hidden.includes(sample));
  return { artefact: { start: artefact.start, end: artefact.end }, fibrillation, misnamed, hidden, early };
}

const templates = { normal: 0, run: 1, misnamed: 2, early: 3, artefact: 4 } as const;

interface MachineBeat {
  readonly sample: number;
  readonly byte: number;
  readonly template: number;
  readonly sure: number;
  readonly af: number;
}

function machineBeat(sample: number, byte: number, planted: PlantedFaults, afFrom: number): MachineBeat {
  const { fibrillation, misnamed, hidden, early } = planted;
  const af = sample >= afFrom && sample < fibrillation.end ? 93 : 4;
  const one = { sample, byte, af };
  if (sample === early || hidden.includes(sample))
    return { ...one, byte: byteN, template: templates.normal, sure: 41 };
  if (misnamed.includes(sample)) return { ...one, byte: byteS, template: templates.misnamed, sure: 58 };
  if (byte === byteV) return { ...one, template: templates.run, sure: 97 };
  return byte === byteS
    ? { ...one, template: templates.early, sure: 88 }
    : { ...one, template: templates.normal, sure: 98 };
}

function analysisOf(truth: PracticeTruth, planted: PlantedFaults): AnalysedBeats {
  const places = Array.from(truth.samples);
  const fibrillating = places.filter((sample) => isIn(sample, planted.fibrillation));
  const afFrom = fibrillating[lateBeats] ?? samples;
  const swing = Math.round(hz / artefact.swings_hz);
  const count = Math.floor((artefact.end - artefact.start) / swing) - 2;
  const shaken = Array.from({ length: count }, (_, i) => artefact.start + (i + 1) * swing);
  const beats = [
    ...places.flatMap((sample, i) =>
      isIn(sample, artefact) ? [] : [machineBeat(sample, truth.classes[i] ?? byteN, planted, afFrom)],
    ),
    ...shaken.map((sample) => ({ sample, byte: byteV, template: templates.artefact, sure: 52, af: 4 })),
  ].sort((a, b) => a.sample - b.sample);
  const wide = (byte: number): number => (byte === byteV ? 16 : 10);
  return {
    beats: {
      ...{ sampling_hz: hz, length: samples },
      samples: Uint32Array.from(beats, ({ sample }) => sample),
      classes: Uint8Array.from(beats, ({ byte }) => byte),
      templates: Uint8Array.from(beats, ({ template }) => template),
      confidence: Uint8Array.from(beats, ({ sure }) => sure),
      leads: new Uint8Array(beats.length),
      onsets: Uint8Array.from(beats, ({ byte }) => wide(byte)),
      offsets: Uint8Array.from(beats, ({ byte }) => wide(byte)),
      af: Uint8Array.from(beats, ({ af }) => af),
      shapes: [],
    },
    quality: {
      seconds,
      leads: [new Uint8Array(seconds).fill(qualityCode.usable)],
      used: new Uint8Array(seconds).fill(qualityCode.usable),
    },
  };
}

export function practiceRecording(): PracticeRecording {
  const signal = drawn();
  const truth = truthOf(signal);
  const planted = plantedIn(truth);
  return {
    ...{ sampling_hz: hz, samples, lead: 'II', gain_uv_per_lsb, frames: signal.frames },
    ...{ truth, planted, analysis: analysisOf(truth, planted) },
  };
}
