// Makes the first pass over a foreign file that is read piece by piece: its length, its gaps, the range of its steps
// (which determines their scale), its notes and its first seconds. The second pass then writes frames.
//
// Invariant: the result does not depend on how the file is divided into pieces.

import type { FrameSink } from './frame-flow.ts';
import { FrameFlow } from './frame-flow.ts';
import type { LeadChoice } from './lead-choice.ts';
import { distinctLabels } from './lead-names.ts';
import type { FormatRefusal, Parsed } from './parsed.ts';
import { parsed, refuse } from './parsed.ts';
import { decodeNotes } from './note-texts.ts';
import type { PiecewiseFile, SignalPiece, SignalRun } from './piecewise.ts';
import { addFlaws } from './piecewise.ts';
import type { RecordingNote, SourceFlaw } from './recording.ts';
import { NO_SAMPLE } from './recording.ts';
import { NO_SIGNAL, traceLimits } from '../labels/stored-samples.ts';
import type { TraceScale } from './trace-scale.ts';
import { StepRangeFinder, traceScale } from './trace-scale.ts';

export interface Surveyed {
  readonly start_ms: number | null;
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** Scales of the chosen leads, in their order. */
  readonly scales: readonly TraceScale[];
  readonly notes: readonly RecordingNote[];
  /** The faults that were found in the file. */
  readonly flaws: readonly SourceFlaw[];
  /** The first seconds from the first signal on, as frames of the chosen leads at their scales. */
  readonly first: { readonly at_sample: number; readonly frames: Int16Array<ArrayBuffer> };
}

const FIRST_SECONDS = 15;
const MAX_NOTES = 4_000_000;

/** Tells whether a note may belong to a recording: its clock may be wrong by days, not by years. */
const isNear = ({ at_ms }: RecordingNote): boolean => Math.abs(at_ms) <= 1000 * traceLimits.duration_s;

export class SignalSurvey {
  readonly #file: PiecewiseFile;
  readonly #choice: LeadChoice;
  readonly #flow: FrameFlow;
  readonly #ranges: readonly StepRangeFinder[];
  readonly #notes: RecordingNote[] = [];
  readonly #flaws: SourceFlaw[];
  readonly #firstRuns: SignalRun[] = [];
  #startMs: number | null = null;
  #firstSample: number | null = null;

  /** `presence` receives frames in which 0 is a sample and −32768 is a missing one. */
  constructor(file: PiecewiseFile, choice: LeadChoice, presence: FrameSink) {
    this.#file = file;
    this.#choice = choice;
    this.#flaws = [...file.flaws];
    this.#ranges = choice.kept.map(() => new StepRangeFinder());
    const leads = choice.kept.map((signal) => ({ signal, step: () => 0 }));
    this.#flow = new FrameFlow(leads, choice.sampling_hz, (frames) => {
      this.#lookForFirst(frames);
      presence(frames);
    });
  }

  /** Adds the next piece; pieces come in order. Refuses with the faults of FrameFlow and edf/too-many-notes. */
  add(piece: SignalPiece): FormatRefusal | null {
    this.#startMs = piece.start_ms;
    for (const note of piece.notes) this.#notes.push(note);
    addFlaws(this.#flaws, piece.flaws);
    if (this.#notes.length > MAX_NOTES) return refuse('edf/too-many-notes', { expected: MAX_NOTES });
    for (const run of piece.runs) {
      const fault = this.#flow.add(run);
      if (fault !== null) return fault;
      this.#choice.kept.forEach((signal, i) => this.#ranges[i]?.add(run.samples[signal] ?? new Int32Array()));
      this.#keepFirst(run);
    }
    return null;
  }

  #lookForFirst(frames: Int16Array): void {
    if (this.#firstSample !== null) return;
    const at = frames.findIndex((value) => value !== NO_SIGNAL);
    if (at >= 0) this.#firstSample = this.#flow.samples + Math.floor(at / this.#choice.kept.length);
  }

  #keepFirst(run: SignalRun): void {
    const hz = this.#choice.sampling_hz;
    if (this.#firstSample === null || run.at_s * hz > this.#firstSample + FIRST_SECONDS * hz) return;
    const from = Math.max(0, this.#firstSample - Math.round(run.at_s * hz));
    const samples = run.samples.map((all) => all.slice(from, from + FIRST_SECONDS * hz));
    this.#firstRuns.push({ at_s: run.at_s + from / hz, samples });
  }

  /** Returns the result. Refuses with trace/samples (the file is empty) and file/no-signal. */
  finish(): Parsed<Surveyed> {
    const { samples } = this.#flow;
    if (samples === 0) return refuse('trace/samples', { found: 0 });
    if (this.#firstSample === null) return refuse('file/no-signal');
    const scales = this.#scales();
    const near = this.#notes.filter(isNear);
    const far = this.#notes.length - near.length;
    const { notes, flaws } = decodeNotes(near);
    return parsed({
      start_ms: this.#startMs === null ? null : Math.round(this.#startMs),
      sampling_hz: this.#choice.sampling_hz,
      samples,
      scales,
      notes,
      flaws: [
        ...this.#flaws,
        ...flaws,
        ...(far === 0 ? [] : [{ code: 'notes-time', detail: { count: far } } as const]),
      ],
      first: { at_sample: this.#firstSample, frames: this.#firstFrames(scales, this.#firstSample) },
    });
  }

  #scales(): TraceScale[] {
    const scales = this.#choice.kept.flatMap((signal, place) => {
      const lead = this.#file.signals[signal];
      const range = this.#ranges[place]?.range() ?? { low: 0, high: 0 };
      return lead === undefined ? [] : traceScale(lead, range, place);
    });
    // A recording's labels are shorter than those of files, so equal ones may result.
    const labels = distinctLabels(scales.map(({ lead }) => lead.label));
    return scales.map(({ lead, step }, i) => ({ lead: { ...lead, label: labels[i] ?? lead.label }, step }));
  }

  #firstFrames(scales: readonly TraceScale[], firstSample: number): Int16Array<ArrayBuffer> {
    const { kept, sampling_hz: hz } = this.#choice;
    const count = Math.min(Math.ceil(FIRST_SECONDS * hz), this.#flow.samples - firstSample);
    const frames = new Int16Array(count * kept.length).fill(NO_SIGNAL);
    for (const { at_s, samples } of this.#firstRuns) {
      const at = Math.round(at_s * hz) - firstSample;
      kept.forEach((signal, place) => {
        const steps = scales[place];
        samples[signal]?.forEach((value, i) => {
          const to = (at + i) * kept.length + place;
          if (value !== NO_SAMPLE && steps !== undefined && to < frames.length)
            frames[to] = steps.step(value);
        });
      });
    }
    return frames;
  }
}
