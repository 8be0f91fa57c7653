/**
 * Names atrial flutter where a lead shows its waves (`flutter-waves`): the rate of the atria stays the same for
 * twenty-five seconds and more, while that of fibrillation changes within seconds.
 *
 * Either the intervals jump by parts of a wave, as changing conduction makes them, which they do not with a tremor over
 * sinus rhythm or with T waves that vary; or the waves repeat with the beats (`steady-flutter`). A rest of fibrillation of less than a minute beside flutter belongs to it: its waves are
 * hidden by other beats or by noise.
 *
 * Invariant: no flutter is named in a stretch without waves that a lead shows.
 */
import { byteN, byteS } from '../beats/beat-class.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { flutterWindowS } from '../beats/flutter-waves.ts';
import type { FlutterWindow } from '../beats/flutter-waves.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { qualityCode } from '../signal/quality.ts';
import type { AtrialFinding, Quality } from '../signal/quality.ts';

/**
 * Waves per second, 210 to 350 a minute: flutter is named from 240 a minute on (Saoudi et al., Eur Heart J 2001; 22:
 * 1162-1182), and drugs slow it.
 */
const [slowest, fastest] = [3.5, 5.85];
/** Largest difference from the mean rate of a run, in hertz, and seconds without a wave within it. */
const steadyHz = 0.07;
const longestBreakS = 5;
const fewestWindows = 5;
/** Fewest windows of a run with regular conduction, which has no jumps of the intervals as a second sign. */
const fewestSteady = 9;
/** Least means of a run: the share of the line that the waves explain, and their height. */
const leastShare = 0.35;
const leastHeightUv = 25;
/**
 * The conduction changes: so many intervals differ from the one before by more than this part of a wave. Sinus rhythm
 * with a tremor, or with waves that are T waves, has few such jumps.
 */
const fewestJumps = 0.3;
const leastJump = 0.5;
/** Fewest waves from beat to beat: those of an atrial tachycardia are conducted one by one. */
const fewestWaves = 1.7;
/** Largest share of beats that are neither normal nor supraventricular: the waves may be those of ventricular tachycardia. */
const mostWide = 0.3;
/** Runs at most this far apart are one stretch; so much fibrillation beside one belongs to it. */
const joinedS = 60;

interface Run {
  readonly from_s: number;
  readonly until_s: number;
  /** Mean share of the line that the waves explain. */
  readonly share: number;
}

/** Returns the stretches in order of time; `percent` is the AF certainty from which a beat fibrillates. */
export function atrialFlutter(
  beats: BeatTable,
  quality: Quality,
  leads: readonly (readonly FlutterWindow[])[],
  percent: number,
): AtrialFinding[] {
  const isAf = (i: number): boolean => (beats.af[i] ?? 0) >= percent;
  const runs = leads.flatMap((windows) => {
    const possible = windows.filter((window) => isPossible(window, quality));
    return [
      ...steadyRuns(possible.filter(({ steady }) => !steady)).filter((run) => hasJumps(beats, run)),
      ...steadyRuns(possible.filter(({ steady }) => steady)).filter((run) => run.length >= fewestSteady),
    ]
      .filter((run) => meanOf(run, 'share') >= leastShare && meanOf(run, 'height_uv') >= leastHeightUv)
      .filter((run) => isConducted(beats, run))
      .map(runOf);
  });
  return joined(runs).flatMap((run) => findingOf(beats, run, isAf));
}

function isPossible({ start_s, hz }: FlutterWindow, { used }: Quality): boolean {
  const seconds = used.subarray(start_s, start_s + flutterWindowS);
  return hz >= slowest && hz <= fastest && seconds.every((code) => code === qualityCode.usable);
}

const meanOf = (windows: readonly FlutterWindow[], of: 'hz' | 'share' | 'height_uv'): number =>
  windows.reduce((sum, window) => sum + window[of], 0) / windows.length;

/** Returns the runs of windows with the same rate; the windows are in order of time. */
function steadyRuns(windows: readonly FlutterWindow[]): FlutterWindow[][] {
  const runs: FlutterWindow[][] = [];
  let sum = 0;
  for (const window of windows) {
    const run = runs.at(-1) ?? [];
    const last = run.at(-1);
    const continues =
      last !== undefined &&
      window.start_s - last.start_s <= flutterWindowS + longestBreakS &&
      Math.abs(window.hz - sum / run.length) <= steadyHz;
    if (continues) run.push(window);
    else runs.push([window]);
    sum = continues ? sum + window.hz : window.hz;
  }
  return runs.filter((run) => run.length >= fewestWindows);
}

function runOf(windows: readonly FlutterWindow[]): Run {
  return {
    from_s: windows[0]?.start_s ?? 0,
    until_s: (windows.at(-1)?.start_s ?? 0) + flutterWindowS,
    share: meanOf(windows, 'share'),
  };
}

/** Returns the numbers of the first beat of a run and of the first one after it, and the samples of a wave. */
function spanOf({ samples, sampling_hz: hz }: BeatTable, windows: readonly FlutterWindow[]) {
  const { from_s, until_s } = runOf(windows);
  return {
    first: lowerBound(samples, from_s * hz),
    after: lowerBound(samples, until_s * hz),
    wave: hz / meanOf(windows, 'hz'),
  };
}

function hasJumps(beats: BeatTable, windows: readonly FlutterWindow[]): boolean {
  const { samples } = beats;
  const { first, after, wave } = spanOf(beats, windows);
  const rr = Array.from(
    samples.subarray(first + 1, after),
    (sample, i) => sample - (samples[first + i] ?? 0),
  );
  const jumps = rr.filter((interval, i) => i > 0 && Math.abs(interval - (rr[i - 1] ?? 0)) > leastJump * wave);
  return jumps.length >= fewestJumps * rr.length;
}

/** Tells whether the beats of a run are as conducted flutter: mostly narrow, with several waves from beat to beat. */
function isConducted(beats: BeatTable, windows: readonly FlutterWindow[]): boolean {
  const { samples, classes } = beats;
  const { first, after, wave } = spanOf(beats, windows);
  const isWide = (byte: number): boolean => byte !== byteN && byte !== byteS;
  const wide = classes.subarray(first, after).filter(isWide);
  return (
    wide.length <= mostWide * (after - first) &&
    (samples[after - 1] ?? 0) - (samples[first] ?? 0) >= fewestWaves * wave * (after - first - 1)
  );
}

/** Joins runs of any lead that overlap or are near each other. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.from_s - b.from_s)) {
    const last = all.at(-1);
    if (last === undefined || run.from_s - last.until_s > joinedS) all.push(run);
    else
      all[all.length - 1] = {
        from_s: last.from_s,
        until_s: Math.max(last.until_s, run.until_s),
        share: Math.max(last.share, run.share),
      };
  }
  return all;
}

function findingOf(
  beats: BeatTable,
  { from_s, until_s, share }: Run,
  isAf: (i: number) => boolean,
): AtrialFinding[] {
  const { samples, sampling_hz: hz } = beats;
  let first = lowerBound(samples, from_s * hz);
  let last = lowerBound(samples, until_s * hz) - 1;
  if (last <= first) return [];
  first = endOfRest(beats, first, -1, isAf);
  last = endOfRest(beats, last, 1, isAf);
  return [
    {
      kind: 'afl',
      start_sample: samples[first] ?? 0,
      end_sample: samples[last] ?? 0,
      certainty: Math.round(100 * share),
    },
  ];
}

/** Returns the last beat of the fibrillation that goes on from a beat, if it ends within a minute; otherwise that beat. */
function endOfRest(
  { samples, sampling_hz: hz }: BeatTable,
  beat: number,
  step: 1 | -1,
  isAf: (i: number) => boolean,
): number {
  const isFar = (i: number): boolean => Math.abs((samples[i] ?? 0) - (samples[beat] ?? 0)) > joinedS * hz;
  let end = beat;
  while (end + step >= 0 && end + step < samples.length && isAf(end + step)) {
    end += step;
    if (isFar(end)) return beat;
  }
  return end;
}
