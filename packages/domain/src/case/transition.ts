/** Defines the vocabulary of the lifecycle table: guards, needs, effects, ways. */
import type { NotificationRule } from '../notice/notifications.ts';
import type { Permission } from '../people/permissions.ts';
import type { CaseStatus } from './status.ts';

/** What the case itself must fulfil. */
export const guardMeanings = {
  'required-fields': 'the required patient fields are filled',
  recording: 'there is a recording',
  agreement: 'there is a consent if the institution requires one',
  center: 'a center analyses for the hospital',
  coverage: 'as much of the recording was reviewed as the center requires',
  report: 'there is a report PDF',
  'new-report': 'there is a new report version',
  asked: 'verification was requested',
  unverified: 'not verified yet',
  'not-own-work': 'never for own work',
  'verified-if-needed': 'verified, if the center requires it or it was requested',
  'assignee-or-asked': 'the confirmer only after a request',
  'before-first-save': 'before the first save of the correction',
  'share-open': 'no other team’s share, unless the center lets its teams take from each other',
  'own-share-first': 'another team’s share only once the own team’s is empty',
  'has-teams': 'the center has teams',
} as const;
export type Guard = keyof typeof guardMeanings;

/** What the caller must send. */
export const needMeanings = {
  comment: 'a comment',
  technician: 'an active technician or chief of the center',
  confirmer: 'a chief of the center who did not do the work',
  team: 'another team of the center, or none',
  'left-out-words':
    'if findings of the reading are not listed: the chief’s statement about it for the report',
  'left-out-verified': 'if findings of the reading are not listed: the verification of a chief',
  'open-words': 'if points of the case are open: why the caller continues',
  password: 'the own password again',
} as const;
export type Need = keyof typeof needMeanings;

/** What changes besides the status. `confirm` and `release-report` apply to a completed case. */
export const effectMeanings = {
  'set-requested': 'the requested date and the due date are set',
  'deal-team':
    'the case is assigned to the team whose turn it is by the ratios, unless it has one that takes a share',
  'set-team': 'the case belongs to the share of the given team',
  'clear-requested': 'the requested date and the due date are cleared',
  'assign-self': 'the caller becomes the assignee',
  'assign-target': 'the given user becomes the assignee, and is no longer the confirmer',
  'clear-technician': 'nobody is assigned',
  'ask-verification': 'the given chief becomes the confirmer and is asked',
  verify: 'the case counts as verified',
  'clear-verified': 'the verification is void, and still requested',
  'drop-verification': 'confirmer, request for verification and verification are cleared',
  confirm: 'at the first completion only: the confirmed date and the price are set',
  'release-report': 'the current report version is shown to the hospital',
  'begin-correction': 'a correction begins, without a saved change',
  'end-correction': 'the correction ends',
  close: 'the case is closed with time and reason',
} as const;
export type Effect = keyof typeof effectMeanings;

export interface Way {
  readonly permission: Permission;
  readonly from: readonly CaseStatus[];
  /** `same`: the status does not change. */
  readonly to: CaseStatus | 'same';
  readonly guards: readonly Guard[];
  readonly effects: readonly Effect[];
}

export interface Transition {
  /** The permission that the action requires at all. */
  readonly permission: Permission;
  readonly needs: readonly Need[];
  readonly ways: readonly Way[];
  readonly notify: readonly NotificationRule[];
}

type Rest = Pick<Way, 'from' | 'to'> & {
  readonly needs?: readonly Need[];
  readonly guards?: readonly Guard[];
  readonly effects?: readonly Effect[];
  readonly notify: readonly NotificationRule[];
};

/** Creates an action with one way. */
export function action(permission: Permission, rest: Rest): Transition {
  const { from, to, needs = [], guards = [], effects = [], notify } = rest;
  return { permission, needs, notify, ways: [{ permission, from, to, guards, effects }] };
}

/** Creates an action with the same rules in `review` and in `edit`, and a different target status from each. */
export function checking(
  permission: Permission,
  rest: Omit<Rest, 'from' | 'to'>,
  fromReview: CaseStatus,
): Transition {
  const { needs = [], guards = [], effects = [], notify } = rest;
  const way = { permission, guards, effects };
  return {
    permission,
    needs,
    notify,
    ways: [
      { ...way, from: ['review'], to: fromReview },
      { ...way, from: ['edit'], to: 'edit' },
    ],
  };
}
