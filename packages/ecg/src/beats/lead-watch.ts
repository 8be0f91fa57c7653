/**
 * Watches one lead for rhythms whose beats a detector cannot count. It searches where the detector is uncertain about
 * its beats, or finds none for long.
 */
import { createFlutterWatch, seen } from '../signal/ventricular-flutter.ts';
import { waveCode } from '../signal/ventricular-waves.ts';
import { LongIntervals } from './long-intervals.ts';
import { lowerBound } from './lower-bound.ts';
import { halfHz } from './lead-bands.ts';

/** Log-odds from which the detector is certain of a beat. */
const surely = 3;
/** Seconds stored: more than a detector may delay. */
const ring = 256;

/** Counts, second by second, the beats of the last minutes that the detector is certain of. */
class SureBeats {
  private readonly counts = new Uint8Array(ring);
  private last = 0;

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number, odds: number): void {
    const second = Math.max(this.last, Math.floor(h / halfHz));
    for (let s = Math.max(this.last, second - ring) + 1; s <= second; s++) this.counts[s % ring] = 0;
    this.last = second;
    if (odds >= surely) this.counts[second % ring] = (this.counts[second % ring] ?? 0) + 1;
  }

  /** Returns how many certain beats there are from second `from` to before `until`. */
  between(from: number, until: number): number {
    let sum = 0;
    for (let s = from; s < Math.min(until, this.last + 1); s++) sum += this.counts[s % ring] ?? 0;
    return sum;
  }
}

/** Expected errors in ten seconds from which flutter is searched. */
const flutterErrors = 1;
const stretchS = 10;

export class LeadWatch {
  readonly flutter = createFlutterWatch();
  private readonly longIntervals = new LongIntervals();
  private readonly sure = new SureBeats();

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number, odds: number): void {
    this.longIntervals.beat(h);
    this.sure.beat(h, odds);
  }

  /**
   * Judges the stretches of ten seconds that end before `untilS`, or everything that is left if the recording ends
   * there; `uncertainty` returns the expected errors of the ten seconds from a second on.
   */
  judge(half: Float32Array, untilS: number, isEnd: boolean, uncertainty: (fromS: number) => number): void {
    const { flutter, sure } = this;
    for (let from = flutter.judged(); from < untilS; from = flutter.judged()) {
      if (!isEnd && from + stretchS > untilS) break;
      const until = Math.min(from + stretchS, untilS);
      const isUnsure =
        uncertainty(from) >= flutterErrors || this.longIntervals.meets(from * halfHz, until * halfHz);
      flutter.judge(isUnsure ? half : null, until, (a, b) => sure.between(a, b));
    }
  }
}

/** Rhythms that the leads show where no lead is certain of its beats. */
export interface Watched {
  /** 1 in each second in which the ventricles seem to flutter or fibrillate. */
  readonly flutter: Uint8Array;
  /** 1 in each second that is silent in every lead. */
  readonly silent: Uint8Array;
  /** The `waveCode` of each second, and the waves as beats, in samples at 250 Hz. */
  readonly waves: Uint8Array;
  readonly wave_beats: readonly number[];
}

export function watched(leads: readonly LeadWatch[], seconds: number): Watched {
  const flutter = new Uint8Array(seconds);
  const silent = new Uint8Array(seconds);
  const waves = new Uint8Array(seconds);
  const looks = leads.map((lead) => ({
    flutter: lead.flutter.seconds(),
    waves: lead.flutter.waves.seconds(seconds),
    beats: lead.flutter.waves.beats,
  }));
  for (let s = 0; s < seconds; s++) {
    if (looks.some((lead) => lead.flutter[s] === seen.unasked)) continue;
    flutter[s] = Number(looks.some((lead) => lead.flutter[s] === seen.flutter));
    silent[s] = Number(looks.every((lead) => lead.flutter[s] === seen.silent));
    waves[s] = Math.max(...looks.map((lead) => lead.waves[s] ?? 0));
  }
  const beats: number[] = [];
  for (let from = 0; from < seconds; from++) {
    if (waves[from] === waveCode.none) continue;
    let to = from;
    while (waves[to] !== waveCode.none && to < seconds) to++;
    const shown = looks.map((lead) => lead.waves.subarray(from, to).filter((code) => code > 0).length);
    const best = looks[shown.indexOf(Math.max(...shown))]?.beats ?? [];
    beats.push(...best.slice(lowerBound(best, 250 * from), lowerBound(best, 250 * to)));
    from = to;
  }
  return { flutter, silent, waves, wave_beats: beats };
}
