/**
 * Measures how far and how fast blocks of samples are packed, over all development recordings, beside zstd and, where the
 * program is installed, FLAC. Speeds are of processor time on one core.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { blockSamples, type BlockCode } from '@rhythmdesk/ecg/packing/block-code';
import { createPortableCode } from '@rhythmdesk/ecg/packing/portable-code';
import { openWasmCode } from '@rhythmdesk/ecg/packing/wasm-code';
import { readStrip, readWfdb, recordNames, type EcgRecord } from './records.ts';

const sets = ['mitdb', 'nstdb', 'svdb', 'vfdb', 'ludb'] as const;
/** The other codes are slow: they pack every 16th block. */
const each = 16;
/** Samples that a speed is measured on, at least. */
const speedSamples = 100_000_000;

/** One lead of a tile. */
type Block = { readonly set: string; readonly samples: Int16Array };

function* records(): Generator<{ readonly set: string; readonly record: EcgRecord }> {
  for (const set of sets)
    for (const name of recordNames(set, '.dat')) yield { set, record: readWfdb(set, name) };
  for (const name of recordNames('cinc2017', '.mat')) yield { set: 'cinc2017', record: readStrip(name) };
}

function* blocks(): Generator<Block> {
  for (const { set, record } of records())
    for (const lead of record.leads)
      for (let from = 0; from < lead.length; from += blockSamples)
        yield { set, samples: lead.subarray(from, from + blockSamples) };
}

function packed(code: BlockCode, samples: Int16Array): Uint8Array {
  code.samples.set(samples);
  return code.packed.slice(0, code.pack(samples.length));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Returns million samples a second of processor time. */
function speedOf(samples: number, work: () => void): number {
  work();
  const started = process.cpuUsage();
  let done = 0;
  for (; done < speedSamples; done += samples) work();
  const { user, system } = process.cpuUsage(started);
  return done / (user + system);
}

const lengthOf = (all: readonly { readonly length: number }[]): number =>
  all.reduce((sum, { length }) => sum + length, 0);

type Figure = readonly [string, number];
type Speeds = { readonly pack: readonly Figure[]; readonly unpack: readonly Figure[] };

function speeds(all: readonly Int16Array[], code: BlockCode, name: string): { pack: Figure; unpack: Figure } {
  const stored = all.map((samples) => packed(code, samples));
  const pack = speedOf(lengthOf(all), () => {
    for (const samples of all) {
      code.samples.set(samples);
      code.pack(samples.length);
    }
  });
  const unpack = speedOf(lengthOf(all), () => {
    for (const bytes of stored) {
      code.packed.set(bytes);
      if (code.unpack(bytes.length) < 0) throw new Error('a block is not unpacked');
    }
  });
  return { pack: [name, pack], unpack: [name, unpack] };
}

const withLevel = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });

function zstdSpeeds(all: readonly Int16Array[]): { pack: Figure; unpack: Figure } {
  const stored = all.map((samples) => zstdCompressSync(bytesOf(samples), withLevel(3)));
  const pack = speedOf(lengthOf(all), () => {
    for (const samples of all) zstdCompressSync(bytesOf(samples), withLevel(3));
  });
  const unpack = speedOf(lengthOf(all), () => {
    for (const bytes of stored) zstdDecompressSync(bytes);
  });
  return { pack: ['zstd 3', pack], unpack: ['zstd 3', unpack] };
}

/** Runs a program and returns the seconds of its processor time. */
function secondsOf(command: string): number {
  const run = spawnSync('bash', ['-c', `TIMEFORMAT='%U %S'; time ${command}`], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const [user = NaN, system = NaN] = (run.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

/** Packs the samples with FLAC's default and its best level; null if the program is not installed. */
function measureFlac(all: readonly Int16Array[]): (Speeds & { readonly shares: readonly Figure[] }) | null {
  if (spawnSync('flac', ['--version']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'rhythmdesk-flac-'));
  const raw = join(folder, 'raw');
  const made = join(folder, 'flac');
  const back = join(folder, 'back');
  const form = '--force-raw-format --endian=little --sign=signed --channels=1 --bps=16 --sample-rate=360';
  const million = lengthOf(all) / 1e6;
  try {
    writeFileSync(raw, Buffer.concat(all.map(bytesOf)));
    const shares: Figure[] = [];
    const [pack, unpack]: [Figure[], Figure[]] = [[], []];
    for (const level of [5, 8]) {
      const name = `FLAC ${String(level)}`;
      pack.push([name, million / secondsOf(`flac -sf -${String(level)} ${form} -o ${made} ${raw}`)]);
      shares.push([name, (100 * statSync(made).size) / (2e6 * million)]);
      unpack.push([name, million / secondsOf(`flac -sdf -o ${back} ${made}`)]);
    }
    return { shares, pack, unpack };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type Packing = Speeds & {
  /** Share of the raw bytes, in percent: of all blocks, of each set, and of every 16th block by each code. */
  readonly share: number;
  readonly sets: readonly Figure[];
  readonly others: readonly Figure[];
};

export function measurePacking(): Packing {
  const wasm = openWasmCode();
  if (wasm === null) throw new Error('WebAssembly is not available');
  const sums = new Map<string, { raw: number; packed: number }>();
  const add = (key: string, raw: number, bytes: number): void => {
    const { raw: before, packed: own } = sums.get(key) ?? { raw: 0, packed: 0 };
    sums.set(key, { raw: before + raw, packed: own + bytes });
  };
  const sample: Int16Array[] = [];
  let number = 0;
  for (const { set, samples } of blocks()) {
    const { length } = packed(wasm, samples);
    add('all', samples.byteLength, length);
    add(set, samples.byteLength, length);
    number += 1;
    if (number % each !== 0) continue;
    sample.push(samples);
    add('own', samples.byteLength, length);
    for (const level of [1, 3, 19])
      add(
        `zstd ${String(level)}`,
        samples.byteLength,
        zstdCompressSync(bytesOf(samples), withLevel(level)).length,
      );
  }
  const shareOf = (key: string): Figure => {
    const { raw, packed: own } = sums.get(key) ?? { raw: NaN, packed: NaN };
    return [key, (100 * own) / raw];
  };
  const flac = measureFlac(sample);
  const own = [speeds(sample, wasm, 'WebAssembly'), speeds(sample, createPortableCode(), 'TypeScript')];
  const all = [...own, zstdSpeeds(sample)];
  return {
    share: shareOf('all')[1],
    sets: [...sets, 'cinc2017'].map(shareOf),
    others: [...['own', 'zstd 1', 'zstd 3', 'zstd 19'].map(shareOf), ...(flac?.shares ?? [])],
    pack: [...all.map(({ pack }) => pack), ...(flac?.pack ?? [])],
    unpack: [...all.map(({ unpack }) => unpack), ...(flac?.unpack ?? [])],
  };
}
