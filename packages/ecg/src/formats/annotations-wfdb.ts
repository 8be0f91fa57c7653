// Writes the marks of an export as WFDB annotations, and the header of its signal file.
//
// Beats are codes. A rhythm is code 28 with its string at its start; at its end, code 28 names the surrounding rhythm
// again, or `(N`. Marks that are not rhythms (couplets, pauses, rates, events) are notes (code 22) with their name. The
// signal file is TraceData.dat without its header: format 16, whose "invalid" is the product's "no signal".

import { beatClassFromByte, beatLabels, wfdbMark } from '../labels/beat-labels.ts';
import { rhythmFromWfdb, rhythmLabels } from '../labels/rhythm-labels.ts';
import { rhythmNames } from '../labels/rhythm-names.ts';
import type { MarkedEpisode, RecordingMarks } from './marked-recording.ts';
import type { TraceLead } from './trace-data.ts';
import type { WfdbAnnotation } from './wfdb-annotation.ts';
import type { WfdbHeader } from './wfdb-header.ts';

const NORMAL = '(N';

function mark(sample: number, code: number, aux = ''): WfdbAnnotation {
  return { sample, code, subtype: 0, channel: 0, number: 0, aux };
}

const isRhythm = ({ kind }: MarkedEpisode) => rhythmLabels[kind].family === 'rhythm';

/**
 * Returns the changes of rhythm. WFDB has one rhythm at a time: of nested rhythms the one that began last applies, and
 * at its end the surrounding one is named again.
 */
function rhythmChanges(episodes: readonly MarkedEpisode[]): WfdbAnnotation[] {
  const changes: WfdbAnnotation[] = [mark(0, wfdbMark.rhythm, NORMAL)];
  let open: MarkedEpisode[] = [];
  const change = (sample: number): void => {
    const holds = open.at(-1);
    const aux = holds === undefined ? NORMAL : (rhythmLabels[holds.kind].wfdb_aux ?? NORMAL);
    if (changes.at(-1)?.sample === sample) changes.pop();
    if (changes.at(-1)?.aux !== aux) changes.push(mark(sample, wfdbMark.rhythm, aux));
  };
  const closeUntil = (sample: number): void => {
    for (;;) {
      const end = Math.min(...open.map((episode) => episode.end_sample));
      if (end > sample || open.length === 0) return;
      open = open.filter((episode) => episode.end_sample > end);
      change(end);
    }
  };
  const rhythms = episodes.filter(isRhythm);
  for (const rhythm of rhythms.toSorted((a, b) => a.start_sample - b.start_sample)) {
    closeUntil(rhythm.start_sample);
    open.push(rhythm);
    change(rhythm.start_sample);
  }
  closeUntil(Number.MAX_SAFE_INTEGER);
  return rhythms.length === 0 ? [] : changes;
}

/** Limits a text to printable ASCII and to 200 characters: an aux text has room for 254 Latin letters. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
}

/** Tells whether WFDB's name of the rhythm is less specific than ours, so that a note must add the rest. */
function sharesName({ kind }: RecordingMarks['episodes'][number]): boolean {
  const { wfdb_aux: aux } = rhythmLabels[kind];
  return aux !== null && rhythmFromWfdb(aux) !== kind;
}

function besides(marks: RecordingMarks, hz: number): WfdbAnnotation[] {
  const others = marks.episodes.filter((episode) => !isRhythm(episode) || sharesName(episode));
  const notes = others.map(({ kind, start_sample: at }) => mark(at, wfdbMark.note, rhythmNames[kind]));
  const events = marks.events.map(({ at_ms: atMs, text }) =>
    mark(Math.max(0, Math.round((atMs / 1000) * hz)), wfdbMark.note, plain(text)),
  );
  return [...rhythmChanges(marks.episodes), ...notes, ...events].sort((a, b) => a.sample - b.sample);
}

/** Yields all marks in order of sample. */
export function* markAnnotations(marks: RecordingMarks, hz: number): Generator<WfdbAnnotation, undefined> {
  const others = besides(marks, hz);
  let next = 0;
  for (let i = 0; i < (marks.beats?.samples.length ?? 0); i++) {
    const sample = marks.beats?.samples[i] ?? 0;
    for (let other = others[next]; other !== undefined && other.sample <= sample; other = others[next]) {
      yield other;
      next++;
    }
    const beat = beatClassFromByte(marks.beats?.classes[i] ?? 0) ?? 'Q';
    yield mark(sample, beatLabels[beat].wfdb_code);
  }
  yield* others.slice(next);
}

/**
 * Adds up the samples of each lead and stores its first value, from whole frames as they pass, for the header's
 * checksums.
 */
export class FrameSums {
  readonly first: number[] = [];
  readonly sums: number[];
  private readonly leads: number;

  constructor(leads: number) {
    this.leads = leads;
    this.sums = Array<number>(leads).fill(0);
  }

  add(frames: Int16Array): void {
    for (let lead = 0; lead < this.leads; lead++) {
      if (this.first.length <= lead) this.first.push(frames[lead] ?? 0);
      let sum = this.sums[lead] ?? 0;
      for (let i = lead; i < frames.length; i += this.leads) sum = (sum + (frames[i] ?? 0)) | 0;
      this.sums[lead] = sum;
    }
  }
}

export interface FramesFile {
  readonly record: string;
  /** The clock time written to the header. */
  readonly start_ms: number;
  readonly sampling_hz: number;
  readonly samples: number;
  readonly leads: readonly TraceLead[];
  readonly comments: readonly string[];
}

/** Returns the header of a file of frames named `<record>.dat`. */
export function framesHeader(file: FramesFile, sums: FrameSums): WfdbHeader {
  const { record, start_ms, sampling_hz, samples, comments } = file;
  const signals = file.leads.map((lead, i) => ({
    file: `${record}.dat`,
    format: 16,
    samples_per_frame: 1,
    skew: 0,
    byte_offset: 0,
    gain: 1000 / lead.gain_uv_per_lsb,
    baseline: lead.zero_lsb,
    units: 'mV',
    adc_resolution: 16,
    adc_zero: 0,
    initial_value: sums.first[i] ?? 0,
    checksum: ((sums.sums[i] ?? 0) << 16) >> 16,
    block_size: 0,
    description: lead.label,
  }));
  return { record, sampling_hz, samples, start_ms, signals, comments };
}
