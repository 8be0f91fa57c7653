/**
 * Finds P waves without a QRS in one lead: waves like this patient's P wave (`p-template`), at the distances of an
 * atrial rhythm, with a quiet line between them. Waves of fibrillation and flutter leave no quiet line, and a single
 * wave does not count.
 *
 * Invariant: the result depends on the signal and the beats only, not on how the signal is cut into chunks.
 */
import { halfHz } from './lead-bands.ts';
import type { PTemplate } from './p-template.ts';

/** Half-rate samples after a beat that contain its T wave, and before the next beat that may contain its own P wave. */
const afterBeat = 0.6 * halfHz;
const beforeBeat = 0.4 * halfHz;
/** Distance from the last beat at which the search starts. */
const looksFrom = 2 * halfHz;
const step = 2;
/** Correlation from which a place is a P wave, and the distance within which there is no other. */
const alike = 0.8;
const apart = 0.2 * halfHz;
/** Shortest and longest distance in an atrial rhythm. */
const [nearest, farthest] = [0.3 * halfHz, 2.2 * halfHz];
/** Largest relative difference between a distance and the one before it. */
const steady = 0.25;
/** Largest size, relative to the P wave, of the quietest place between two P waves. */
const quiet = 0.4;

export class LonePWaves {
  private readonly template: PTemplate;
  private held = new Uint8Array(1024);
  private used = 0;
  private next = afterBeat;
  private lastBeat = 0;
  /** The best place since the last P wave, and the quietest size before it and after it. */
  private best = -1;
  private bestLike = 0;
  private quietBefore = Infinity;
  private quietBehind = Infinity;
  private lastP = -Infinity;
  /** Distance from the last P wave to the one before it; 0 if it proves nothing. */
  private lastDistance = 0;

  constructor(template: PTemplate) {
    this.template = template;
  }

  /** Takes a beat at half-rate index `h` of the ring `half`; beats come in order. */
  beat(half: Float32Array, h: number): void {
    this.look(half, h);
    this.takeBest();
    this.lastBeat = h;
    this.next = h + afterBeat;
    this.lastP = -Infinity;
    this.lastDistance = 0;
    this.quietBefore = Infinity;
  }

  /** Searches up to half-rate index `until`, before which all beats are known. */
  look(half: Float32Array, until: number): void {
    if (until - this.lastBeat < looksFrom || !this.template.isKnown()) return;
    for (; this.next < until - beforeBeat; this.next += step) this.lookAt(half, Math.round(this.next));
  }

  /** Returns 1 in each second from one such P wave to the next. */
  seconds(): Uint8Array {
    return this.held.subarray(0, this.used);
  }

  private lookAt(half: Float32Array, h: number): void {
    if (this.best >= 0 && h - this.best > apart) this.takeBest();
    const { like, size } = this.template.compare(half, h);
    if (like > Math.max(alike, this.bestLike)) {
      if (this.best >= 0) this.quietBefore = Math.min(this.quietBefore, this.quietBehind);
      this.best = h;
      this.bestLike = like;
      this.quietBehind = Infinity;
    }
    if (this.best < 0) this.quietBefore = Math.min(this.quietBefore, size);
    else this.quietBehind = Math.min(this.quietBehind, size);
  }

  private takeBest(): void {
    if (this.best < 0) return;
    const distance = this.best - this.lastP;
    const isPair = distance > nearest && distance < farthest && this.quietBefore < quiet;
    if (isPair && Math.abs(distance - this.lastDistance) < steady * distance)
      this.mark(this.lastP - this.lastDistance);
    this.lastDistance = isPair ? distance : 0;
    this.lastP = this.best;
    this.quietBefore = this.quietBehind;
    this.quietBehind = Infinity;
    this.best = -1;
    this.bestLike = 0;
  }

  private mark(since: number): void {
    const [from, to] = [Math.floor(since / halfHz), Math.floor(this.best / halfHz) + 1];
    if (to > this.held.length) {
      const more = new Uint8Array(2 * to);
      more.set(this.held);
      this.held = more;
    }
    this.held.fill(1, from, to);
    this.used = Math.max(this.used, to);
  }
}
