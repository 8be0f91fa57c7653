/**
 * Measures the samples per second of each stage, compared with a plain pass over the same array: the memory limit of
 * the machine.
 */
import { createLeadDetector } from '@rhythmdesk/ecg/beats/lead-detector';
import { firstStageModel } from '@rhythmdesk/ecg/beats/first-stage-model';
import { secondStageModel } from '@rhythmdesk/ecg/beats/second-stage-model';
import { createCandidates } from '@rhythmdesk/ecg/beats/candidates';
import { createLeadBands } from '@rhythmdesk/ecg/beats/lead-bands';
import { createAnalysis } from '@rhythmdesk/ecg/rhythm/analysis';
import { summarise } from '@rhythmdesk/ecg/rhythm/summarise';
import { atRate } from './altered-records.ts';
import { jobGoals, jobText, runJob, type Job } from './bench-job.ts';
import { readWfdb, recordNames } from './records.ts';

const block = 2048;
const repeats = 6;

function joined(): Int16Array {
  const parts = recordNames('mitdb', '.dat')
    .slice(0, 8)
    .map((name) => atRate(readWfdb('mitdb', name), 250).leads[0] ?? new Int16Array());
  const out = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/**
 * Returns the best of five runs in million samples per second of this process's own CPU time, so that a busy machine
 * affects it little.
 */
function rate(samples: number, run: () => void): number {
  let best = Infinity;
  for (let k = 0; k < 5; k++) {
    const start = process.cpuUsage();
    run();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return samples / best / 1000;
}

function sumOf(values: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i] ?? 0;
  return sum;
}

function inBlocks(values: Float32Array, take: (from: number) => void): void {
  for (let r = 0; r < repeats; r++)
    for (let from = 0; from + block <= values.length; from += block) take(from);
}

export type Speed = {
  /** Million samples per second. */
  readonly plain: number;
  readonly stages: readonly (readonly [name: string, speed: number])[];
  readonly recomputed: { readonly beats: number; readonly ms: number };
  readonly job: Job;
  readonly month: Job;
  /** What was processed, and a checksum, so that no computation is optimised away as unused. */
  readonly read: string;
};

export async function measureSpeed(): Promise<Speed> {
  const raw = joined();
  const values = Float32Array.from(raw, (value) => 5 * value);
  const total = repeats * Math.floor(values.length / block) * block;
  let sink = 0;
  const plain = rate(total, () =>
    inBlocks(values, (from) => {
      sink += sumOf(values, from, from + block);
    }),
  );
  const stages: [string, number][] = [['plain pass (sum)', plain]];
  const bands = createLeadBands();
  stages.push([
    'QRS envelope',
    rate(total, () => inBlocks(values, (from) => bands.append(values, from, block))),
  ]);
  stages.push([
    'envelope and candidates',
    rate(total, () => {
      const own = createLeadBands();
      const candidates = createCandidates(own);
      inBlocks(values, (from) => {
        own.append(values, from, block);
        candidates.scan(own.complete());
      });
    }),
  ]);
  stages.push([
    'detection',
    rate(total, () => {
      const detector = createLeadDetector(
        { first: firstStageModel, second: secondStageModel },
        { beat: () => sink++, judged: () => undefined },
      );
      inBlocks(values, (from) => detector.append(values, from, block));
      detector.finish();
    }),
  ]);
  const whole = wholeAnalysis(raw);
  const hours = ((repeats * raw.length) / 900000).toFixed(1);
  return {
    plain,
    stages: [...stages, ['whole analysis', whole.speed], ...otherForms(raw)],
    recomputed: recompute(raw),
    job: await runJob(raw, jobGoals.fortnight.days),
    month: await runJob(raw, jobGoals.month.days),
    read: `${whole.beats} beats in ${hours} hours; checksum ${Math.round(sink % 1000)}.`,
  };
}

export async function speedLines(): Promise<string[]> {
  const { plain, stages, recomputed, job, month, read } = await measureSpeed();
  return [
    ...stages.map(([name, speed]) => `| ${name} | ${speed.toFixed(1)} | ${(speed / plain).toFixed(3)} |`),
    '',
    read,
    `Recomputed with other criteria: ${recomputed.beats} beats of 14 days in ${recomputed.ms.toFixed(0)} ms.`,
    jobText(job, jobGoals.fortnight),
    jobText(month, jobGoals.month),
  ];
}

function wholeAnalysis(raw: Int16Array): { speed: number; beats: number } {
  let beats = 0;
  const speed = rate(repeats * raw.length, () => {
    const analysis = createAnalysis({ sampling_hz: 250, gains_uv: [5] });
    for (let r = 0; r < repeats; r++) {
      for (let from = 0; from < raw.length; from += 65536) analysis.push(raw.subarray(from, from + 65536));
    }
    beats = analysis.finish().beats.samples.length;
  });
  return { speed, beats };
}

/** Measures other rates and numbers of leads; samples of all leads are counted. */
function otherForms(raw: Int16Array): [string, number][] {
  const analyse = (frames: Int16Array, hz: number, leads: number): number =>
    rate(frames.length, () => {
      const analysis = createAnalysis({ sampling_hz: hz, gains_uv: Array.from({ length: leads }, () => 5) });
      const step = 8192 * leads;
      for (let from = 0; from < frames.length; from += step)
        analysis.push(frames.subarray(from, from + step));
      analysis.finish();
    });
  const fast = Int16Array.from({ length: raw.length }, (_, i) => raw[i >> 2] ?? 0);
  const twelve = Int16Array.from({ length: 12 * (raw.length >> 1) }, (_, i) => {
    const frame = Math.floor(i / 12);
    return Math.round((raw[frame >> 1] ?? 0) * (1 - 0.05 * (i % 12)));
  });
  return [
    ['whole analysis, 1000 Hz', analyse(fast, 1000, 1)],
    ['whole analysis, 12 leads at 500 Hz', analyse(twelve, 500, 12)],
  ];
}

/** Measures a change of criteria over fourteen days, simulated by repeating the beats of the joined records. */
function recompute(raw: Int16Array): Speed['recomputed'] {
  const analysis = createAnalysis({ sampling_hz: 250, gains_uv: [5] });
  analysis.push(raw);
  const { beats, quality, summary } = analysis.finish();
  const times = Math.ceil((14 * 86400) / quality.seconds);
  const n = beats.samples.length;
  const repeat = (column: Uint8Array): Uint8Array => {
    const out = new Uint8Array(column.length * times);
    for (let k = 0; k < times; k++) out.set(column, k * column.length);
    return out;
  };
  const samples = new Uint32Array(n * times);
  for (let k = 0; k < times; k++)
    for (let i = 0; i < n; i++) samples[k * n + i] = (beats.samples[i] ?? 0) + k * quality.seconds * 250;
  const long = {
    ...beats,
    samples,
    length: times * quality.seconds * 250,
    classes: repeat(beats.classes),
    templates: repeat(beats.templates),
    confidence: repeat(beats.confidence),
    leads: repeat(beats.leads),
    onsets: repeat(beats.onsets),
    offsets: repeat(beats.offsets),
    af: repeat(beats.af),
  };
  const longQuality = {
    seconds: quality.seconds * times,
    leads: quality.leads.map(repeat),
    used: repeat(quality.used),
  };
  let best = Infinity;
  for (let k = 0; k < 5; k++) {
    const start = performance.now();
    summarise(long, longQuality, { ...summary.criteria, pause_s: 2 + k / 10 });
    best = Math.min(best, performance.now() - start);
  }
  return { beats: samples.length, ms: best };
}
