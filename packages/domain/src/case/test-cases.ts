/** Creates cases of hospital 10 at center 20 in any status, for tests. */
import { centerId, hospitalId, logisticsId, otherTeamId, people, teamId } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import type { ActionInput, CaseFacts, Colleague } from './facts.ts';
import { isUnassigned } from './status.ts';
import type { CaseStatus } from './status.ts';
import type { Decision } from './step.ts';
import type { Effect } from './transition.ts';

export function caseIn(status: CaseStatus, changes: Partial<CaseFacts> = {}): CaseFacts {
  const unassigned = isUnassigned(status);
  return {
    status,
    version: 1,
    closed: false,
    hospital_id: hospitalId,
    tech_center_id: centerId,
    technician_id: unassigned ? null : people.TECHNICIAN.id,
    technician_group_id: unassigned ? null : teamId,
    confirmer_id: null,
    uploader_group_id: logisticsId,
    missing_required: [],
    has_recording: true,
    agreement_missing: false,
    has_report: true,
    report_author_id: null,
    verification_requested: false,
    verified: false,
    verification_required: false,
    coverage_short: null,
    edit_saved: false,
    has_new_report: false,
    confirmed: status === 'complete' || status === 'edit',
    team_id: teamId,
    center_team_ids: [teamId, otherTeamId],
    waiting_team_ids: [],
    takes_others_share: true,
    ...changes,
  };
}

export const colleague = (actor: Actor): Colleague => ({
  id: actor.id,
  role_key: actor.role_key,
  tech_center_id: actor.tech_center_id,
  active: true,
});

/** Returns valid values for everything that an action may require. */
export function fittingInput(facts: CaseFacts, technician: Actor, confirmer: Actor): ActionInput {
  return {
    version: facts.version,
    comment: 'see the second lead',
    technician: colleague(technician),
    confirmer: colleague(confirmer),
    team_id: facts.team_id === teamId ? otherTeamId : teamId,
    password: 'right',
  };
}

/** Returns the case after a decision, as the database would store it. */
export function after(facts: CaseFacts, decision: Decision): CaseFacts {
  const did = (effect: Effect): boolean => decision.effects.includes(effect);
  const dropped = did('drop-verification');
  return {
    ...facts,
    status: decision.status,
    version: facts.version + 1,
    technician_id: decision.technician_id,
    technician_group_id: decision.technician_id === null ? null : teamId,
    confirmer_id: decision.confirmer_id,
    team_id: decision.team_id,
    verification_requested: !dropped && (did('ask-verification') || facts.verification_requested),
    verified: !dropped && !did('clear-verified') && (did('verify') || facts.verified),
    edit_saved: did('begin-correction') || did('end-correction') ? false : facts.edit_saved,
    has_new_report: did('begin-correction') || did('release-report') ? false : facts.has_new_report,
    confirmed: facts.confirmed || did('confirm'),
    closed: facts.closed || did('close'),
  };
}
