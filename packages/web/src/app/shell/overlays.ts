/** Stores the shell's open overlay: the palette, the key list or the profile; one at a time. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';

type Overlay = 'palette' | 'keys' | 'profile';

const open = createStore<Overlay | null>(null);

/** The keys that open an overlay on every page. */
export const overlayKeys = { palette: 'Ctrl+K', help: '?' } as const;

export const openPalette = (): void => open.set('palette');
export const openKeys = (): void => open.set('keys');
export const openProfile = (): void => open.set('profile');
export const closeOverlay = (): void => open.set(null);

export const useOverlay = (): Overlay | null => useStored(open);

onSessionEnd(closeOverlay);
