/** Reads a store's value in a component, which renders only if the selected value changes. */
import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

const whole = <T>(value: T): T => value;

export function useStored<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T;
/** `select` must return a plain value (text, number, boolean) or the same object while nothing changes. */
export function useStored<T, V>(store: Pick<Store<T>, 'get' | 'subscribe'>, select: (value: T) => V): V;
export function useStored<T>(
  store: Pick<Store<T>, 'get' | 'subscribe'>,
  select: (value: T) => unknown = whole,
): unknown {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
