/**
 * Watches one lead for rhythms whose beats a detector cannot count. It searches where the detector is uncertain about
 * its beats, or finds none for long.
 */
import { createFlutterWatch, seen } from '../signal/ventricular-flutter.ts';
import { waveCode } from '../signal/ventricular-waves.ts';
import { FlutterWaves } from './flutter-waves.ts';
import type { FlutterWindow } from './flutter-waves.ts';
import { LongIntervals } from './long-intervals.ts';
import { WithoutQrs, secondsWithoutQrs } from './without-qrs.ts';
import { lowerBound } from './lower-bound.ts';
import { halfHz } from './lead-bands.ts';

/** Log-odds from which the detector is certain of a beat. */
const surely = 3;
/** Seconds stored: more than a detector may delay. */
const ring = 256;

/** Log-odds from which a beat is likely. */
const likely = 1;

/** Counts, second by second, the beats of the last minutes from some log-odds on. */
class BeatCounts {
  private readonly counts = new Uint8Array(ring);
  private readonly least: number;
  private last = 0;

  constructor(least: number) {
    this.least = least;
  }

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number, odds: number): void {
    const second = Math.max(this.last, Math.floor(h / halfHz));
    for (let s = Math.max(this.last, second - ring) + 1; s <= second; s++) this.counts[s % ring] = 0;
    this.last = second;
    if (odds >= this.least) this.counts[second % ring] = (this.counts[second % ring] ?? 0) + 1;
  }

  /** Returns how many of them there are from second `from` to before `until`. */
  between(from: number, until: number): number {
    let sum = 0;
    for (let s = from; s < Math.min(until, this.last + 1); s++) sum += this.counts[s % ring] ?? 0;
    return sum;
  }
}

/** Expected errors in ten seconds from which flutter is searched. */
const flutterErrors = 1;
const stretchS = 10;
const noneS = 4;

export class LeadWatch {
  readonly flutter = createFlutterWatch();
  readonly without_qrs = new WithoutQrs();
  readonly flutter_waves = new FlutterWaves();
  private readonly longIntervals = new LongIntervals();
  private readonly sure = new BeatCounts(surely);
  private readonly likely = new BeatCounts(likely);
  /** The first certain beat of each stretch that is not judged yet. */
  private readonly examples: number[] = [];

  /** Takes the next beat, at half-rate index `h`. */
  beat(h: number, odds: number): void {
    this.longIntervals.beat(h);
    this.flutter_waves.beat(h);
    this.sure.beat(h, odds);
    this.likely.beat(h, odds);
    const stretch = Math.floor(h / stretchS / halfHz);
    if (odds >= surely && Math.floor((this.examples.at(-1) ?? -1) / stretchS / halfHz) !== stretch)
      this.examples.push(h);
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
      if (isUnsure) this.lookForNone(half, from, until);
      this.learnOne(isUnsure ? null : half, until);
      this.lookForFlutterWaves(half, from, until, isEnd && until === untilS);
      flutter.judge(isUnsure ? half : null, until, (a, b) => sure.between(a, b));
    }
  }

  /** Learns how sharply a QRS turns from one certain beat before second `untilS`, if a stretch is not doubtful. */
  private learnOne(half: Float32Array | null, untilS: number): void {
    while ((this.examples[0] ?? Infinity) < untilS * halfHz) {
      const example = this.examples.shift() ?? 0;
      if (half) this.without_qrs.learn(half, example);
    }
  }

  /** Searches the stretch before the one that is judged, and at the end that one as well. */
  private lookForFlutterWaves(half: Float32Array, fromS: number, untilS: number, isLast: boolean): void {
    if (fromS >= stretchS) this.flutter_waves.look(half, fromS - stretchS, fromS, untilS);
    if (isLast) this.flutter_waves.look(half, fromS, untilS, untilS);
  }

  private lookForNone(half: Float32Array, fromS: number, untilS: number): void {
    for (let s = fromS + 1 - noneS; s + noneS <= untilS; s++)
      if (this.likely.between(s, s + noneS) === 0) this.without_qrs.look(half, s);
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
  /** 1 in each second of a stretch in which no lead shows a QRS. */
  readonly without_qrs: Uint8Array;
  /** The windows in which each lead shows a wave that may be atrial flutter. */
  readonly atrial_waves: readonly (readonly FlutterWindow[])[];
}

export function watched(leads: readonly { readonly watch: LeadWatch }[], seconds: number): Watched {
  const flutter = new Uint8Array(seconds);
  const silent = new Uint8Array(seconds);
  const waves = new Uint8Array(seconds);
  const looks = leads.map(({ watch: { flutter: look } }) => {
    const codes = look.seconds();
    const isFlutter = (s: number): boolean => codes[s] === seen.flutter;
    return { flutter: codes, waves: look.waves.seconds(seconds, isFlutter), beats: look.waves.beats };
  });
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
    // One by one: a tachycardia of hours has more waves than a call may have arguments.
    for (const wave of best.slice(lowerBound(best, 250 * from), lowerBound(best, 250 * to))) beats.push(wave);
    from = to;
  }
  const without_qrs = secondsWithoutQrs(
    leads.map(({ watch }) => watch.without_qrs),
    seconds,
  );
  const atrial_waves = leads.map(({ watch }) => watch.flutter_waves.found);
  return { flutter, silent, waves, wave_beats: beats, without_qrs, atrial_waves };
}
