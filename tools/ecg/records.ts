/**
 * Reads the public development recordings beside the repository (`../shared/data`) for training and benchmarks:
 * WFDB format 212 with annotations, MATLAB v4 int16, and beat lists. Nothing here is part of the product.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Annotation {
  readonly sample: number;
  /** WFDB annotation mnemonic: N, V, A, +, ~, [, ], … */
  readonly symbol: string;
  readonly aux: string;
}
export interface EcgRecord {
  readonly name: string;
  readonly sampling_hz: number;
  /** One int16 array a lead. */
  readonly leads: readonly Int16Array[];
  readonly gains_uv: readonly number[];
  readonly annotations: readonly Annotation[];
}

const root = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
export const dataFolder = (set: string): string => `${root}${set}/`;
export const hasDevelopmentData = (): boolean => existsSync(dataFolder('mitdb'));

const symbols: Readonly<Record<number, string>> = {
  1: 'N', 2: 'L', 3: 'R', 4: 'a', 5: 'V', 6: 'F', 7: 'J', 8: 'A', 9: 'S', 10: 'E', 11: 'j', 12: '/', 13: 'Q',
  14: '~', 16: '|', 18: 's', 19: 'T', 20: '*', 21: 'D', 22: '"', 23: '=', 24: 'p', 25: 'B', 26: '^', 27: 't',
  28: '+', 29: 'u', 30: '?', 31: '!', 32: '[', 33: ']', 34: 'e', 35: 'n', 36: '@', 37: 'x', 38: 'f', 39: '(',
  40: ')', 41: 'r',
};

function bytesOf(path: string): DataView {
  const file = readFileSync(path);
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

export function readAnnotations(path: string): Annotation[] {
  const view = bytesOf(path);
  const found: { sample: number; symbol: string; aux: string }[] = [];
  let sample = 0;
  for (let at = 0; at + 1 < view.byteLength; ) {
    const word = view.getUint16(at, true);
    at += 2;
    const code = word >> 10;
    const rest = word & 1023;
    if (word === 0) break;
    if (code === 59) {
      sample += (view.getInt16(at, true) << 16) + view.getUint16(at + 2, true);
      at += 4;
    } else if (code === 63) {
      const last = found.at(-1);
      let text = '';
      for (let i = 0; i < rest; i++) {
        const letter = view.getUint8(at + i);
        if (letter > 0) text += String.fromCharCode(letter);
      }
      if (last) last.aux = text;
      at += rest + (rest & 1);
    } else if (code < 60) {
      sample += rest;
      found.push({ sample, symbol: symbols[code] ?? '?', aux: '' });
    }
  }
  return found;
}

const signed12 = (value: number): number => (value > 2047 ? value - 4096 : value);

function sampleAt(view: DataView, format: string, i: number): number {
  if (format === '16') return view.getInt16(2 * i, true);
  const at = (i >> 1) * 3;
  const middle = view.getUint8(at + 1);
  const raw = i & 1 ? view.getUint8(at + 2) | ((middle >> 4) << 8) : view.getUint8(at) | ((middle & 15) << 8);
  return signed12(raw);
}

/** Formats 16 and 212, one signal file; samples come back without their baseline. */
export function readWfdb(set: string, name: string): EcgRecord {
  const folder = dataFolder(set);
  const lines = readFileSync(`${folder}${name}.hea`, 'utf8').split('\n');
  const [, leadCount, hz, length] = (lines[0] ?? '').split(/\s+/);
  const count = Number(leadCount);
  const signals = lines.slice(1, 1 + count).map((line) => line.split(/\s+/));
  const view = bytesOf(`${folder}${name}.dat`);
  const format = signals[0]?.[1] ?? '212';
  const samples = Number(length) || Math.floor(view.byteLength / (format === '16' ? 2 : 1.5) / count);
  const leads = Array.from({ length: count }, () => new Int16Array(samples));
  const zeros = signals.map(([, , gain, , zero]) => Number(/\((-?\d+)\)/.exec(gain ?? '')?.[1] ?? zero));
  for (let i = 0; i < samples * count; i++) {
    const lead = leads[i % count];
    if (lead) lead[Math.floor(i / count)] = sampleAt(view, format, i) - (zeros[i % count] ?? 0);
  }
  return {
    name,
    sampling_hz: Number(hz),
    leads,
    gains_uv: signals.map(([, , gain]) => 1000 / Number.parseFloat(gain ?? '200')),
    annotations: existsSync(`${folder}${name}.atr`) ? readAnnotations(`${folder}${name}.atr`) : [],
  };
}

/** A Challenge 2017 strip: MATLAB v4 matrix of int16 behind a 24-byte header. */
export function readStrip(name: string): EcgRecord {
  const file = readFileSync(`${dataFolder('cinc2017')}${name}.mat`);
  const samples = new Int16Array((file.byteLength - 24) >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = file.readInt16LE(24 + 2 * i);
  return { name, sampling_hz: 300, leads: [samples], gains_uv: [1], annotations: [] };
}

export function recordNames(set: string, ending: string): string[] {
  return readdirSync(dataFolder(set))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
}

export interface StripLabel {
  readonly name: string;
  readonly label: string;
}
export function stripLabels(): StripLabel[] {
  const there = new Set(recordNames('cinc2017', '.mat'));
  return readFileSync(`${dataFolder('cinc2017')}REFERENCE-v3.csv`, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.split(','))
    .flatMap(([name, label]) => (name && label && there.has(name) ? [{ name, label }] : []));
}

export interface BeatList {
  readonly name: string;
  readonly sampling_hz: number;
  readonly samples: Uint32Array;
  /** Rhythm of each beat as annotated: N, AFIB, AFL, J. */
  readonly rhythms: readonly string[];
}
export function readAfdbBeats(name: string): BeatList {
  const folder = dataFolder('afdb_beats');
  const beats = readAnnotations(`${folder}${name}.qrs`).map((note) => note.sample);
  const changes = readAnnotations(`${folder}${name}.atr`).filter((note) => note.aux.startsWith('('));
  let next = 0;
  const rhythms = beats.map((sample) => {
    while (next < changes.length && (changes[next]?.sample ?? 0) <= sample) next++;
    return (changes[Math.max(0, next - 1)]?.aux ?? '(N').slice(1);
  });
  return { name, sampling_hz: 250, samples: Uint32Array.from(beats), rhythms };
}
