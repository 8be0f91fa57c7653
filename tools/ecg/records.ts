/**
 * Reads the public development recordings stored beside the repository (`../shared/data`) for training and benchmarks:
 * WFDB records with annotations, MATLAB v4 int16, and beat lists. Nothing here is part of the product.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Parsed } from '@rhythmdesk/ecg/formats/parsed';
import { parseWfdbAnnotations } from '@rhythmdesk/ecg/formats/wfdb-annotation';
import { parseWfdbHeader } from '@rhythmdesk/ecg/formats/wfdb-header';
import { readWfdbSignals, wfdbLeads } from '@rhythmdesk/ecg/formats/wfdb-signal';
import { wfdbMnemonic } from '@rhythmdesk/ecg/labels/beat-labels';

export interface Annotation {
  readonly sample: number;
  /** WFDB annotation mnemonic: N, V, A, +, ~, [, ], … */
  readonly symbol: string;
  readonly aux: string;
}
export interface EcgRecord {
  readonly name: string;
  readonly sampling_hz: number;
  /** One int16 array per lead. */
  readonly leads: readonly Int16Array[];
  readonly gains_uv: readonly number[];
  readonly annotations: readonly Annotation[];
}

const root = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
export const dataFolder = (set: string): string => `${root}${set}/`;
export const hasDevelopmentData = (): boolean => existsSync(dataFolder('mitdb'));

function valueOf<T>(answer: Parsed<T>): T {
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

export function readAnnotations(path: string): Annotation[] {
  return valueOf(parseWfdbAnnotations(readFileSync(path))).annotations.map(({ sample, code, aux }) => ({
    sample,
    symbol: wfdbMnemonic(code) ?? '',
    aux: aux.replace(/\0+$/, ''),
  }));
}

/** Reads a record; its samples are returned without their baseline. */
export function readWfdb(set: string, name: string): EcgRecord {
  const folder = dataFolder(set);
  const header = valueOf(parseWfdbHeader(readFileSync(`${folder}${name}.hea`)));
  const files = new Map(header.signals.map(({ file }) => [file, readFileSync(`${folder}${file}`)]));
  const leads = wfdbLeads(header, valueOf(readWfdbSignals(header, files)));
  return {
    name,
    sampling_hz: header.sampling_hz,
    leads: leads.map((lead) => Int16Array.from(lead.samples, (value) => value - lead.zero_lsb)),
    gains_uv: leads.map((lead) => Math.abs(lead.gain_uv_per_lsb)),
    annotations: existsSync(`${folder}${name}.atr`) ? readAnnotations(`${folder}${name}.atr`) : [],
  };
}

/** Reads a Challenge 2017 strip: a MATLAB v4 matrix of int16 after a 24-byte header. */
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
  /** Annotated rhythm of each beat: N, AFIB, AFL, J. */
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

interface RhythmBeats extends BeatList {
  /** 1 for ventricular, fusion and ventricular escape beats. */
  readonly wide: Uint8Array;
}
/** Reads annotated beats of any class, each with its rhythm: mitdb, ltafdb_beats. */
export function readRhythmBeats(set: string, name: string): RhythmBeats {
  const header = valueOf(parseWfdbHeader(readFileSync(`${dataFolder(set)}${name}.hea`)));
  const samples: number[] = [];
  const rhythms: string[] = [];
  const wide: number[] = [];
  let rhythm = 'N';
  for (const { sample, symbol, aux } of readAnnotations(`${dataFolder(set)}${name}.atr`)) {
    if (aux.startsWith('(')) rhythm = aux.slice(1);
    if (!/^[NVSAJFLRaejEQ/f]$/.test(symbol)) continue;
    samples.push(sample);
    rhythms.push(rhythm);
    wide.push(/[VFE]/.test(symbol) ? 1 : 0);
  }
  return {
    name,
    sampling_hz: header.sampling_hz,
    samples: Uint32Array.from(samples),
    rhythms,
    wide: Uint8Array.from(wide),
  };
}
