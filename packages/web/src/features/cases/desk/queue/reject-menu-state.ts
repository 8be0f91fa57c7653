/** Whether the menu of what becomes of a rejected run's beats is open. */
import { createStore } from '../../../../platform/store.ts';
import { toolState } from '../session/tool-state.ts';

export const rejectMenuOf = toolState(() => createStore(false));
