/**
 * Determines the next step of a case for one caller. There is always one: the caller can act, or something is missing
 * before the caller can act, or the case waits for somebody else, or the case is finished.
 *
 * `onward` lists the actions that move a case on from each status. Whether the caller may take one, and what prevents
 * it, is decided by the guards of the lifecycle table. Example: the assignee of a case in analysis without a report
 * gets `{ kind: 'owed', action: 'review-request', guard: 'report' }`, everybody else gets `{ kind: 'wait', on:
 * 'assignee' }`.
 */
import type { Actor } from '../people/scope.ts';
import type { CoverageShort } from './coverage.ts';
import type { CaseFacts } from './facts.ts';
import { guardFault } from './guards.ts';
import { transitionOf } from './lifecycle.ts';
import type { CaseStatus } from './status.ts';
import { wayFor } from './step.ts';
import type { Guard } from './transition.ts';

export const waitingGroups = ['hospital', 'center', 'assignee', 'confirmer'] as const;
type WaitedOn = (typeof waitingGroups)[number];

/** The actions that move a case on, each with the group to wait for if the caller may not take it. */
const onwardOwners = {
  request: 'hospital',
  assign: 'center',
  'assign-to-me': 'center',
  start: 'assignee',
  'review-request': 'assignee',
  'request-verification': 'assignee',
  verify: 'confirmer',
  complete: 'assignee',
  'complete-editing': 'assignee',
} as const satisfies Record<string, WaitedOn>;
export type OnwardAction = keyof typeof onwardOwners;
export const onwardActions = [
  'request',
  'assign',
  'assign-to-me',
  'start',
  'review-request',
  'request-verification',
  'verify',
  'complete',
  'complete-editing',
] as const satisfies readonly OnwardAction[];

/** The guards that users of the case can fulfil. For every other guard the case waits for somebody else. */
export const owedGuards = [
  'required-fields',
  'recording',
  'agreement',
  'center',
  'coverage',
  'report',
  'new-report',
] as const satisfies readonly Guard[];
export type OwedGuard = (typeof owedGuards)[number];

export type NextStep =
  | { readonly kind: 'act'; readonly action: OnwardAction }
  | {
      readonly kind: 'owed';
      readonly action: OnwardAction;
      readonly guard: OwedGuard;
      readonly coverage_short?: CoverageShort | undefined;
    }
  | { readonly kind: 'wait'; readonly action: OnwardAction; readonly on: WaitedOn }
  | { readonly kind: 'finished' }
  | { readonly kind: 'closed' };

export interface NextStepFacts extends CaseFacts {
  /** The chief returned the case after the last request for verification, so verification has to be requested again. */
  readonly returned_since_asked: boolean;
}

const waitsForChief = (facts: NextStepFacts): boolean =>
  facts.verification_requested && !facts.verified && !facts.returned_since_asked;

/** Returns the next actions while a case is being checked: by the chief who was asked, otherwise towards completion. */
function checkingStep(facts: NextStepFacts, completion: OnwardAction): readonly OnwardAction[] {
  if (waitsForChief(facts)) return ['verify'];
  if (facts.verified) return [completion];
  const asks = facts.verification_required || facts.verification_requested;
  return asks ? ['request-verification'] : [completion];
}

const onward: Readonly<Record<CaseStatus, (facts: NextStepFacts) => readonly OnwardAction[]>> = {
  ready: () => ['request'],
  request: () => ['assign', 'assign-to-me'],
  assigned: () => ['start'],
  start: () => ['review-request'],
  review: (facts) => checkingStep(facts, 'complete'),
  edit: (facts) => (facts.has_new_report ? checkingStep(facts, 'complete-editing') : ['complete-editing']),
  complete: () => [],
};

const isOwed = (guard: Guard): guard is OwedGuard => owedGuards.some((one) => one === guard);

type ActionStanding = 'open' | 'elsewhere' | OwedGuard;

/** Returns whether the caller may act, or which guard is missing, or that somebody else has to act. */
function standingOf(facts: NextStepFacts, action: OnwardAction, actor: Actor): ActionStanding {
  const way = wayFor(facts, transitionOf(action), actor);
  if ('ok' in way) return 'elsewhere';
  const kept = way.guards.find((guard) => guardFault(guard, facts, actor) !== null);
  if (kept === undefined) return 'open';
  if (!isOwed(kept)) return 'elsewhere';
  // A chief may take these ways too, but reading and reporting is the task of the assignee.
  const isReading = kept === 'coverage' || kept === 'report' || kept === 'new-report';
  return isReading && actor.id !== facts.technician_id ? 'elsewhere' : kept;
}

export function nextStep(facts: NextStepFacts, actor: Actor): NextStep {
  if (facts.closed) return { kind: 'closed' };
  const actions = onward[facts.status](facts);
  const [first] = actions;
  if (first === undefined) return { kind: 'finished' };
  for (const action of actions) {
    const standing = standingOf(facts, action, actor);
    if (standing === 'open') return { kind: 'act', action };
    if (standing === 'elsewhere') continue;
    const owed = { kind: 'owed', action, guard: standing } as const;
    const { coverage_short } = facts;
    return standing === 'coverage' && coverage_short !== null ? { ...owed, coverage_short } : owed;
  }
  return { kind: 'wait', action: first, on: onwardOwners[first] };
}
