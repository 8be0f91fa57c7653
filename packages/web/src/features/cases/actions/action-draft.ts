/**
 * Stores the inputs of an action as a draft, and finds those that are still missing. Pure: the lifecycle table defines
 * the needs.
 */
import type { PasskeyProof } from '@rhythmdesk/contract/passkeys';
import type { ActionInput } from '@rhythmdesk/contract/case-actions';
import { type CaseAction, transitionOf } from '@rhythmdesk/domain/case/lifecycle';
import type { Need } from '@rhythmdesk/domain/case/transition';

export type ActionDraft = {
  readonly comment: string;
  readonly password: string;
  /** The verifier's statement about findings that the reading does not list. */
  readonly left_out_words: string;
  /** The number of those findings, as far as the page knows. */
  readonly left_out: number;
  /** Why the user continues with open points. */
  readonly open_words: string;
  /** The number of kinds of open points, as far as the page knows. */
  readonly open_points: number;
  /** Replaces the password. */
  readonly passkey: PasskeyProof | null;
  /** Replaces the password for users who sign in by a provider. */
  readonly provider_proof: string | null;
  readonly technician_id: number | null;
  readonly confirmer_id: number | null;
  /** Undefined while none is chosen; null means no team. */
  readonly team_id: number | null | undefined;
};

export const emptyDraft: ActionDraft = {
  comment: '',
  password: '',
  left_out_words: '',
  left_out: 0,
  open_words: '',
  open_points: 0,
  passkey: null,
  provider_proof: null,
  technician_id: null,
  confirmer_id: null,
  team_id: undefined,
};

export function needsOf(action: CaseAction): readonly Need[] {
  return transitionOf(action).needs;
}

const isMissing: Record<Need, (draft: ActionDraft) => boolean> = {
  comment: ({ comment }) => comment.trim() === '',
  password: ({ password, passkey, provider_proof }) =>
    password === '' && passkey === null && provider_proof === null,
  technician: ({ technician_id }) => technician_id === null,
  confirmer: ({ confirmer_id }) => confirmer_id === null,
  team: ({ team_id }) => team_id === undefined,
  'left-out-words': ({ left_out, left_out_words }) => left_out > 0 && left_out_words.trim() === '',
  'open-words': ({ open_points, open_words }) => open_points > 0 && open_words.trim() === '',
  // Nothing that a dialog could ask for: the server refuses.
  'left-out-verified': () => false,
};

export function missingNeeds(action: CaseAction, draft: ActionDraft): readonly Need[] {
  return needsOf(action).filter((need) => isMissing[need](draft));
}

function signatureOf({ password, passkey, provider_proof }: ActionDraft) {
  if (passkey !== null) return { passkey };
  return provider_proof === null ? { password } : { provider_proof };
}

/** Returns the input of the call: only what the action requires. */
export function inputOf(
  action: CaseAction,
  target: { readonly case_id: number; readonly version: number },
  draft: ActionDraft,
): ActionInput {
  const needs = new Set(needsOf(action));
  const { case_id, version } = target;
  return {
    case_id,
    version,
    ...(needs.has('comment') ? { comment: draft.comment.trim() } : {}),
    ...(needs.has('left-out-words') && draft.left_out > 0
      ? { left_out_words: draft.left_out_words.trim() }
      : {}),
    ...(needs.has('open-words') && draft.open_points > 0 ? { open_words: draft.open_words.trim() } : {}),
    ...(needs.has('password') ? signatureOf(draft) : {}),
    ...(needs.has('technician') && draft.technician_id !== null
      ? { technician_id: draft.technician_id }
      : {}),
    ...(needs.has('team') && draft.team_id !== undefined ? { team_id: draft.team_id } : {}),
    ...(needs.has('confirmer') && draft.confirmer_id !== null ? { confirmer_id: draft.confirmer_id } : {}),
  };
}

/** Actions that cannot be undone. A case that was returned, rejected or withdrawn can continue. */
const destructive: ReadonlySet<CaseAction> = new Set<CaseAction>(['close']);

export function isDestructive(action: CaseAction): boolean {
  return destructive.has(action);
}

/** Returns the action that undoes a direct action, if the same caller may perform it. */
export function inverseOf(action: CaseAction): 'unassign' | 'cancel-request' | null {
  if (action === 'assign-to-me' || action === 'assign') return 'unassign';
  return action === 'request' ? 'cancel-request' : null;
}
