/** Implements the guards of the lifecycle table as conditions on the case and the caller. */
import type { RefusalCode } from '../kit/refusal.ts';
import type { Actor } from '../people/scope.ts';
import type { CaseFacts } from './facts.ts';
import type { Guard } from './transition.ts';

type Condition = (facts: CaseFacts, actor: Actor) => boolean;

interface GuardRow {
  readonly holds: Condition;
  readonly otherwise: RefusalCode;
}

/** For a technician of a team: does the case belong to another team's share? */
const isOthersShare: Condition = ({ team_id }, actor) =>
  actor.group_type === 'team' && team_id !== null && team_id !== actor.user_group_id;

const mustBeVerified: Condition = (facts) => facts.verification_required || facts.verification_requested;

const guards: Readonly<Record<Guard, GuardRow>> = {
  'required-fields': {
    holds: (facts) => facts.missing_required.length === 0,
    otherwise: 'case/required-missing',
  },
  recording: { holds: (facts) => facts.has_recording, otherwise: 'case/no-recording' },
  agreement: { holds: (facts) => !facts.agreement_missing, otherwise: 'case/no-agreement' },
  center: { holds: (facts) => facts.tech_center_id !== null, otherwise: 'case/no-center' },
  coverage: { holds: (facts) => facts.coverage_short === null, otherwise: 'case/coverage-short' },
  report: { holds: (facts) => facts.has_report, otherwise: 'report/none' },
  'new-report': { holds: (facts) => facts.has_new_report, otherwise: 'case/no-new-report' },
  asked: { holds: (facts) => facts.verification_requested, otherwise: 'case/verification-not-asked' },
  unverified: { holds: (facts) => !facts.verified, otherwise: 'case/already-verified' },
  'not-own-work': {
    holds: (facts, actor) => actor.id !== facts.technician_id && actor.id !== facts.report_author_id,
    otherwise: 'case/own-work',
  },
  'verified-if-needed': {
    holds: (facts, actor) => facts.verified || !mustBeVerified(facts, actor),
    otherwise: 'case/not-verified',
  },
  'assignee-or-asked': {
    holds: (facts, actor) => actor.id === facts.technician_id || facts.verification_requested,
    otherwise: 'case/verification-not-asked',
  },
  'before-first-save': { holds: (facts) => !facts.edit_saved, otherwise: 'case/correction-saved' },
  'share-open': {
    holds: (facts, actor) => facts.takes_others_share || !isOthersShare(facts, actor),
    otherwise: 'case/others-share',
  },
  'own-share-first': {
    holds: (facts, actor) =>
      !isOthersShare(facts, actor) || !facts.waiting_team_ids.includes(actor.user_group_id),
    otherwise: 'case/own-share-first',
  },
  'has-teams': { holds: (facts) => facts.center_team_ids.length > 0, otherwise: 'case/no-teams' },
};

/** Returns the refusal code of a guard, or `null` if the caller passes. */
export function guardFault(guard: Guard, facts: CaseFacts, actor: Actor): RefusalCode | null {
  const { holds, otherwise } = guards[guard];
  return holds(facts, actor) ? null : otherwise;
}
