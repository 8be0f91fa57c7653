// Generates a synthetic recording with known truth, block by block, for demonstrations and for tests.
//
//   const generator = new EcgGenerator({ … , random: seededRandom(7), onBeat, onEpisode });
//   for (let frames = generator.next(); frames !== null; frames = generator.next()) write(frames);
//
// Invariants: the same options and seed give the same recording; memory use is constant; beats are reported in order of
// time with the sample of their R peak, none while every lead has lost contact; any figure measured on these signals
// states that they are synthetic.

import type { BeatClass } from '../labels/beat-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { NO_SIGNAL } from '../labels/stored-samples.ts';
import { BeatPainter, beatReachS } from './beat-painter.ts';
import type { ContactLoss } from './contact.ts';
import { contactLosses } from './contact.ts';
import { Disturbance } from './disturbance.ts';
import { FibrillationWaves } from './fibrillation-waves.ts';
import { HeartRhythm } from './heart-rhythm.ts';
import type { SynthPatient } from './patient.ts';
import type { SynthBeat } from './planned-beat.ts';
import type { Random } from './random.ts';
import { between } from './random.ts';
import type { Spell, Spells } from './spells.ts';
import { beatShapes } from './wave-shapes.ts';

const BLOCK = 4096;

export interface SynthOptions {
  readonly patient: SynthPatient;
  /** Lead names; the twelve standard ones and MLII have their own view, any other is a patch on the chest. */
  readonly labels: readonly string[];
  readonly sampling_hz: number;
  /** Samples of one lead. */
  readonly samples: number;
  /** Microvolts per step; 0 µV is step 0. */
  readonly gain_uv_per_lsb: number;
  /** Local time of day at the start, 0 to 24. */
  readonly start_hour: number;
  readonly random: Random;
  readonly onBeat?: (sample: number, beat_class: BeatClass) => void;
  /** Receives an episode from `start` to `end` (exclusive) when it starts, so not in order of ends. */
  readonly onEpisode?: (key: RhythmKey, start: number, end: number) => void;
}

export class EcgGenerator {
  private readonly options: SynthOptions;
  private readonly rhythm: HeartRhythm;
  private readonly painter: BeatPainter;
  private readonly disturbance: Disturbance;
  private readonly fibrillation: FibrillationWaves;
  private readonly losses: Spells<ContactLoss>;
  private readonly leads: readonly Float32Array[];
  private readonly size: number;
  private beats: SynthBeat[] = [];
  private fibrillating: Spell[] = [];
  private position = 0;

  constructor(options: SynthOptions) {
    const { patient, labels, sampling_hz: hz, random } = options;
    this.options = options;
    const shapes = beatShapes(labels, random);
    this.size = between(random, 0.75, 1.2);
    this.painter = new BeatPainter(hz, shapes);
    this.disturbance = new Disturbance(patient, hz, labels.length, random, (spell) =>
      this.label('noise', spell),
    );
    this.losses = contactLosses(patient, labels.length, random, (loss) => {
      if (loss.lead === null) this.label('no_signal', loss);
    });
    this.fibrillation = new FibrillationWaves(hz, shapes.fibrillation_mv, BLOCK, random);
    this.leads = labels.map(() => new Float32Array(BLOCK));
    this.rhythm = new HeartRhythm(patient, options.start_hour, random, (key, startS, endS) => {
      const spell = { start_s: startS, end_s: endS };
      if (key === 'af') this.fibrillating.push(spell);
      this.label(key, spell);
    });
  }

  /** Returns the next frames, interleaved, or null after the last. The caller owns the array. */
  next(): Int16Array<ArrayBuffer> | null {
    const { samples, sampling_hz: hz } = this.options;
    const first = this.position;
    const count = Math.min(BLOCK, samples - first);
    if (count <= 0) return null;
    const block = this.leads.map((lead) => lead.subarray(0, count).fill(0));
    this.planBeatsUntil((first + count) / hz + beatReachS.before);
    for (const beat of this.beats) this.painter.paint(beat, this.sizeOf(beat), block, first);
    this.beats = this.beats.filter((beat) => beat.at_s + beatReachS.after > (first + count) / hz);
    this.addFibrillation(block, first);
    this.disturbance.add(block, first, this.rhythm.breathPhase(first / hz));
    const frames = this.steps(block, count);
    this.removeSignal(frames, first, count);
    this.position += count;
    return frames;
  }

  private planBeatsUntil(untilS: number): void {
    const { onBeat, samples, sampling_hz: hz } = this.options;
    while ((this.beats.at(-1)?.at_s ?? -1) < untilS) {
      const beat = this.rhythm.next();
      this.beats.push(beat);
      const sample = Math.round(beat.at_s * hz);
      if (sample < 0 || sample >= samples) continue;
      const lost = this.losses.within(beat.at_s, beat.at_s + 1 / hz).some((loss) => loss.lead === null);
      if (!lost) onBeat?.(sample, beat.beat_class);
    }
  }

  /** Returns the samples of a spell within the recording. */
  private span({ start_s: startS, end_s: endS }: Spell): { start: number; end: number } {
    const { samples, sampling_hz: hz } = this.options;
    return { start: Math.max(0, Math.round(startS * hz)), end: Math.min(samples, Math.round(endS * hz)) };
  }

  private label(key: RhythmKey, spell: Spell): void {
    const { start, end } = this.span(spell);
    if (end > start) this.options.onEpisode?.(key, start, end);
  }

  /** Returns the amplitude of a beat: each breath moves the electrodes, so amplitudes vary with it. */
  private sizeOf(beat: SynthBeat): number {
    return this.size * (1 + 0.05 * Math.sin(this.rhythm.breathPhase(beat.at_s) + 0.7));
  }

  private addFibrillation(block: readonly Float32Array[], first: number): void {
    const last = first + (block[0]?.length ?? 0);
    for (const { start, end } of this.fibrillating.map((spell) => this.span(spell))) {
      const from = Math.max(start, first);
      const to = Math.min(end, last);
      if (from < to) this.fibrillation.add(block, from - first, to - first);
    }
    this.fibrillating = this.fibrillating.filter((spell) => this.span(spell).end > last);
  }

  private steps(block: readonly Float32Array[], count: number): Int16Array<ArrayBuffer> {
    const frames = new Int16Array(count * block.length);
    const perMv = 1000 / this.options.gain_uv_per_lsb;
    block.forEach((signal, lead) => {
      for (let i = 0, at = lead; i < count; i++, at += block.length) {
        const step = (signal[i] ?? 0) * perMv;
        frames[at] = Math.max(-32_767, Math.min(32_767, Math.floor(step + 0.5)));
      }
    });
    return frames;
  }

  private removeSignal(frames: Int16Array, first: number, count: number): void {
    const { sampling_hz: hz } = this.options;
    const leadCount = this.leads.length;
    for (const loss of this.losses.within(first / hz - 1, (first + count) / hz + 1)) {
      const { start, end } = this.span(loss);
      for (let i = Math.max(0, start - first); i < Math.min(count, end - first); i++) {
        if (loss.lead === null) frames.fill(NO_SIGNAL, i * leadCount, (i + 1) * leadCount);
        else frames[i * leadCount + loss.lead] = NO_SIGNAL;
      }
    }
    this.losses.forget((first + count) / hz - 2);
  }
}
