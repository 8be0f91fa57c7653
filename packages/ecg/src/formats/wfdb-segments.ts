// Reads WFDB records of several segments as one recording. Source: WFDB manual, header(5), "multi-segment records".
//
//   multi/3 2 250 10000 08:00:00 05/11/2026
//   part1 5000
//   ~ 2500
//   part2 2500
//
// Each segment is a record of its own with the master's rate; `~` is time without a signal. In the variable layout the
// first segment has no samples: it lists the signals of all segments, of which each has some, at its own scale.

import { parsed, refuse, type Parsed } from './parsed.ts';
import type { PiecewiseFile, SignalRun } from './piecewise.ts';
import { NO_SAMPLE, type LeftOut, type RecordingLead, type SourceFlaw } from './recording.ts';
import { parseRecordLine, type WfdbRecordLine } from './wfdb-header.ts';

interface WfdbSegment {
  /** Null for time without a signal. */
  readonly name: string | null;
  readonly frames: number;
}

export interface WfdbMaster extends Omit<WfdbRecordLine, 'signals' | 'segments'> {
  readonly segments: readonly WfdbSegment[];
}

/** Reads a master header; null if the header is that of a single record. Refuses with wfdb/header-line (line). */
export function parseWfdbMaster(bytes: Uint8Array): Parsed<WfdbMaster | null> {
  const line = parseRecordLine(bytes);
  if (!line.ok) return line;
  const { segments: count, rest } = line.value;
  if (count === null) return parsed(null);
  if (rest.length === 0) return refuse('wfdb/header-line', { line: 1 });
  const segments: WfdbSegment[] = [];
  for (const { text, line: at } of rest.slice(0, count)) {
    const [, name = '', frames = ''] = /^([\w~-]+)\s+(\d+)\s*$/.exec(text) ?? [];
    if (name === '') return refuse('wfdb/header-line', { line: at });
    segments.push({ name: name === '~' ? null : name, frames: Number(frames) });
  }
  const flaws: SourceFlaw[] = [...line.value.flaws];
  if (segments.length < count) flaws.push({ code: 'header-field', detail: { field: 'number of segments' } });
  const frames = segments.reduce((sum, segment) => sum + segment.frames, 0);
  const { samples } = line.value;
  if (samples !== null && samples !== frames)
    flaws.push({
      code: samples < frames ? 'samples-more' : 'samples-missing',
      detail: { found: frames, expected: samples },
    });
  return parsed({ ...line.value, flaws, segments });
}

type SignalFacts = Omit<RecordingLead, 'samples'>;

interface OpenSegment {
  readonly file: PiecewiseFile;
  /** Seconds from the start of the record. */
  readonly at_s: number;
  /** Frames up to the next segment, at the record's rate. */
  readonly frames: number;
  /** For each signal of the whole its place in the segment; −1 if the segment lacks it. */
  readonly places: readonly number[];
}

const nameOf = ({ label, sampling_hz }: SignalFacts): string => `${label}\0${sampling_hz}`;

/** Returns all signals by name and rate, each at the finest scale of its segments. */
function signalsOf(files: readonly PiecewiseFile[]): SignalFacts[] {
  const signals = new Map<string, SignalFacts>();
  for (const signal of files.flatMap((file) => file.signals)) {
    const known = signals.get(nameOf(signal));
    const isFiner = known === undefined || Math.abs(signal.gain_uv_per_lsb) < Math.abs(known.gain_uv_per_lsb);
    if (isFiner) signals.set(nameOf(signal), signal);
  }
  return [...signals.values()];
}

/** Converts steps of one scale to those of another. */
function rescaled(samples: Int32Array, own: SignalFacts, to: SignalFacts): Int32Array {
  if (own.gain_uv_per_lsb === to.gain_uv_per_lsb && own.zero_lsb === to.zero_lsb) return samples;
  const factor = own.gain_uv_per_lsb / to.gain_uv_per_lsb;
  return samples.map((value) =>
    value === NO_SAMPLE ? NO_SAMPLE : Math.round((value - own.zero_lsb) * factor + to.zero_lsb),
  );
}

/** Returns what is left out and wrong of the whole and its segments, each kind once. */
function besides(opened: readonly OpenSegment[], flaws: readonly SourceFlaw[]) {
  const left_out = new Map<string, LeftOut>();
  const allFlaws: SourceFlaw[] = [...flaws];
  for (const { file } of opened) {
    for (const one of file.left_out) left_out.set(one.label, one);
    for (const flaw of file.flaws) if (!allFlaws.some(({ code }) => code === flaw.code)) allFlaws.push(flaw);
  }
  return { left_out: [...left_out.values()], flaws: allFlaws };
}

/** Returns a run of a segment as one of the whole, up to the next segment. */
function runOf(
  segment: OpenSegment,
  run: SignalRun,
  { signals, hz }: { readonly signals: readonly SignalFacts[]; readonly hz: number },
): SignalRun {
  const { file, at_s, places } = segment;
  const samples = places.map((place, i) => {
    const [own, to, all] = [file.signals[place], signals[i], run.samples[place]];
    if (own === undefined || to === undefined || all === undefined) return new Int32Array();
    return rescaled(all.subarray(0, mostOf(segment, run, own, hz)), own, to);
  });
  return { at_s: at_s + run.at_s, samples };
}

/** Returns how many samples of a run are before the next segment. */
const mostOf = ({ frames }: OpenSegment, { at_s }: SignalRun, own: SignalFacts, hz: number): number =>
  Math.max(0, Math.round((frames / hz - at_s) * own.sampling_hz));

/** Names the frames of a segment that the record gives to the next one; `runs` are those of its last piece. */
function framesBehind(segment: OpenSegment, runs: readonly SignalRun[], hz: number): SourceFlaw[] {
  let endS = 0;
  for (const run of runs)
    for (const [i, own] of segment.file.signals.entries()) {
      const length = run.samples[i]?.length ?? 0;
      const isMore = length > mostOf(segment, run, own, hz);
      if (isMore) endS = Math.max(endS, run.at_s + length / own.sampling_hz);
    }
  const detail = { found: Math.round(endS * hz), expected: segment.frames };
  return endS === 0 ? [] : [{ code: 'samples-more', detail }];
}

/** Joins the opened segments; those without a file are gaps. */
export function joinSegments(
  {
    sampling_hz: hz,
    start_ms,
    flaws,
    segments,
  }: Pick<WfdbMaster, 'sampling_hz' | 'start_ms' | 'flaws' | 'segments'>,
  files: readonly (PiecewiseFile | null)[],
): PiecewiseFile {
  const opened: OpenSegment[] = [];
  const signals = signalsOf(files.flatMap((file) => file ?? []));
  let frame = 0;
  for (const [i, { frames }] of segments.entries()) {
    const file = files[i] ?? null;
    if (file !== null) {
      const names = file.signals.map(nameOf);
      const places = signals.map((signal) => names.indexOf(nameOf(signal)));
      opened.push({ file, at_s: frame / hz, frames, places });
    }
    frame += frames;
  }
  const order = opened.flatMap((segment) =>
    Array.from({ length: segment.file.pieces }, (_none, piece) => ({ segment, piece })),
  );
  /** The start of the first segment, for a master that states none. */
  let firstMs: number | null = null;
  return {
    ...{ start_has_zone: false, signals, ...besides(opened, flaws) },
    pieces: order.length,
    ranges: (at) => order[at]?.segment.file.ranges(order[at].piece) ?? [],
    read: (at, bytes) => {
      const own = order[at];
      if (own === undefined) return refuse('wfdb/segments', { found: at });
      const read = own.segment.file.read(own.piece, bytes);
      if (!read.ok) return read;
      // A run behind the next segment's start, though empty, would fill the time before it.
      const within = read.value.runs.filter(({ at_s }) => at_s * hz < own.segment.frames);
      const runs = within.map((run) => runOf(own.segment, run, { signals, hz }));
      const { start_ms: ownMs } = read.value;
      if (at === 0) firstMs = ownMs === null ? null : ownMs - own.segment.at_s * 1000;
      const isLast = own.piece === own.segment.file.pieces - 1;
      const more = isLast ? framesBehind(own.segment, read.value.runs, hz) : [];
      return parsed({
        ...read.value,
        start_ms: start_ms ?? firstMs,
        runs,
        flaws: [...read.value.flaws, ...more],
      });
    },
  };
}
