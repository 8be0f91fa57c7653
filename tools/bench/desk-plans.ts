/**
 * Calculates the way with the fewest inputs before a key is pressed: how to review a wall of findings, and how to
 * select templates in the gallery to classify them together. Positions count from 0 in the order on the screen.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { Saying } from './desk-truth.ts';

export type Run = { readonly first: number; readonly last: number };

/** Returns the unbroken runs of true values. */
export function runsOf(marks: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  for (const [at, isMarked] of marks.entries()) {
    const open = runs.at(-1);
    if (!isMarked) continue;
    if (open?.last === at - 1) runs.splice(-1, 1, { first: open.first, last: at });
    else runs.push({ first: at, last: at });
  }
  return runs;
}

/** A single strip takes one press, a run of strips one press and one with Shift. */
export const pressesFor = (runs: readonly Run[]): number =>
  runs.reduce((sum, { first, last }) => sum + (first === last ? 1 : 2), 0);

export const wallSize = 25;

export type WallPlan = {
  readonly key: 'Enter' | 'Delete';
  /** Strips that are excluded first. */
  readonly out: readonly Run[];
  /** Number of findings that the key reviews. */
  readonly judged: number;
  readonly inputs: number;
};

/**
 * Plans a wall that is looked through to its last page: what one key reviews, and the inputs for it. Null if it would
 * review nothing.
 */
export function wallPlan(sayings: readonly Saying[]): WallPlan | null {
  const count = (say: Saying): number => sayings.filter((one) => one === say).length;
  const own = count('accept') >= count('reject') ? 'accept' : 'reject';
  const judged = count(own);
  if (judged === 0) return null;
  const out = runsOf(sayings.map((say) => say !== own));
  const pages = Math.ceil(sayings.length / wallSize);
  // The key that opens the wall, the pages after the first, the presses, and the key that reviews.
  const inputs = 1 + (pages - 1) + pressesFor(out) + 1;
  return { key: own === 'accept' ? 'Enter' : 'Delete', out, judged, inputs };
}

/** Inputs for a finding that is reviewed alone; reclassifying takes one more key. */
export const inputsAlone = (say: Saying): number => (say === 'accept' || say === 'reject' ? 1 : 2);

/**
 * A tile of the gallery: the current and the true class of most of its beats; `mixed`: some beats have another class.
 */
export type TileName = { readonly now: BeatClass; readonly truth: BeatClass; readonly mixed: boolean };
export type NamingPlan = {
  readonly label: BeatClass;
  /** Pressed first, without a modifier. */
  readonly first: number;
  /** Pressed with Shift, which selects all tiles between; null if each tile is selected alone. */
  readonly last: number | null;
  /** Pressed with Ctrl: added to the selection, or removed from the range again. */
  readonly turned: readonly number[];
};

export const inputsToName = ({ last, turned }: NamingPlan): number =>
  2 + Number(last !== null) + turned.length;

/**
 * Plans one selection for each class that some templates should get: these tiles alone, or a range without the others.
 * A mixed template of the right class is left as it is, because some of its beats were classified separately.
 */
export function namingPlans(tiles: readonly TileName[]): NamingPlan[] {
  const wrong = tiles.flatMap(({ now, truth }, at) => (now === truth ? [] : [{ at, truth }]));
  return [...new Set(wrong.map(({ truth }) => truth))].map((label) => {
    const [first = 0, ...others] = wrong.filter(({ truth }) => truth === label).map(({ at }) => at);
    const each: NamingPlan = { label, first, last: null, turned: others };
    const last = others.at(-1);
    if (last === undefined) return each;
    const left = tiles
      .map((tile, at) => ({ ...tile, at }))
      .filter(({ at }) => at > first && at < last)
      .filter(({ now, truth, mixed }) => truth !== label || (mixed && now === truth));
    const stretch: NamingPlan = { label, first, last, turned: left.map(({ at }) => at) };
    return inputsToName(stretch) < inputsToName(each) ? stretch : each;
  });
}
