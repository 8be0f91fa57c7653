/** What the rules of a case ask: the case, the people whom an action names, and what a caller brings. */
import type { RoleKey } from '../people/roles.ts';
import type { Facts } from '../people/scope.ts';
import type { CoverageShort } from './coverage.ts';
import type { RequiredField } from './required.ts';
import type { CaseStatus } from './status.ts';

/** What the rules ask about a case. The center is the case's own, or the hospital's while it has none. */
export interface CaseFacts extends Facts<'case'> {
  readonly status: CaseStatus;
  readonly version: number;
  readonly closed: boolean;
  readonly missing_required: readonly RequiredField[];
  readonly has_recording: boolean;
  /** The institution asks for an agreement and there is none in force. */
  readonly agreement_missing: boolean;
  readonly has_report: boolean;
  /** Who made the current report version. */
  readonly report_author_id: number | null;
  readonly verification_requested: boolean;
  readonly verified: boolean;
  /** The center completes nothing without a verification. */
  readonly verification_required: boolean;
  /** The center asks for more of the recording to be looked at than anybody has. */
  readonly coverage_short: CoverageShort | null;
  /** Something was saved since the correction began. */
  readonly edit_saved: boolean;
  /** A report version was made since the correction began. */
  readonly has_new_report: boolean;
  /** The case has been completed before. */
  readonly confirmed: boolean;
  /** The team to whose share the case was dealt; null where it is in nobody's in particular. */
  readonly team_id: number | null;
  /** The teams of the case's center, while the case is open. */
  readonly center_team_ids: readonly number[];
  /** Those of them that have cases of their share which nobody has taken yet. */
  readonly waiting_team_ids: readonly number[];
  /** The center lets a technician whose own team has none left take one of another team's share. */
  readonly takes_others_share: boolean;
}

/** The person whom an action names, as the database knows them. */
export interface Colleague {
  readonly id: number;
  readonly role_key: RoleKey;
  readonly tech_center_id: number | null;
  readonly active: boolean;
}

export interface ActionInput {
  readonly version: number;
  readonly comment?: string | undefined;
  /** `null`: named, but unknown. */
  readonly technician?: Colleague | null | undefined;
  readonly confirmer?: Colleague | null | undefined;
  /** `null`: no team in particular. */
  readonly team_id?: number | null | undefined;
  /** How many findings of the reading are counted and not listed. */
  readonly left_out?: number | undefined;
  /** The chief's words about them, which the report prints. */
  readonly left_out_words?: string | undefined;
  readonly password: 'absent' | 'right' | 'wrong';
}
