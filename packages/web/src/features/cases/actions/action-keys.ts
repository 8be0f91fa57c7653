/** Declares the keys of a case's actions, the same on its page, at the desk and in lists. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import type { CommandId, KeyTable } from '../../../ui/keys/key-table.ts';

export const actionKeys = {
  /** The next step of the user who works on the case. The second key also works in a text field. */
  'next-step': { group: 'case', keys: ['R', 'F2'], pages: ['case'] },
  /** Returns the case for changes. */
  'return-case': { group: 'case', keys: ['Shift+R'], pages: ['case'] },
  /** Takes the next case of the own queue. */
  'take-next': { group: 'lists', keys: ['N'], tabs: [], pages: ['list'] },
  /** Gives the case to another person. */
  'move-case': { group: 'lists', keys: ['M'], tabs: [], pages: ['board'] },
} as const satisfies KeyTable;

/**
 * Returns the command of an action that has its own key; other actions are reached as the next step or from the menu.
 */
export function actionCommand(action: CaseAction): CommandId | undefined {
  return action === 'return' ? 'return-case' : undefined;
}

/** Returns the action's own default key. */
export function actionKey(action: CaseAction): string | undefined {
  return action === 'return' ? actionKeys['return-case'].keys[0] : undefined;
}
