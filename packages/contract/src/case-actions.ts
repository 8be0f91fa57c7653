/** One route for every action of the lifecycle table. */
import { transitions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { caseStatuses } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { rowId, text } from './fields.ts';
import { versioned } from './cases.ts';
import { defineRoutes } from './route.ts';

const actionInput = z.strictObject({
  ...versioned,
  comment: text(2000).optional(),
  technician_id: rowId.optional(),
  confirmer_id: rowId.optional(),
  password: z.string().min(1).max(256).optional(),
});
export type ActionInput = z.output<typeof actionInput>;

/** The row of one action of the lifecycle table. */
function actionRoute<A extends CaseAction>(action: A) {
  return {
    method: 'POST' as const,
    path: `case/case/:case_id/${action}` as const,
    allow: transitions[action].permission,
    summary: `Case action “${action}”.`,
    input: actionInput,
    output: z.object({ case_id: z.number().int(), version: z.number().int(), status: z.enum(caseStatuses) }),
    idempotent: true as const,
  };
}

export const actionRoutes = defineRoutes({
  'case/request': actionRoute('request'),
  'case/cancel-request': actionRoute('cancel-request'),
  'case/assign-to-me': actionRoute('assign-to-me'),
  'case/assign': actionRoute('assign'),
  'case/unassign': actionRoute('unassign'),
  'case/reject': actionRoute('reject'),
  'case/start': actionRoute('start'),
  'case/take-back': actionRoute('take-back'),
  'case/reassign': actionRoute('reassign'),
  'case/review-request': actionRoute('review-request'),
  'case/request-verification': actionRoute('request-verification'),
  'case/verify': actionRoute('verify'),
  'case/return': actionRoute('return'),
  'case/complete': actionRoute('complete'),
  'case/request-editing': actionRoute('request-editing'),
  'case/cancel-editing': actionRoute('cancel-editing'),
  'case/complete-editing': actionRoute('complete-editing'),
  'case/close': actionRoute('close'),
} satisfies Record<`case/${CaseAction}`, unknown>);
