/** A value worked out from a store: a component renders only when that value changes. */
import { useSyncExternalStore } from 'react';
import type { Store } from '../signal/store.ts';

/** `select` must answer a plain value (text, number, boolean) or one that is kept while nothing changes. */
export function useStored<T, V>(store: Store<T>, select: (value: T) => V): V {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
