/**
 * Remembers where the user left a list, per history entry: scroll position and current row. Going back restores them; a
 * new entry begins at the top.
 */
import { usePageLocation } from '../../platform/address/use-page-location.ts';
import { onSessionEnd } from '../../platform/session/session-state.ts';

export type ListPlace = { top: number; row: string | number | null };

const remembered = 30;
const places = new Map<string, ListPlace>();

onSessionEnd(() => places.clear());

/** Returns the place of this history entry; the page updates it while it is shown. */
export function useListPlace(): ListPlace {
  const { state, href } = usePageLocation();
  const key = state.__TSR_key ?? href;
  const known = places.get(key);
  if (known) return known;
  const [oldest] = places.keys();
  if (places.size >= remembered && oldest !== undefined) places.delete(oldest);
  const made = { top: 0, row: null };
  places.set(key, made);
  return made;
}

export function keepScroll(place: ListPlace, top: number): void {
  place.top = top;
}

export function keepCurrent(place: ListPlace, row: ListPlace['row']): void {
  place.row = row;
}
