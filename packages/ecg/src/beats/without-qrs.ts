/**
 * Finds seconds in which one lead shows no QRS although the beat detector is unsure: small noise on a quiet line after a
 * shock, or slow waves. The detector compares candidates with their surroundings, so that each of them may be a beat.
 * A QRS turns more sharply than anything else. If nothing in four seconds turns nearly as sharply as this patient's
 * QRS, and no turn stands out, there is none.
 *
 * Invariants: an offset or a change of sign changes nothing; a lead whose QRS is as small as noise says nothing.
 */
import { turnReach, turnsFrom } from '../signal/turns.ts';
import { halfHz } from './lead-bands.ts';
import { medianOfFirst } from './small-median.ts';

const windowS = 4;
/** Half-rate samples around a beat in which its sharpest turn is. */
const beatReach = 10;
/** Number of beats whose median starts the memory, and by how much a beat changes it. */
const firstBeats = 5;
const step = 1.05;
/**
 * Limits of the sharpness that 1 % of the window exceeds: at most this share of the patient's QRS, and at most this
 * multiple of the window's median.
 */
const blunt = 0.5;
const even = 2.6;
/** Sharpness below which a QRS is as small as noise (some 0.06 mV high). */
const clear = 8000;
/** Shortest stretch without QRS in seconds. */
const shortestS = 6;

/** The three answers of a lead for a second: there may be a QRS, there is none, or complexes are too small to tell. */
const shows = { some: 0, none: 1, unclear: 2 } as const;

export class WithoutQrs {
  private readonly first = new Float32Array(firstBeats);
  private learned = 0;
  private usual = 0;
  private readonly starts: number[] = [];
  private readonly unclear: number[] = [];

  /** Learns how sharply a QRS of this patient turns from the certain beat at half-rate index `h`. */
  learn(half: Float32Array, h: number): void {
    let turn = 0;
    for (const one of turnsFrom(half, h - beatReach, 2 * beatReach + 1)) turn = Math.max(turn, one);
    if (this.learned < firstBeats) {
      this.first[this.learned++] = turn;
      if (this.learned === firstBeats) this.usual = medianOfFirst(this.first, firstBeats);
    } else this.usual *= turn > this.usual ? step : 1 / step;
  }

  /** Examines the four seconds from second `s` on. `half` is a ring of half-rate samples that contains them. */
  look(half: Float32Array, s: number): void {
    if (s < 0) return;
    if (this.usual < clear) {
      this.unclear.push(s);
      return;
    }
    const from = s * halfHz + turnReach;
    const turns = turnsFrom(half, from, windowS * halfHz - 2 * turnReach).sort();
    const exceededBy = (share: number): number => turns[Math.floor((1 - share) * turns.length)] ?? 0;
    const most = exceededBy(0.01);
    if (most <= blunt * this.usual && most <= even * exceededBy(0.5)) this.starts.push(s);
  }

  /** Returns one code of `shows` for each second. */
  seconds(count: number): Uint8Array {
    const seconds = new Uint8Array(count);
    for (const s of this.unclear) seconds.fill(shows.unclear, s, s + windowS);
    for (const s of this.starts) seconds.fill(shows.none, s, s + windowS);
    return seconds;
  }
}

/** Returns 1 for each second of the stretches of six seconds and more in which a lead shows no QRS and none shows one. */
export function secondsWithoutQrs(leads: readonly WithoutQrs[], count: number): Uint8Array {
  const looks = leads.map((lead) => lead.seconds(count));
  const seconds = new Uint8Array(count);
  for (let s = 0; s < count; s++) {
    const isNone = looks.some((lead) => lead[s] === shows.none);
    seconds[s] = Number(isNone && looks.every((lead) => lead[s] !== shows.some));
  }
  for (let from = 0; from < count; from++) {
    if (seconds[from] !== 1) continue;
    let until = from;
    while (seconds[until] === 1) until++;
    if (until - from < shortestS) seconds.fill(0, from, until);
    from = until;
  }
  return seconds;
}
