/**
 * Applies the lifecycle table to one case, one caller and one action.
 *
 * Order of the checks: a function the role never has (403), an object out of scope (404), a stale version (409), closed
 * or a wrong state (406), not this caller's case (406), the guards of the way, the input of the caller, and the
 * password last, so that a wrong password is counted only if nothing else refuses the call.
 * Invariants: an action is in `actionsFor` exactly when `step` accepts it with valid input. A closed case offers none.
 * `confirm` is among the effects once in the lifetime of a case.
 */
import { isReaderRole } from '../people/roles.ts';
import { messageKeyOf } from '../kit/refusal.ts';
import type { RefusalCode } from '../kit/refusal.ts';
import { refuse } from '../kit/result.ts';
import type { Refused } from '../kit/result.ts';
import type { NotificationRule } from '../notice/notifications.ts';
import { can, reaches } from '../people/can.ts';
import type { Actor } from '../people/scope.ts';
import type { ActionInput, CaseFacts } from './facts.ts';
import { guardFault } from './guards.ts';
import { caseActions, transitionOf } from './lifecycle.ts';
import type { CaseAction } from './lifecycle.ts';
import { missingMessages } from './required.ts';
import type { CaseStatus } from './status.ts';
import type { Effect, Need, Transition, Way } from './transition.ts';

/** The case after the action. In an audience, `previous_technician_id` is the assignee before the action. */
export interface Decision {
  readonly ok: true;
  readonly status: CaseStatus;
  readonly technician_id: number | null;
  readonly confirmer_id: number | null;
  readonly team_id: number | null;
  readonly effects: readonly Effect[];
  readonly notify: readonly NotificationRule[];
}

const raced: readonly CaseAction[] = ['assign', 'assign-to-me'];

function staleCode(facts: CaseFacts, action: CaseAction): RefusalCode {
  return raced.includes(action) && facts.technician_id !== null
    ? 'case/already-assigned'
    : 'case/stale-version';
}

function sightFault(facts: CaseFacts, actor: Actor): RefusalCode | null {
  const read = can(actor, 'case.read');
  if (read === 'never') return 'auth/role-never';
  return reaches('case', actor, read, facts) ? null : 'object/not-found';
}

/** Returns the way from the case's status that this caller may take, regardless of its guards, or why there is none. */
export function wayFor(facts: CaseFacts, transition: Transition, actor: Actor): Way | Refused {
  if (facts.closed) return refuse('case/closed');
  const way = transition.ways.find(({ from }) => from.includes(facts.status));
  if (way === undefined) return refuse('case/wrong-state');
  const grant = can(actor, way.permission);
  if (grant === 'never') return refuse('case/wrong-state');
  return reaches('case', actor, grant, facts) ? way : refuse('case/not-yours');
}

/** Returns the way that this caller may take now, or why there is none. */
function openWay(facts: CaseFacts, transition: Transition, actor: Actor): Way | Refused {
  const way = wayFor(facts, transition, actor);
  if ('ok' in way) return way;
  for (const guard of way.guards) {
    const code = guardFault(guard, facts, actor);
    if (code === 'case/required-missing') return refuse(code, missingMessages(facts.missing_required));
    if (code === 'case/coverage-short' && facts.coverage_short !== null)
      return { ...refuse(code), figures: { ...facts.coverage_short } };
    if (code !== null) return refuse(code);
  }
  return way;
}

function technicianFault(facts: CaseFacts, { technician }: ActionInput): RefusalCode | null {
  if (technician === undefined) return 'case/technician-missing';
  const fits =
    technician !== null &&
    technician.active &&
    technician.tech_center_id !== null &&
    technician.tech_center_id === facts.tech_center_id &&
    isReaderRole(technician.role_key);
  if (!fits) return 'case/technician-unfit';
  return technician.id === facts.technician_id ? 'case/same-technician' : null;
}

function confirmerFault(facts: CaseFacts, { confirmer }: ActionInput): RefusalCode | null {
  if (confirmer === undefined) return 'case/confirmer-missing';
  const fits =
    confirmer !== null &&
    confirmer.active &&
    confirmer.role_key === 'CHIEF' &&
    confirmer.tech_center_id !== null &&
    confirmer.tech_center_id === facts.tech_center_id &&
    confirmer.id !== facts.technician_id &&
    confirmer.id !== facts.report_author_id;
  return fits ? null : 'case/confirmer-unfit';
}

function teamFault(facts: CaseFacts, { team_id }: ActionInput): RefusalCode | null {
  if (team_id === undefined) return 'case/team-missing';
  if (team_id === facts.team_id) return 'case/same-team';
  return team_id === null || facts.center_team_ids.includes(team_id) ? null : 'case/team-unfit';
}

const needFaults: Readonly<Record<Need, (facts: CaseFacts, input: ActionInput) => RefusalCode | null>> = {
  comment: (_facts, { comment }) =>
    comment === undefined || comment.trim() === '' ? 'case/comment-missing' : null,
  technician: technicianFault,
  confirmer: confirmerFault,
  team: teamFault,
  'left-out-words': (_facts, { left_out = 0, left_out_words = '' }) =>
    left_out > 0 && left_out_words.trim() === '' ? 'case/left-out-unsaid' : null,
  'left-out-verified': (facts, { left_out = 0 }) =>
    left_out > 0 && !facts.verified ? 'case/left-out-unverified' : null,
  'open-words': (_facts, { open_points = [], open_words = '' }) =>
    open_points.length > 0 && open_words.trim() === '' ? 'case/open-unsaid' : null,
  password: (_facts, { password }) => {
    if (password === 'absent') return 'case/password-missing';
    return password === 'right' ? null : 'auth/wrong-password';
  },
};

const needFields: Readonly<Record<Need, string>> = {
  comment: 'comment',
  technician: 'technician_id',
  confirmer: 'confirmer_id',
  team: 'team_id',
  'left-out-words': 'left_out_words',
  'left-out-verified': 'left_out',
  'open-words': 'open_words',
  password: 'password',
};

function needFault(needs: readonly Need[], facts: CaseFacts, input: ActionInput): Refused | null {
  for (const need of needs) {
    const code = needFaults[need](facts, input);
    if (code === null) continue;
    const refused = refuse(code, { [needFields[need]]: messageKeyOf(code) });
    const { left_out = 0, open_points = [] } = input;
    const open = Object.fromEntries(open_points.map(({ kind, count }) => [kind, count]));
    if (code === 'case/open-unsaid') return { ...refused, figures: open };
    return left_out > 0 ? { ...refused, figures: { left_out } } : refused;
  }
  return null;
}

function decide(
  facts: CaseFacts,
  transition: Transition,
  way: Way,
  actor: Actor,
  input: ActionInput,
): Decision {
  const has = (effect: Effect): boolean => way.effects.includes(effect);
  let { technician_id, confirmer_id } = facts;
  if (has('assign-self')) technician_id = actor.id;
  if (has('assign-target')) technician_id = input.technician?.id ?? technician_id;
  if (has('clear-technician')) technician_id = null;
  if (has('ask-verification')) confirmer_id = input.confirmer?.id ?? confirmer_id;
  const becomesOwnWork = technician_id !== null && technician_id === confirmer_id;
  const dropped: readonly Effect[] = becomesOwnWork ? ['drop-verification'] : [];
  const effects = [...way.effects.filter((effect) => effect !== 'confirm' || !facts.confirmed), ...dropped];
  if (effects.includes('drop-verification')) confirmer_id = null;
  const status = way.to === 'same' ? facts.status : way.to;
  const team_id = has('set-team') ? (input.team_id ?? null) : facts.team_id;
  // A team is notified of a case that waits for it, not of one that somebody works on.
  const notify = has('set-team') && technician_id !== null ? [] : transition.notify;
  return { ok: true, status, technician_id, confirmer_id, team_id, effects, notify };
}

export function step(
  facts: CaseFacts,
  action: CaseAction,
  actor: Actor,
  input: ActionInput,
): Decision | Refused {
  const transition = transitionOf(action);
  if (can(actor, transition.permission) === 'never') return refuse('auth/role-never');
  const unseen = sightFault(facts, actor);
  if (unseen !== null) return refuse(unseen);
  if (input.version !== facts.version) return refuse(staleCode(facts, action));
  const way = openWay(facts, transition, actor);
  if ('ok' in way) return way;
  const fault = needFault(transition.needs, facts, input);
  return fault ?? decide(facts, transition, way, actor, input);
}

/** Returns what this caller may do now, the likely next action first. */
export function actionsFor(facts: CaseFacts, actor: Actor): readonly CaseAction[] {
  if (sightFault(facts, actor) !== null) return [];
  return caseActions.filter((action) => {
    const transition = transitionOf(action);
    if (can(actor, transition.permission) === 'never') return false;
    return !('ok' in openWay(facts, transition, actor));
  });
}
