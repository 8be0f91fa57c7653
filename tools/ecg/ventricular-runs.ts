/**
 * Makes copies of a record's beats in which its own ventricular beats come in runs, or are interpolated between two
 * normal ones that come in time: few patients here have either. In a run every neighbour looks like the beat itself,
 * which models trained on single ones take for the usual beat. And the beat after an interpolated one is early only
 * relative to that one.
 */
import { byteN, byteV } from '@rhythmdesk/ecg/beats/beat-class';
import { copyShape, shapeWidth } from '@rhythmdesk/ecg/beats/beat-columns';
import type { BeatColumns } from '@rhythmdesk/ecg/beats/beat-columns';
import { repeatable } from './altered-copies.ts';
import type { MovedBeats } from './early-beats.ts';

const workHz = 250;
/**
 * Probabilities at each normal beat that a run starts and that one beat is interpolated; beats at the start without
 * either.
 */
const runChance = 0.02;
const singleChance = 0.02;
const settled = 20;
/** A record with fewer ventricular beats has no form of them to repeat. */
const fewest = 3;
const [shortest, longest] = [3, 12];
/** Fewest working-rate samples from beat to beat. */
const soonest = 0.3 * workHz;
/** Shape values that depend on the signal before the QRS: in a run that is the wave of the beat before. */
const leadingUp = [1, 3, 10];

/** Groups the beats of truth V by template: a run repeats one form. */
function formsOf({ lead, template }: BeatColumns, truth: Uint8Array): number[][] {
  const forms = new Map<string, number[]>();
  truth.forEach((byte, i) => {
    if (byte !== byteV) return;
    const key = `${String(lead[i])}:${String(template[i])}`;
    const form = forms.get(key);
    if (form) form.push(i);
    else forms.set(key, [i]);
  });
  return [...forms.values()];
}

const copyOf = (columns: BeatColumns): BeatColumns => ({
  count: columns.count,
  peak: columns.peak.slice(),
  lead: columns.lead.slice(),
  odds: columns.odds.slice(),
  template: columns.template.slice(),
  onset: columns.onset.slice(),
  offset: columns.offset.slice(),
  spike: columns.spike.slice(),
  shape: columns.shape.slice(),
  other_lead: columns.other_lead.slice(),
  other_width: columns.other_width.slice(),
  other_shape: columns.other_shape.slice(),
});

/** Copies the appearance of beat `from` to beat `to`. */
function repeatBeat(columns: BeatColumns, into: BeatColumns, from: number, to: number): void {
  for (const key of ['lead', 'odds', 'template', 'onset', 'offset', 'spike'] as const)
    into[key][to] = columns[key][from] ?? 0;
  copyShape(columns.shape, from, into.shape, to);
  if (columns.other_lead.length === 0) return;
  into.other_lead[to] = columns.other_lead[from] ?? 0;
  into.other_width[to] = columns.other_width[from] ?? 0;
  copyShape(columns.other_shape, from, into.other_shape, to);
}

/** Mixes `waves` into the signal before a beat within a run, as its larger part. */
function giveWaves({ shape, other_shape }: BeatColumns, i: number, waves: readonly number[]): void {
  for (const values of [shape, other_shape])
    leadingUp.forEach((at, k) => {
      const to = i * shapeWidth + at;
      values[to] = Math.round(((values[to] ?? 0) + 2 * (waves[k] ?? 0)) / 3);
    });
}

export function withVentricularRuns(columns: BeatColumns, truth: Uint8Array, seed: number): MovedBeats {
  const chance = repeatable(seed);
  const n = columns.count;
  const [moved, labels, near] = [copyOf(columns), truth.slice(0, n), new Uint8Array(n)];
  const forms = formsOf(columns, labels);
  if (forms.reduce((sum, form) => sum + form.length, 0) < fewest)
    return { columns: moved, truth: labels, near };
  const drawnForm = (): number[] => forms[Math.floor(forms.length * chance())] ?? [];
  const runLength = (): number => shortest + Math.floor((longest - shortest + 1) * chance());
  let time = columns.peak[0] ?? 0;
  /** Remaining beats of the run, its cycle, and the interval of the normal beat after it. */
  let [left, cycle, next] = [0, 0, 0];
  let form: readonly number[] = [];
  let waves: readonly number[] = [];
  let isFirst = false;
  for (let i = 1; i < n; i++) {
    const interval = (columns.peak[i] ?? 0) - (columns.peak[i - 1] ?? 0);
    const plain = truth[i] === byteN && truth[i - 1] === byteN;
    if (left === 0 && next === 0 && plain && i > settled) {
      const draw = chance();
      if (draw < runChance + singleChance) {
        [left, isFirst, form] = [draw < runChance ? runLength() : 1, true, drawnForm()];
        cycle = soonest + 0.3 * workHz * chance();
        waves = leadingUp.map(() => Math.round(-90 + 180 * chance()));
        // After an interpolated beat the normal one comes as if there had been none.
        next = left > 1 ? interval * (1 + 0.5 * chance()) : interval * (0.4 + 0.15 * chance());
        near.fill(1, i - 2, Math.min(n, i + left + 4));
      }
    }
    if (left > 0 && truth[i] === byteN) {
      const coupling =
        left === 1 && isFirst ? Math.max(0.45 * interval, next) : interval * (0.5 + 0.25 * chance());
      time += isFirst ? Math.max(soonest, coupling) : cycle * (0.95 + 0.1 * chance());
      repeatBeat(columns, moved, form[Math.floor(form.length * chance())] ?? i, i);
      if (!isFirst) giveWaves(moved, i, waves);
      labels[i] = byteV;
      [left, isFirst] = [left - 1, false];
    } else {
      time += next > 0 ? next : interval;
      [left, next] = [0, 0];
    }
    moved.peak[i] = time;
  }
  return { columns: moved, truth: labels, near };
}
