/**
 * Finds and measures the beats of a recording given in chunks. It analyses every lead separately and then takes, for
 * each stretch of ten seconds, the beats of the lead whose detector is most certain there. Memory use is constant
 * except for the beats and three bytes per second and lead, four if it has gaps.
 *
 * Invariants: the size of the chunks changes nothing; leads without a signal change nothing.
 */
import { createBeatColumns } from './beat-columns.ts';
import type { BeatColumns } from './beat-columns.ts';
import { BeatQueue } from './beat-queue.ts';
import { ChosenBeats, stretchHalves, uncertainty } from './chosen-beats.ts';
import type { QueuedLead } from './chosen-beats.ts';
import { halfHz, workHz } from './lead-bands.ts';
import { withHiddenBeats } from './hidden-beats.ts';
import { createLeadBeats } from './lead-beats.ts';
import type { LeadBeats } from './lead-beats.ts';
import type { DetectorModels } from './lead-detector.ts';
import type { LongPr } from './long-pr.ts';
import type { FoundPWaves } from './p-waves.ts';
import { dropFalseBeats } from './low-beats.ts';
import { LeadWatch, watched } from './lead-watch.ts';
import type { Watched } from './lead-watch.ts';
import { pairLength } from './template-pair.ts';
import { createLeadInput } from '../signal/lead-input.ts';
import { createExpectedErrors } from '../signal/expected-errors.ts';

export interface FinderSettings {
  readonly sampling_hz: number;
  /** Microvolts per step, one for each lead. */
  readonly gains_uv: readonly number[];
  readonly models: DetectorModels;
  /** Number of beats to allocate memory for at once. */
  readonly expected_beats?: number;
}
interface LeadSeconds {
  /** `secondBit`s of each second. */
  readonly raw: Uint8Array;
  /** Expected detection errors of each second × 64. */
  readonly expected_errors: Uint8Array;
  /** Number of isolated spikes that were removed. */
  readonly spikes: number;
}
export interface FoundBeats {
  readonly columns: BeatColumns;
  readonly leads: readonly LeadSeconds[];
  /** Total length in working-rate samples. */
  readonly length: number;
  /** Returns the mean shape of a lead's template, in sums of two working-rate samples. */
  shapeOf(lead: number, template: number): Float32Array;
  /** Returns the input of the shape network for a lead's template (`template-pair`). */
  readonly pairOf: (lead: number, template: number) => Float32Array;
  /** The lead used in each stretch of ten seconds. */
  readonly chosen: Uint8Array;
  /** Rhythms without beats that the detector can count. */
  readonly watched: Watched;
  /** 1 in each second in which a lead shows P waves that no QRS follows. */
  readonly lone_p_waves: Uint8Array;
  /** The P waves of each lead around intervals in which a P wave seems not to be conducted. */
  readonly p_waves: readonly FoundPWaves[];
  readonly long_prs: readonly (readonly LongPr[])[];
}
export interface BeatFinder {
  push(chunk: Int16Array): void;
  finish(): FoundBeats;
}

const block = 2048;
/**
 * Working-rate samples at the end that may be filler instead of signal (24 ms): a format's last frame is often half
 * empty.
 */
const levelled = 6;
/** Samples that wait until later ones are known: those that may be levelled, and the one whose value they get. */
const waiting = levelled + 1;

interface Lead extends QueuedLead {
  readonly beats: LeadBeats;
  readonly watch: LeadWatch;
  readonly buffer: Float32Array;
  filled: number;
  total: number;
  last: number;
}

function createLead(settings: FinderSettings, index: number): Lead {
  const queue = new BeatQueue(index);
  const expectedErrors = createExpectedErrors();
  const watch = new LeadWatch();
  const input = createLeadInput({
    sampling_hz: settings.sampling_hz,
    work_hz: workHz,
    gain_uv: settings.gains_uv[index] ?? 1,
  });
  return {
    input,
    beats: createLeadBeats(settings.models, {
      beat: (beat) => {
        queue.add(beat);
        watch.beat(beat.h, beat.odds);
      },
      judged: (h, odds) => expectedErrors.add(Math.floor(h / halfHz), odds),
      // Such a candidate counts as half an error for being undecided; this adds the other half.
      implausible: (h) => expectedErrors.add(Math.floor(h / halfHz), 0),
      lost: (from, until) => {
        for (let s = Math.floor(from / halfHz); s <= Math.floor(until / halfHz); s++)
          expectedErrors.addLost(s);
      },
      hasSpike: (from, until) => input.hasSpike(from, until),
    }),
    expected_errors: expectedErrors,
    watch,
    queue,
    buffer: new Float32Array(block + waiting),
    filled: 0,
    total: 0,
    last: 0,
  };
}

export function createBeatFinder(settings: FinderSettings): BeatFinder {
  return new Finder(settings);
}

class Finder implements BeatFinder {
  private readonly leads: Lead[];
  private readonly columns: BeatColumns;
  private readonly taken: ChosenBeats;

  constructor(settings: FinderSettings) {
    this.leads = settings.gains_uv.map((_, index) => createLead(settings, index));
    this.columns = createBeatColumns(settings.expected_beats, this.leads.length > 1);
    this.taken = new ChosenBeats(this.leads, this.columns);
  }

  push(chunk: Int16Array): void {
    this.leads.forEach((lead, index) => {
      lead.input.push(chunk, index, this.leads.length, (samples, count) => fill(lead, samples, count));
    });
    const settled = Math.min(...this.leads.map((lead) => lead.beats.settled()));
    const { taken } = this;
    while ((taken.chosen.length + 1) * stretchHalves + halfHz <= settled) taken.choose();
  }

  finish(): FoundBeats {
    for (const lead of this.leads) {
      lead.input.finish((samples, count) => fill(lead, samples, count));
      levelEnd(lead);
      const held = new Float32Array(2 * workHz).fill(lead.last);
      const length = lead.total;
      fill(lead, held, held.length);
      lead.total = length;
      lead.beats.append(lead.buffer, 0, lead.filled);
      lead.beats.finish();
      watchFlutter(lead, Math.floor(length / workHz));
    }
    const length = this.leads[0]?.total ?? 0;
    while (this.taken.chosen.length * stretchHalves < length / 2) this.taken.choose();
    trim(this.columns, length);
    const seconds = Math.ceil(length / workHz);
    const rhythms = watched(this.leads, seconds);
    dropFalseBeats(this.columns, rhythms.without_qrs);
    const seen = this.leads.map(({ input }) => ({ raw: input.seconds(), gaps: input.gaps() }));
    const raws = withHiddenBeats(this.columns, seen, this.taken.chosen);
    return {
      columns: this.columns,
      leads: this.leads.map((lead, index) => ({
        raw: raws[index] ?? new Uint8Array(),
        expected_errors: lead.expected_errors.seconds(),
        spikes: lead.input.spikes(),
      })),
      length,
      chosen: Uint8Array.from(this.taken.chosen),
      watched: rhythms,
      lone_p_waves: this.loneSeconds(seconds),
      p_waves: this.leads.map(({ beats }) => beats.p_waves.found()),
      long_prs: this.leads.map(({ beats }) => beats.long_prs.found),
      shapeOf: (lead, template) => this.leads[lead]?.beats.shapeOf(template) ?? new Float32Array(),
      pairOf: (lead, template) => this.leads[lead]?.beats.pairOf(template) ?? new Float32Array(pairLength),
    };
  }

  private loneSeconds(count: number): Uint8Array {
    const seconds = new Uint8Array(count);
    for (const { beats } of this.leads) {
      const lone = beats.lone_p_waves.seconds();
      for (let s = 0; s < seconds.length; s++) if (lone[s] === 1) seconds[s] = 1;
    }
    return seconds;
  }
}

function fill(lead: Lead, samples: Float32Array, count: number): void {
  for (let from = 0; from < count;) {
    const part = Math.min(count - from, block + waiting - lead.filled);
    lead.buffer.set(samples.subarray(from, from + part), lead.filled);
    lead.filled += part;
    from += part;
    if (lead.filled === block + waiting) {
      lead.beats.append(lead.buffer, 0, block);
      watchFlutter(lead, null);
      lead.buffer.copyWithin(0, block);
      lead.filled = waiting;
    }
  }
  lead.total += count;
  if (count > 0) lead.last = samples[count - 1] ?? 0;
}

/**
 * Replaces the last samples of the signal by the value before them: otherwise the end would be a step to the value
 * repeated after it.
 */
function levelEnd(lead: Lead): void {
  const from = lead.filled - levelled;
  if (from <= 0) return;
  lead.last = lead.buffer[from - 1] ?? 0;
  lead.buffer.fill(lead.last, from, lead.filled);
}

/** Judges the time in which all beats are known; at the end of the recording, everything that is left. */
function watchFlutter(lead: Lead, endS: number | null): void {
  const settledS = endS ?? Math.floor(lead.beats.settled() / halfHz) - 1;
  const { half } = lead.beats.detector.bands;
  lead.watch.judge(half, settledS, endS !== null, (fromS) => uncertainty(lead, fromS));
}

function trim(columns: BeatColumns, length: number): void {
  while (columns.count > 0 && (columns.peak[columns.count - 1] ?? 0) >= length) columns.count--;
}
