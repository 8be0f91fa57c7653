/**
 * Decides from how long requests wait which routes are refused. Level 0 refuses nothing, level 1 what can wait, level 2
 * everything but reading and signing in, level 3 those too.
 *
 * Invariant: a level begins when each of several measures in a row is above its limit, and ends when each of more
 * measures is below half of it. One long task or one burst changes nothing, and the level does not flap.
 */
import { Refusal } from './refusal.ts';

export type Level = 0 | 1 | 2 | 3;

export type Limits = readonly [number, number, number];

/**
 * Pages promise an answer within 300 ms, and a page gives up after 10 s. A request waits for several statements, each
 * as long.
 */
export const usualLimitsMs: Limits = [300, 1_000, 3_000];

const measuresToRise = 4;
const measuresToFall = 8;

function levelAt(waitMs: number, [first, usual, last]: Limits): Level {
  if (waitMs >= last) return 3;
  if (waitMs >= usual) return 2;
  return waitMs >= first ? 1 : 0;
}

export class Overload {
  readonly #limits: Limits;
  #latest: readonly number[] = [];
  #level: Level = 0;

  constructor(limits: Limits = usualLimitsMs) {
    this.#limits = limits;
  }

  get level(): Level {
    return this.#level;
  }

  /** Takes the next measure, in milliseconds. */
  add(waitMs: number): void {
    this.#latest = [...this.#latest, waitMs].slice(-measuresToFall);
    if (this.#latest.length < measuresToRise) return;
    const rising = levelAt(Math.min(...this.#latest.slice(-measuresToRise)), this.#limits);
    const falling = levelAt(Math.max(...this.#latest) * 2, this.#limits);
    if (rising > this.#level) this.#level = rising;
    else if (falling < this.#level) this.#level = falling;
  }
}

export type LoadClasses = {
  readonly refusedFirst: ReadonlySet<string>;
  readonly refusedLast: ReadonlySet<string>;
};

const laterS = 5;
const soonS = 2;

/** Returns what throws a refusal for a row that is not served at the present level. */
export function admitUnder(
  level: () => Level,
  { refusedFirst, refusedLast }: LoadClasses,
  onRefused: (level: Level) => void = () => undefined,
) {
  return (name: string): void => {
    const endures = refusedFirst.has(name) ? 1 : refusedLast.has(name) ? 3 : 2;
    const present = level();
    if (present < endures) return;
    onRefused(present);
    throw new Refusal('server/busy', { retry_after_s: endures === 1 ? laterS : soonS });
  };
}
