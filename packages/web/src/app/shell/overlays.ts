/** Which of the shell's overlays is open: the palette, the key list or the profile; one at a time. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';
import { hearTypedAhead, takeTypedAhead } from './typed-ahead.ts';

type Overlay = 'palette' | 'keys' | 'profile';

const open = createStore<Overlay | null>(null);

function showOverlay(next: Overlay | null): void {
  if (next === 'palette' && open.get() !== 'palette') hearTypedAhead();
  else if (next !== 'palette') takeTypedAhead();
  open.set(next);
}

export const openPalette = (): void => showOverlay('palette');
export const openKeys = (): void => showOverlay('keys');
export const openProfile = (): void => showOverlay('profile');
export const closeOverlay = (): void => showOverlay(null);

export const useOverlay = (): Overlay | null => useStored(open);

onSessionEnd(closeOverlay);
