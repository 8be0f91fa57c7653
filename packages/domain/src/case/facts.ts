/** Defines the inputs of the case rules: the case, the users named in an action, and what the caller sends. */
import type { RoleKey } from '../people/roles.ts';
import type { Facts } from '../people/scope.ts';
import type { CoverageShort } from './coverage.ts';
import type { OpenPoint } from './open-points.ts';
import type { RequiredField } from './required.ts';
import type { CaseStatus } from './status.ts';

/**
 * The facts about a case that the rules use. The center is the case's own, or the hospital's while the case has none.
 */
export interface CaseFacts extends Facts<'case'> {
  readonly status: CaseStatus;
  readonly version: number;
  readonly closed: boolean;
  readonly missing_required: readonly RequiredField[];
  readonly has_recording: boolean;
  /** The institution requires a consent and none is in force. */
  readonly agreement_missing: boolean;
  readonly has_report: boolean;
  /** The user who made the current report version. */
  readonly report_author_id: number | null;
  readonly verification_requested: boolean;
  readonly verified: boolean;
  /** The center completes no case without a verification. */
  readonly verification_required: boolean;
  /** Set if less of the recording was reviewed than the center requires. */
  readonly coverage_short: CoverageShort | null;
  /** Something was saved since the correction began. */
  readonly edit_saved: boolean;
  /** A report version was made since the correction began. */
  readonly has_new_report: boolean;
  /** The case has been completed before. */
  readonly confirmed: boolean;
  /** The team to which the case was assigned by its share; null if it belongs to no particular team. */
  readonly team_id: number | null;
  /** The teams of the case's center, while the case is open. */
  readonly center_team_ids: readonly number[];
  /** Those of them that have cases of their share that nobody has taken yet. */
  readonly waiting_team_ids: readonly number[];
  /** The center lets a technician take a case of another team's share if the technician's own team has none left. */
  readonly takes_others_share: boolean;
}

/** A user named in an action, as stored in the database. */
export interface Colleague {
  readonly id: number;
  readonly role_key: RoleKey;
  readonly tech_center_id: number | null;
  readonly active: boolean;
}

export interface ActionInput {
  readonly version: number;
  readonly comment?: string | undefined;
  /** `null` if the named user is unknown. */
  readonly technician?: Colleague | null | undefined;
  readonly confirmer?: Colleague | null | undefined;
  /** `null` for no particular team. */
  readonly team_id?: number | null | undefined;
  /** The number of findings that the reading counts but does not list. */
  readonly left_out?: number | undefined;
  /** The chief's explanation of them, which the report prints. */
  readonly left_out_words?: string | undefined;
  /** The open points that no earlier statement covers. */
  readonly open_points?: readonly OpenPoint[] | undefined;
  /** Why the caller continues with open points. */
  readonly open_words?: string | undefined;
  readonly password: 'absent' | 'right' | 'wrong';
}
