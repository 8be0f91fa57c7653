/** Whether the list in which a user changes keys stands open; opened from the list of keys and from the account. */
import { onSessionEnd } from '../../platform/session/session-state.ts';
import { createStore } from '../../platform/store.ts';
import { useStored } from '../../platform/use-stored.ts';

const open = createStore(false);

export const openKeySettings = (): void => open.set(true);
export const closeKeySettings = (): void => open.set(false);
export const useKeySettings = (): boolean => useStored(open);

onSessionEnd(closeKeySettings);
