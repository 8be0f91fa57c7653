// Generates the times of the beats, and the origin of each.
//
// Sinus intervals follow McSharry, Clifford, Tarassenko and Smith, "A dynamical model for generating synthetic
// electrocardiogram signals" (IEEE Trans Biomed Eng 50:289, 2003): a mean with a respiratory (RSA) and a 0.1 Hz (Mayer)
// oscillation, modulated by the time of day and slow changes of activity. Ectopic beats have their textbook timing: a
// ventricular beat is followed by a full compensatory pause (the sinus rhythm is not affected), an atrial one resets
// the sinus node. Atrial fibrillation is irregular from beat to beat without memory.
//
// Invariants: times only increase; all randomness comes from the given source, so a seed determines the rhythm.

import type { RhythmKey } from '../labels/rhythm-labels.ts';
import { eventPlans, singleVentricular } from './ectopic-plans.ts';
import type { SynthPatient } from './patient.ts';
import type { PlannedBeat, SynthBeat } from './planned-beat.ts';
import type { Random } from './random.ts';
import { between, exponential, normal } from './random.ts';

export type EpisodeSink = (key: RhythmKey, startS: number, endS: number) => void;

const SHORTEST_RR_S = 0.28;
const PAUSE_S = 2;
const LATE_HOUR = 15.5;
const AF_SPREAD = 0.23;

export class HeartRhythm {
  private readonly patient: SynthPatient;
  private readonly startHour: number;
  private readonly random: Random;
  private readonly episode: EpisodeSink;
  private readonly queue: PlannedBeat[] = [];
  private readonly phases: { breath: number; mayer: number };
  private atS: number;
  /** Slow change of the rate in beats per minute (Ornstein-Uhlenbeck process with two minutes of memory). */
  private activity = 0;
  private afStartS: number;
  private afEndS = Number.NEGATIVE_INFINITY;

  /** `startHour` is the local time of day, 0 to 24, at the recording's start. */
  constructor(patient: SynthPatient, startHour: number, random: Random, episode: EpisodeSink) {
    this.patient = patient;
    this.startHour = startHour;
    this.random = random;
    this.episode = episode;
    this.phases = { breath: between(random, 0, 2 * Math.PI), mayer: between(random, 0, 2 * Math.PI) };
    this.atS = -between(random, 0.5, 1.5);
    const permanent = patient.af_per_day > 0 && patient.af_minutes >= 1440;
    this.afStartS = permanent ? this.atS : exponential(random, 86_400 / patient.af_per_day);
  }

  /** Returns the next beat; the first may be before the recording's start. */
  next(): SynthBeat {
    if (this.queue.length === 0) this.plan();
    const beat = this.queue.shift();
    if (beat === undefined) throw new Error('no beat was planned');
    if (beat.rr_s >= PAUSE_S) this.episode('pause', this.atS, this.atS + beat.rr_s);
    this.atS += beat.rr_s;
    return { ...beat, at_s: this.atS };
  }

  /** Returns the phase of respiration at a time, for the baseline and the amplitudes, which vary with it. */
  breathPhase(atS: number): number {
    return 2 * Math.PI * this.patient.respiration_hz * atS + this.phases.breath;
  }

  private plan(): void {
    const rr = this.sinusRr();
    if (this.inFibrillation()) this.planFibrillation(rr);
    else this.planSinus(rr);
  }

  private sinusRr(): number {
    const { heart_rate_bpm: mean, night_drop_bpm: drop, variation_ms: variation } = this.patient;
    const hour = this.startHour + this.atS / 3600;
    const day = Math.cos((2 * Math.PI * (hour - LATE_HOUR)) / 24);
    this.activity += -this.activity * 0.007 + 0.55 * (1.2 + day) * normal(this.random);
    const rate = Math.max(36, Math.min(165, mean + (drop / 2) * day + this.activity));
    this.phases.mayer += 0.08 * normal(this.random);
    const breath = Math.sin(this.breathPhase(this.atS));
    const mayer = Math.sin(2 * Math.PI * 0.1 * this.atS + this.phases.mayer);
    const wave = (variation / 1000) * (0.8 * breath + 0.7 * mayer + 0.25 * normal(this.random));
    return Math.max(0.33, 60 / rate + wave * Math.min(1, 70 / rate));
  }

  private inFibrillation(): boolean {
    if (this.atS < this.afStartS) return this.atS < this.afEndS;
    const minutes = this.patient.af_minutes;
    const seconds = minutes >= 1440 ? minutes * 60 : Math.max(20, exponential(this.random, minutes * 60));
    this.afEndS = this.atS + seconds;
    this.episode('af', this.atS, this.afEndS);
    this.afStartS = this.afEndS + exponential(this.random, 86_400 / this.patient.af_per_day);
    return true;
  }

  private planFibrillation(sinusRr: number): void {
    const rr = Math.max(SHORTEST_RR_S, 0.82 * sinusRr * Math.exp(AF_SPREAD * normal(this.random)));
    if (this.happens(this.patient.v_per_hour, rr))
      this.queue.push(...singleVentricular(rr, 0, this.random).beats);
    else this.queue.push(this.pacedIfLate({ rr_s: rr, beat_class: 'N', p_wave: 'none' }));
  }

  private planSinus(rr: number): void {
    const plan = eventPlans.find(({ rate }) => this.happens(this.patient[rate], rr));
    if (plan === undefined) {
      this.queue.push(this.pacedIfLate({ rr_s: rr, beat_class: 'N', p_wave: 'sinus' }));
      return;
    }
    const { beats, mark } = plan.make(rr, this.patient.fusion_share, this.random);
    this.queue.push(...beats.map((beat) => this.pacedIfLate(beat)));
    if (mark === undefined) return;
    const times: number[] = [];
    let atS = this.atS;
    for (const beat of beats) times.push((atS += beat.rr_s));
    this.episode(mark.key, times[mark.first] ?? atS, times[mark.last] ?? atS);
  }

  private happens(perHour: number, overS: number): boolean {
    return perHour > 0 && this.random() < (perHour * overS) / 3600;
  }

  private pacedIfLate(beat: PlannedBeat): PlannedBeat {
    const { pacing_bpm: bpm } = this.patient;
    const escape = 60 / bpm;
    return bpm > 0 && beat.rr_s > escape ? { rr_s: escape, beat_class: 'P', p_wave: 'none' } : beat;
  }
}
