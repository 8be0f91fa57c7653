/** Which of the shell's overlays is open: the palette, the key list or the profile; one at a time. */
import { useSyncExternalStore } from 'react';
import { hearTypedAhead, takeTypedAhead } from './typed-ahead.ts';

export type Overlay = 'palette' | 'keys' | 'profile';

let open: Overlay | null = null;
const listeners = new Set<() => void>();

export function showOverlay(next: Overlay | null): void {
  if (next === 'palette' && open !== 'palette') hearTypedAhead();
  else if (next !== 'palette') takeTypedAhead();
  open = next;
  for (const listener of [...listeners]) listener();
}

export const openPalette = (): void => showOverlay('palette');
export const openKeys = (): void => showOverlay('keys');
export const openProfile = (): void => showOverlay('profile');
export const closeOverlay = (): void => showOverlay(null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => open);
}
