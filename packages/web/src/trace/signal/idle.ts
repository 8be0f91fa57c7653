/**
 * Tracks whether anything is in progress, so that a screenshot is taken after the last tile and never after a fixed
 * delay. Invariant: a caller that waits while it is busy is called once, at the next moment of rest.
 */
import { createStore, nextChange, type Store } from '../../platform/store.ts';

export type Idle = Store<boolean> & { readonly whenIdle: () => Promise<void> };

export function createIdle(): Idle {
  const resting = createStore(true);
  return {
    ...resting,
    whenIdle: () => (resting.get() ? Promise.resolve() : nextChange(resting)),
  };
}
