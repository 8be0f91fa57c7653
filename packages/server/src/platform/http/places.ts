/**
 * Lets a limited number of requests for signal work at once; the others wait in order before they use anything. Pages
 * request hundreds of tiles, and without this a sign-in would wait behind them for each of its statements.
 *
 * Invariant: every place that was taken is left, also if the request ends while it waits.
 */
import { Refusal } from './refusal.ts';

/** The part of a reply that is needed. */
type Answering = {
  readonly raw: { readonly closed: boolean; readonly once: (event: 'close', leave: () => void) => unknown };
};

type Waiting = { readonly since: number; readonly enter: () => void };

export class Places {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How long the first that waits has waited, in milliseconds. */
  get waitMs(): number {
    const [first] = this.#waiting;
    return first === undefined ? 0 : performance.now() - first.since;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Waits for a place; returns the function that leaves it, which the end of the response calls too. */
  async take({ raw }: Answering): Promise<() => void> {
    if (this.#taken < this.#most) this.#taken += 1;
    else await new Promise<void>((enter) => this.#waiting.push({ since: performance.now(), enter }));
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      const next = this.#waiting.shift();
      if (next === undefined) this.#taken -= 1;
      else next.enter();
    };
    if (raw.closed) {
      leave();
      throw new Refusal('server/busy');
    }
    raw.once('close', leave);
    return leave;
  }
}
