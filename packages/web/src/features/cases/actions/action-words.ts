/** Lists the actions that explain themselves in a dialog: the keys `body.*` of the actions' texts. */
import type { CaseAction } from '@rhythmdesk/domain/case/lifecycle';

const explained = [
  'assign',
  'reassign',
  'change-team',
  'reject',
  'take-back',
  'request-verification',
  'verify',
  'return',
  'complete',
  'request-editing',
  'complete-editing',
  'close',
] as const satisfies readonly CaseAction[];

export function hasBody(action: CaseAction): action is (typeof explained)[number] {
  return explained.some((each) => each === action);
}
