/** Checks that one engine version gives the same result for the same recording. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeBeats } from '../beats/beat-file.ts';
import { parseWfdbHeader } from '../formats/wfdb-header.ts';
import { readWfdbSignals } from '../formats/wfdb-signal.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { avBlockKinds } from '../labels/rhythm-labels.ts';
import { drawAtrialFlutter } from '../synth/test-atrial-flutter.ts';
import { drawAvBlock } from '../synth/test-av-block.ts';
import { normal, seededRandom } from '../synth/random.ts';
import { synthPatients } from '../synth/patient.ts';
import { createAnalysis } from './analysis.ts';
import { goldenDigests } from './test-golden-digests.ts';
import { engineVersion } from './summary.ts';
import { gainUv, knownSignal } from './test-signal.ts';

interface Excerpt {
  readonly frames: Int16Array;
  readonly sampling_hz: number;
  readonly gains_uv: readonly number[];
}

function answerTo({ frames, sampling_hz, gains_uv }: Excerpt): string {
  const analysis = createAnalysis({ sampling_hz, gains_uv });
  analysis.push(frames);
  const { summary, ...found } = analysis.finish();
  const said = JSON.stringify({ ...summary, engine_version: '' });
  return createHash('sha256').update(encodeBeats(found)).update(said).digest('hex');
}

const digestOf = (excerpts: Iterable<Excerpt>): string => {
  const hash = createHash('sha256');
  for (const excerpt of excerpts) hash.update(answerTo(excerpt));
  return hash.digest('hex');
};

const keys = [
  'healthy',
  'supraventricular',
  'ventricular',
  'paroxysmal_af',
  'pauses',
  'paced',
  'noisy',
] as const;

function* synthetic(): Generator<Excerpt> {
  for (const key of keys)
    yield { frames: knownSignal(key, 150).frames, sampling_hz: 250, gains_uv: [gainUv] };
  for (const hz of [128, 360, 1000])
    yield { frames: knownSignal('ventricular', 40, hz, 5).frames, sampling_hz: hz, gains_uv: [gainUv] };
  const broken = knownSignal('supraventricular', 60, 250, 9).frames;
  broken.fill(NO_SIGNAL, 20 * 250, 31 * 250);
  for (let i = 40 * 250; i < 45 * 250; i++) broken[i] = (broken[i] ?? 0) + ((i * 7919) % 600) - 300;
  yield { frames: broken, sampling_hz: 250, gains_uv: [gainUv] };
  const [first, second] = [knownSignal('ventricular', 60).frames, knownSignal('ventricular', 60).frames];
  const both = new Int16Array(2 * first.length);
  for (let i = 0; i < first.length; i++) {
    both[2 * i] = first[i] ?? 0;
    both[2 * i + 1] = Math.round(-0.4 * (second[i] ?? 0));
  }
  yield { frames: both, sampling_hz: 250, gains_uv: [gainUv, gainUv] };
  // Since 1.7.0.
  yield {
    frames: knownSignal('ventricular', 1800, 250, 11, 90).frames,
    sampling_hz: 250,
    gains_uv: [gainUv],
  };
  // Since 1.12.0.
  yield { frames: standingStill(), sampling_hz: 250, gains_uv: [gainUv] };
  // Since 1.13.0.
  yield { frames: fibrillating(), sampling_hz: 250, gains_uv: [gainUv] };
  // Since 1.14.0.
  yield { frames: racing(), sampling_hz: 250, gains_uv: [gainUv] };
  // Since 1.15.0.
  yield { frames: spiked(), sampling_hz: 250, gains_uv: [gainUv] };
  yield { frames: stimulated(), sampling_hz: 500, gains_uv: [gainUv] };
  // Since 1.16.0.
  for (const kind of avBlockKinds)
    yield { frames: drawAvBlock({ kind, block_s: 150 }).frames, sampling_hz: 250, gains_uv: [gainUv] };
  // Since 1.17.0.
  for (const normal_s of [0, 60]) {
    const { frames } = drawAvBlock({ kind: 'avb3', is_wide_escape: true, normal_s, block_s: 150 });
    yield { frames, sampling_hz: 250, gains_uv: [gainUv] };
  }
  yield {
    frames: drawAvBlock({ kind: 'u_waves', atrial_bpm: 46 }).frames,
    sampling_hz: 250,
    gains_uv: [gainUv],
  };
  // Since 1.25.0.
  yield { frames: hummed(), sampling_hz: 128, gains_uv: [gainUv] };
  // Since 1.20.0, 1.21.0 (two), 1.23.0, 1.24.0 and 1.26.0.
  for (const frames of [shocked(), racing(200), reattached(), blocked(), fluttering(), fluttering([4])])
    yield { frames, sampling_hz: 250, gains_uv: [gainUv] };
}

const fluttering = (conduction = [2, 3, 4, 4, 5]): Int16Array => drawAtrialFlutter({ conduction }).frames;

/** Returns a heart under 0.1 mV of mains hum at 60 Hz, recorded at 128 Hz. */
const hummed = (): Int16Array =>
  knownSignal('ventricular', 60, 128, 6).frames.map((value, i) =>
    Math.round(value + (100 / gainUv) * Math.sin((2 * Math.PI * 60 * i) / 128)),
  );

/** Returns a heart whose amplifier is blocked for five seconds: the line jumps and returns, without beats. */
function blocked(): Int16Array {
  const { frames, samples } = knownSignal('healthy', 120);
  const from = 30 + (samples.find((sample) => sample > 60 * 250) ?? 0);
  for (let i = 0; i < 5 * 250; i++) frames[from + i] = Math.round(1600 * Math.exp(-i / 275));
  return frames;
}

/** Returns a heart whose electrodes are moved to other places after half of the recording. */
function reattached(): Int16Array {
  const [before, after] = [knownSignal('healthy', 120), knownSignal('ventricular', 120)];
  const frames = new Int16Array(before.frames.length + after.frames.length);
  frames.set(before.frames);
  frames.set(
    after.frames.map((value) => -value),
    before.frames.length,
  );
  return frames;
}

/** Returns a heart with a quiet line of twenty seconds between two noisy sections. */
function shocked(): Int16Array {
  const { frames } = knownSignal('healthy', 180);
  const random = seededRandom(5);
  for (let i = 90 * 250; i < 130 * 250; i++) {
    const isQuiet = i >= 100 * 250 && i < 120 * 250;
    frames[i] = Math.round(
      isQuiet ? 600 * Math.exp((100 * 250 - i) / 250) + 6 * normal(random) : 900 * normal(random),
    );
  }
  return frames;
}

/** Returns a heart in which every beat except every tenth follows a stimulus of 4 mV. */
function stimulated(): Int16Array {
  const { frames, samples } = knownSignal('ventricular', 120, 500);
  for (const [i, at] of samples.entries())
    if (i % 10 > 0 && at > 40) frames[at - 35] = (frames[at - 35] ?? 0) + 1600;
  return frames;
}

/** Returns a heart with a spike at full scale every 0.9 s, one to five samples long. */
function spiked(): Int16Array {
  const { frames } = knownSignal('ventricular', 120);
  for (let i = 100, k = 0; i < frames.length; i += 225, k++)
    frames.fill(k % 2 === 0 ? 32767 : -32767, i, i + 1 + (k % 5));
  return frames;
}

/** Returns a heart in which only P waves continue for ten seconds. */
function standingStill(): Int16Array {
  const { frames } = knownSignal('healthy', 120);
  const level = frames[90 * 250] ?? 0;
  for (let i = 90 * 250; i < 100 * 250; i++)
    frames[i] = Math.round(level + 40 * Math.exp(-((((i % 200) - 20) / 10) ** 2)));
  return frames;
}

/** Returns a heart that fibrillates for twenty seconds with waves smaller than its QRS. */
function fibrillating(): Int16Array {
  const { frames } = knownSignal('healthy', 120);
  const wave = (i: number, hz: number): number => Math.sin((2 * Math.PI * hz * i) / 250);
  for (let i = 60 * 250; i < 80 * 250; i++)
    frames[i] = Math.round(40 * (wave(i, 3.9) + wave(i, 4.6) + wave(i, 5.5)));
  return frames;
}

/** Returns a heart with ventricular tachycardia of 200 per minute for twenty seconds, on a line that swings by `swing` steps. */
function racing(swing = 0): Int16Array {
  const { frames } = knownSignal('healthy', 120);
  const bump = (i: number, at: number, width: number): number => Math.exp(-((((i % 75) - at) / width) ** 2));
  for (let i = 60 * 250; i < 80 * 250; i++)
    frames[i] = Math.round(
      400 * bump(i, 18, 9) - 250 * bump(i, 42, 12) + swing * Math.sin((2 * Math.PI * 1.1 * i) / 250),
    );
  return frames;
}

const root = new URL('../../../../../shared/data/', import.meta.url);
const here = ['mitdb', 'svdb', 'nstdb', 'cinc2017'].every((set) => existsSync(new URL(set, root)));
const names = (set: string, ending: string): string[] =>
  readdirSync(new URL(`${set}/`, root))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();

function wfdbExcerpt(set: string, name: string, leads: number, seconds: number): Excerpt {
  const header = parseWfdbHeader(readFileSync(new URL(`${set}/${name}.hea`, root)));
  if (!header.ok) throw new Error(header.code);
  const [signal] = header.value.signals;
  const file = signal?.file ?? '';
  const signals = readWfdbSignals(
    header.value,
    new Map([[file, readFileSync(new URL(`${set}/${file}`, root))]]),
  );
  if (!signals.ok) throw new Error(signals.code);
  const { sampling_hz } = header.value;
  const frames = new Int16Array(seconds * sampling_hz * leads);
  for (let lead = 0; lead < leads; lead++)
    for (let i = 0; i < seconds * sampling_hz; i++)
      frames[i * leads + lead] = (signals.value.samples[lead]?.[i] ?? 0) - (signal?.baseline ?? 0);
  return { frames, sampling_hz, gains_uv: Array.from({ length: leads }, () => 1000 / (signal?.gain ?? 200)) };
}

function stripExcerpt(name: string): Excerpt {
  const file = readFileSync(new URL(`cinc2017/${name}.mat`, root));
  const frames = new Int16Array((file.byteLength - 24) >> 1);
  for (let i = 0; i < frames.length; i++) frames[i] = file.readInt16LE(24 + 2 * i);
  return { frames, sampling_hz: 300, gains_uv: [1] };
}

function* real(): Generator<Excerpt> {
  for (const [i, name] of names('mitdb', '.hea').entries())
    yield wfdbExcerpt('mitdb', name, 1 + (i % 2), 240);
  for (const [i, name] of names('svdb', '.hea').entries())
    if (i % 4 === 0) yield wfdbExcerpt('svdb', name, 1, 240);
  yield wfdbExcerpt('nstdb', '118e06', 1, 420);
  for (const [i, name] of names('cinc2017', '.mat').entries()) if (i % 30 === 0) yield stripExcerpt(name);
}

test('every patient of the generator is listed here', () => {
  expect([...keys, 'permanent_af'].sort()).toEqual(Object.keys(synthPatients).sort());
});

test('synthetic recordings have the results of this version’s first run', () => {
  expect({ version: engineVersion, digest: digestOf(synthetic()) }).toEqual({
    version: engineVersion,
    digest: goldenDigests[engineVersion]?.synthetic,
  });
});

test.skipIf(!here)(
  'excerpts of real recordings have the results of this version’s first run (needs ../shared/data)',
  () => {
    expect({ version: engineVersion, digest: digestOf(real()) }).toEqual({
      version: engineVersion,
      digest: goldenDigests[engineVersion]?.real,
    });
  },
);

test('no two versions have the same results, and docs/analysis.md names each', () => {
  for (const part of ['synthetic', 'real'] as const) {
    const digests = Object.values(goldenDigests).map((row) => row[part]);
    expect(digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  }
  const rows = Object.values(goldenDigests).map(({ synthetic: one, real: other }) => `${one} ${other}`);
  expect(new Set(rows).size).toBe(rows.length);
  const text = readFileSync(new URL('../../../../docs/analysis.md', import.meta.url), 'utf8');
  const versions = text.split('\n').map((line) => line.split('|')[1]?.trim());
  expect(versions).toEqual(expect.arrayContaining(Object.keys(goldenDigests)));
});
