/**
 * Defines the lifecycle of a case as one table; no other module compares statuses. Guards, buttons, routes, tests, the
 * diagram in docs/lifecycle.md and notifications derive from it.
 *
 * An action has one or more ways. A way names the statuses it starts from, the status it leads to, its guards and its
 * effects. The `permission` of a way refers to a row in people/permissions.ts, which says who may take it. `close` has
 * two ways, because fewer roles may void a case in progress than close a case at rest.
 * Source: decisions, section 3. `step` in step.ts applies the table.
 */
import { action, checking } from './transition.ts';
import type { Transition } from './transition.ts';

export const transitions = {
  request: action('case.request', {
    from: ['ready'],
    to: 'request',
    guards: ['required-fields', 'recording', 'agreement', 'center'],
    effects: ['set-requested', 'deal-team'],
    notify: [
      { recipients: 'center-technicians', code: 'new-request' },
      { recipients: 'center-chiefs', code: 'new-request' },
    ],
  }),
  'cancel-request': action('case.cancel_request', {
    from: ['request'],
    to: 'ready',
    effects: ['clear-requested'],
    notify: [{ recipients: 'center-chiefs', code: 'request-cancelled' }],
  }),
  'assign-to-me': action('case.assign_to_me', {
    from: ['request'],
    to: 'assigned',
    guards: ['share-open', 'own-share-first'],
    effects: ['assign-self'],
    notify: [{ recipients: 'hospital', code: 'technician-assigned' }],
  }),
  assign: action('case.assign', {
    from: ['request'],
    to: 'assigned',
    needs: ['technician'],
    effects: ['assign-target'],
    notify: [
      { recipients: 'hospital', code: 'technician-assigned' },
      { recipients: 'assignee', code: 'assigned-to-you' },
    ],
  }),
  unassign: action('case.unassign', {
    from: ['assigned'],
    to: 'request',
    effects: ['clear-technician', 'drop-verification'],
    notify: [{ recipients: 'center-technicians', code: 'back-in-pool' }],
  }),
  reject: action('case.reject', {
    from: ['assigned'],
    to: 'request',
    needs: ['comment'],
    effects: ['clear-technician', 'drop-verification'],
    notify: [{ recipients: 'center-chiefs', code: 'rejected' }],
  }),
  start: action('case.start', {
    from: ['assigned'],
    to: 'start',
    notify: [{ recipients: 'hospital', code: 'started' }],
  }),
  'take-back': action('case.take_back', {
    from: ['start', 'review'],
    to: 'request',
    needs: ['comment'],
    effects: ['clear-technician', 'drop-verification'],
    notify: [{ recipients: 'old-assignee', code: 'taken-back' }],
  }),
  reassign: action('case.reassign', {
    from: ['assigned', 'start', 'review', 'edit'],
    to: 'same',
    needs: ['technician', 'comment'],
    effects: ['assign-target'],
    notify: [
      { recipients: 'old-assignee', code: 'reassigned-from-you' },
      { recipients: 'assignee', code: 'reassigned-to-you' },
    ],
  }),
  'change-team': action('case.change_team', {
    from: ['request', 'assigned', 'start', 'review', 'edit'],
    to: 'same',
    needs: ['team'],
    guards: ['has-teams'],
    effects: ['set-team'],
    notify: [{ recipients: 'team-technicians', code: 'share-given' }],
  }),
  'review-request': action('case.review_request', {
    from: ['start'],
    to: 'review',
    guards: ['coverage', 'report'],
    notify: [],
  }),
  'request-verification': checking(
    'case.request_verification',
    {
      needs: ['confirmer'],
      guards: ['unverified', 'coverage'],
      effects: ['ask-verification'],
      notify: [{ recipients: 'confirmer', code: 'verification-requested' }],
    },
    'review',
  ),
  verify: checking(
    'case.verify',
    {
      needs: ['left-out-words', 'open-words', 'password'],
      guards: ['not-own-work', 'asked', 'unverified'],
      effects: ['verify'],
      notify: [{ recipients: 'assignee', code: 'verified' }],
    },
    'review',
  ),
  return: checking(
    'case.return',
    {
      needs: ['comment'],
      guards: ['not-own-work', 'asked'],
      effects: ['clear-verified'],
      notify: [{ recipients: 'assignee', code: 'modification-requested' }],
    },
    'start',
  ),
  complete: action('case.complete', {
    from: ['review'],
    to: 'complete',
    needs: ['left-out-verified', 'open-words', 'password'],
    guards: ['assignee-or-asked', 'verified-if-needed', 'report'],
    effects: ['confirm', 'release-report'],
    notify: [{ recipients: 'hospital', code: 'completed' }],
  }),
  'request-editing': action('case.request_editing', {
    from: ['complete'],
    to: 'edit',
    needs: ['comment'],
    effects: ['begin-correction'],
    notify: [
      { recipients: 'assignee', code: 'edit-requested' },
      { recipients: 'confirmer', code: 'edit-requested' },
    ],
  }),
  'cancel-editing': action('case.cancel_editing', {
    from: ['edit'],
    to: 'complete',
    guards: ['before-first-save'],
    effects: ['end-correction'],
    notify: [
      { recipients: 'assignee', code: 'edit-cancelled' },
      { recipients: 'hospital', code: 'edit-cancelled' },
    ],
  }),
  'complete-editing': action('case.complete_editing', {
    from: ['edit'],
    to: 'complete',
    needs: ['left-out-verified', 'open-words', 'password'],
    guards: ['assignee-or-asked', 'new-report', 'verified-if-needed'],
    effects: ['end-correction', 'release-report'],
    notify: [{ recipients: 'hospital', code: 'corrected' }],
  }),
  close: {
    permission: 'case.close',
    needs: ['comment'],
    notify: [
      { recipients: 'hospital', code: 'closed' },
      { recipients: 'assignee', code: 'closed' },
    ],
    ways: [
      {
        permission: 'case.close',
        from: ['ready', 'request', 'complete'],
        to: 'same',
        guards: [],
        effects: ['close'],
      },
      {
        permission: 'case.void',
        from: ['assigned', 'start', 'review'],
        to: 'same',
        guards: [],
        effects: ['close'],
      },
    ],
  },
} as const satisfies Record<string, Transition>;

export type CaseAction = keyof typeof transitions;

/** All actions, by likelihood: the first one that is available to a caller is the likely next one. */
export const caseActions = [
  'start',
  'verify',
  'complete',
  'complete-editing',
  'review-request',
  'request-verification',
  'request',
  'assign',
  'assign-to-me',
  'return',
  'reassign',
  'change-team',
  'take-back',
  'unassign',
  'reject',
  'request-editing',
  'cancel-editing',
  'cancel-request',
  'close',
] as const satisfies readonly CaseAction[];

export function isCaseAction(text: string): text is CaseAction {
  return Object.hasOwn(transitions, text);
}

export function transitionOf(action: CaseAction): Transition {
  return transitions[action];
}
