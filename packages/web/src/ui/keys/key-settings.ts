/** Stores whether the dialog for custom keys is open; it is opened from the list of keys and from the account page. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';

const open = createStore(false);

export const openKeySettings = (): void => open.set(true);
export const closeKeySettings = (): void => open.set(false);
export const useKeySettings = (): boolean => useStored(open);

onSessionEnd(closeKeySettings);
