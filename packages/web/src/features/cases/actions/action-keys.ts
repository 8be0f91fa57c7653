/** The keys of a case's actions on its page. Each keeps its meaning: what stands at `R` is one's own next step only. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';

/** The next step of whoever works on the case. */
export const nextStepKey = 'R';

const own: Partial<Record<CaseAction, string>> = { verify: 'V', return: 'B' };

/** The action's own key; everything else is reached as the next step or from the menu. */
export function actionKey(action: CaseAction): string | undefined {
  return own[action];
}
