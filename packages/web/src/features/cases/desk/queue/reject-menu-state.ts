/** Stores whether the menu is open that asks what happens to the beats of a rejected run. */
import { createStore } from '../../../../platform/store.ts';
import { toolState } from '../session/tool-state.ts';

export const rejectMenuOf = toolState(() => createStore(false));
