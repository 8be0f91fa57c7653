/** Defines one route for every action of the lifecycle table. */
import { caseActions, transitions, type CaseAction } from '@rhythmdesk/domain/case/lifecycle';
import { caseStatuses } from '@rhythmdesk/domain/case/status';
import { z } from 'zod';
import { rowId, text } from './fields.ts';
import { proofFields } from './passkeys.ts';
import { versioned } from './cases.ts';
import { defineRoutes } from './route.ts';

const actionInput = z.strictObject({
  ...versioned,
  comment: text(2000).optional(),
  technician_id: rowId.optional(),
  confirmer_id: rowId.optional(),
  /** Null for no particular team. */
  team_id: rowId.nullable().optional(),
  /** For a verification: the statement that the report prints about findings that the reading does not list. */
  left_out_words: text(1000).optional(),
  /** For a verification or completion with open points: why the caller continues. */
  open_words: text(1000).optional(),
  password: z.string().min(1).max(256).optional(),
  ...proofFields,
});
export type ActionInput = z.output<typeof actionInput>;

/** Creates the route of one action. */
function actionRoute<A extends CaseAction>(action: A) {
  return {
    method: 'POST' as const,
    path: `case/case/:case_id/${action}` as const,
    allow: transitions[action].permission,
    audit: 'case.step' as const,
    summary: `Performs the case action “${action}”.`,
    input: actionInput,
    output: z.object({ case_id: z.number().int(), version: z.number().int(), status: z.enum(caseStatuses) }),
    idempotent: true as const,
  };
}

type ActionRouteName = `case/${CaseAction}`;
export const actionRouteName = <A extends CaseAction>(action: A): `case/${A}` => `case/${action}`;

type ActionRoutes = {
  readonly [Name in ActionRouteName]: Name extends `case/${infer A extends CaseAction}`
    ? ReturnType<typeof actionRoute<A>>
    : never;
};

/**
 * Checks that every action has its route. The routes are created from the list of actions, so that a new action of the
 * lifecycle table has its route at once.
 */
function holdsEveryAction(rows: Readonly<Record<string, unknown>>): rows is ActionRoutes {
  return caseActions.every((action) => Object.hasOwn(rows, actionRouteName(action)));
}

function routesOfActions(): ActionRoutes {
  const rows = Object.fromEntries(
    caseActions.map((action) => [actionRouteName(action), actionRoute(action)]),
  );
  if (!holdsEveryAction(rows)) throw new Error('an action without its route');
  return rows;
}

export const actionRoutes = defineRoutes(routesOfActions());
