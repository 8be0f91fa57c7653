/**
 * Gives the beats of a record another rhythm, so that the classifier does not just learn the few patients it has.
 * Normal beats are moved earlier, single or in runs, with an abnormal P wave, while the heart rate varies by itself;
 * other stretches become as irregular as fibrillation, with early beats that are normal. The shapes of the QRS do not
 * change.
 */
import { byteN, byteS } from '@rhythmdesk/ecg/beats/beat-class';
import { shapeWidth } from '@rhythmdesk/ecg/beats/beat-columns';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { repeatable } from './altered-copies.ts';

export interface MovedBeats {
  readonly columns: BeatColumns;
  readonly truth: Uint8Array;
  /** 1 for the beats used for training. */
  readonly near: Uint8Array;
}
/**
 * Probabilities, at each normal beat, of one early beat and of a run of them; and how much longer the pause after it
 * may be.
 */
export interface EarlyChances {
  readonly one: number;
  readonly run: number;
  readonly pause: number;
}
export const sparse: EarlyChances = { one: 0.035, run: 0.004, pause: 0.3 };
export const dense: EarlyChances = { one: 0.12, run: 0.012, pause: 0.3 };
/** Early beats are the majority, as in sick sinus syndrome. */
export const crowded: EarlyChances = { one: 0.3, run: 0.06, pause: 1 };

interface Copy {
  readonly moved: BeatColumns;
  readonly truth: Uint8Array;
  readonly near: Uint8Array;
  readonly chance: () => number;
}

function copyOf(columns: BeatColumns, truth: Uint8Array, seed: number): Copy {
  const moved: BeatColumns = {
    ...columns,
    peak: columns.peak.slice(),
    shape: columns.shape.slice(),
    other_shape: columns.other_shape.slice(),
  };
  const n = columns.count;
  return { moved, truth: truth.slice(0, n), near: new Uint8Array(n), chance: repeatable(seed) };
}

const isPlain = (truth: Uint8Array, i: number): boolean =>
  truth[i] === byteN && truth[i - 1] === byteN && truth[i + 1] === byteN;

/** Returns the natural variation of the intervals: none, by a tenth, by a quarter, or with effort and rest. */
function swing(chance: () => number): { amount: number; next: () => number } {
  const amount = [0, 0.1, 0.25, 0.4][Math.floor(4 * chance())] ?? 0;
  let phase = 6 * chance();
  if (amount > 0.3)
    return {
      amount,
      next: () => {
        phase += (2 * Math.PI) / (150 + 250 * chance());
        return Math.exp(-amount * Math.max(0, Math.min(1, 1.5 * Math.sin(phase))));
      },
    };
  return {
    amount,
    next: () => {
      phase += (2 * Math.PI) / (15 + 60 * chance());
      return Math.exp(amount * Math.sin(phase));
    },
  };
}

export function withEarlyBeats(
  columns: BeatColumns,
  truth: Uint8Array,
  seed: number,
  chances: EarlyChances,
): MovedBeats {
  const copy = copyOf(columns, truth, seed);
  const { moved, near, chance } = copy;
  const labels = copy.truth;
  const n = columns.count;
  const own = swing(chance);
  let left = 0;
  let factor = 1;
  let spread = 0;
  /** Beats in which a long run has not reached its rate yet. */
  let warm = 0;
  let time = columns.peak[0] ?? 0;
  for (let i = 1; i < n; i++) {
    const interval = ((columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0)) * own.next();
    const plain = isPlain(truth, i);
    if (left === 0 && plain && i > 20) {
      const draw = chance();
      if (draw < chances.one) [left, factor, spread] = [1, 0.55 + 0.32 * chance(), 0];
      else if (draw < chances.one + chances.run)
        [left, factor, spread] = [3 + Math.floor(160 * chance() ** 3), 0.5 + 0.33 * chance(), 0.04];
      warm = left > 12 && chance() < 0.5 ? Math.floor(8 * chance()) : 0;
    }
    if (own.amount > 0.2 && chance() < 0.15) near[i] = 1;
    if (left > 0 && plain) {
      time +=
        interval * (factor + spread * (chance() - 0.5) + (warm > 0 ? (1 - factor) * 0.7 * chance() : 0));
      warm = Math.max(0, warm - 1);
      if (chance() > 0.35) hideP(moved, i, chance);
      labels[i] = byteS;
      near.fill(1, Math.max(0, i - 2), Math.min(n, i + 4));
      left--;
    } else {
      const pause = labels[i - 1] === byteS && truth[i - 1] === byteN ? chances.pause * chance() : 0;
      time += interval * (1 + pause);
      left = 0;
    }
    moved.peak[i] = time;
  }
  return { columns: moved, truth: labels, near };
}

/** Adds stretches of 60 to 460 beats without P waves and with random intervals. */
export function withFibrillation(columns: BeatColumns, truth: Uint8Array, seed: number): MovedBeats {
  const copy = copyOf(columns, truth, seed);
  const { moved, near, chance } = copy;
  const intervals = columns.peak.slice(1, columns.count).map((at, i) => at - (columns.peak[i] ?? 0));
  const usual = intervals.sort()[intervals.length >> 1] ?? 200;
  let time = columns.peak[0] ?? 0;
  let left = 100;
  let within = false;
  for (let i = 1; i < columns.count; i++) {
    if (left-- <= 0) {
      within = !within;
      left = 60 + Math.floor(400 * chance());
    }
    let interval = (columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0);
    if (within) {
      if (isPlain(truth, i)) interval = Math.max(75, usual * Math.exp(0.22 * normal(chance) - 0.1));
      hideP(moved, i, chance);
      near[i] = 1;
    }
    time += interval;
    moved.peak[i] = time;
  }
  return { columns: moved, truth: copy.truth, near };
}

/** Returns a nearly normal random number of mean 0 and spread 1. */
const normal = (chance: () => number): number => (chance() + chance() + chance() + chance() - 2) * 1.73;

/** Changes the P wave on every lead, as if it were different, hidden in the T wave before it, or missing. */
function hideP(columns: BeatColumns, i: number, chance: () => number): void {
  const base = i * shapeWidth;
  const like = Math.round(-70 + 150 * chance());
  const before = Math.round(-40 + 135 * chance());
  const larger = Math.round(35 * chance());
  for (const shape of [columns.shape, columns.other_shape]) {
    shape[base + 1] = Math.min(shape[base + 1] ?? 0, like);
    shape[base + 3] = Math.min(shape[base + 3] ?? 0, before);
    shape[base + 6] = Math.min(127, (shape[base + 6] ?? 0) + larger);
  }
}
