/** The keys of a case's actions, the same on its page and at the desk. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';

/** The next step of the user who works on the case. */
export const nextStepKey = 'R';
/** Returns the case for changes. */
export const returnKey = 'Shift+R';

/** The action's own key; other actions are reached as the next step or from the menu. */
export function actionKey(action: CaseAction): string | undefined {
  return action === 'return' ? returnKey : undefined;
}
