import { expect, test } from 'vitest';
import { people, secondChief } from '../people/test-people.ts';
import { roleKeys } from '../people/roles.ts';
import type { RoleKey } from '../people/roles.ts';
import { caseIn, fittingInput } from './test-cases.ts';
import type { CaseFacts } from './facts.ts';
import { caseActions, isCaseAction, transitionOf, transitions } from './lifecycle.ts';
import type { CaseAction } from './lifecycle.ts';
import { caseStatuses } from './status.ts';
import type { CaseStatus } from './status.ts';
import { step } from './step.ts';

type Expected = Partial<Record<CaseStatus, readonly [to: CaseStatus, roles: readonly RoleKey[]]>>;

const hospital: readonly RoleKey[] = ['DOCTOR', 'MANAGER', 'ADMIN'];
const dispatchers: readonly RoleKey[] = ['CHIEF', 'CENTER', 'ADMIN'];
const assignees: readonly RoleKey[] = ['TECHNICIAN', 'CHIEF'];
const closers: readonly RoleKey[] = ['DOCTOR', 'CHIEF', 'CENTER', 'ADMIN'];
const movers: readonly RoleKey[] = ['CHIEF', 'CENTER'];

/** Repeats section 3 of the decisions independently of the code. The actor is the assignee or confirmer who may act. */
const expected: Record<CaseAction, Expected> = {
  request: { ready: ['request', hospital] },
  'cancel-request': { request: ['ready', hospital] },
  'assign-to-me': { request: ['assigned', assignees] },
  assign: { request: ['assigned', dispatchers] },
  unassign: { assigned: ['request', ['TECHNICIAN', 'CHIEF', 'CENTER']] },
  reject: { assigned: ['request', assignees] },
  start: { assigned: ['start', assignees] },
  'take-back': { start: ['request', dispatchers], review: ['request', dispatchers] },
  reassign: {
    assigned: ['assigned', movers],
    start: ['start', movers],
    review: ['review', movers],
    edit: ['edit', movers],
  },
  'change-team': {
    request: ['request', dispatchers],
    assigned: ['assigned', dispatchers],
    start: ['start', dispatchers],
    review: ['review', dispatchers],
    edit: ['edit', dispatchers],
  },
  'review-request': { start: ['review', assignees] },
  'request-verification': { review: ['review', assignees], edit: ['edit', assignees] },
  verify: { review: ['review', ['CHIEF']], edit: ['edit', ['CHIEF']] },
  return: { review: ['start', ['CHIEF']], edit: ['edit', ['CHIEF']] },
  complete: { review: ['complete', assignees] },
  'request-editing': { complete: ['edit', ['DOCTOR', 'ADMIN']] },
  'cancel-editing': { edit: ['complete', ['DOCTOR', 'CHIEF', 'ADMIN']] },
  'complete-editing': { edit: ['complete', assignees] },
  close: {
    ready: ['ready', closers],
    request: ['request', closers],
    complete: ['complete', closers],
    assigned: ['assigned', dispatchers],
    start: ['start', dispatchers],
    review: ['review', dispatchers],
  },
};

/** Returns a case in which this caller may take the action, if any user of the role may. */
function bestCase(status: CaseStatus, action: CaseAction, role: RoleKey): CaseFacts {
  const checks = action === 'verify' || action === 'return';
  const works = role === 'TECHNICIAN' || role === 'CHIEF';
  const own = works && !checks && action !== 'reassign' && caseIn(status).technician_id !== null;
  return caseIn(status, {
    ...(own ? { technician_id: people[role].id } : {}),
    ...(checks ? { confirmer_id: people.CHIEF.id, verification_requested: true } : {}),
    has_new_report: status === 'edit',
  });
}

test('every status, action and role is allowed exactly as decided', () => {
  for (const action of caseActions) {
    for (const status of caseStatuses) {
      for (const role of roleKeys) {
        const facts = bestCase(status, action, role);
        const actor = people[role];
        const answer = step(facts, action, actor, fittingInput(facts, people.CHIEF, secondChief));
        const [to, allowed]: readonly [CaseStatus | null, readonly RoleKey[]] = expected[action][status] ?? [
          null,
          [],
        ];
        const outcome = answer.ok ? answer.status : 'refused';
        expect([action, status, role, outcome]).toEqual([
          action,
          status,
          role,
          allowed.includes(role) ? to : 'refused',
        ]);
      }
    }
  }
});

test('a role without the permission is forbidden, one in the wrong state is not', () => {
  for (const action of caseActions) {
    const everAllowed = new Set(Object.values(expected[action]).flatMap(([, roles]) => roles));
    for (const status of caseStatuses) {
      for (const role of roleKeys) {
        const facts = bestCase(status, action, role);
        const answer = step(facts, action, people[role], fittingInput(facts, people.CHIEF, secondChief));
        if (answer.ok) continue;
        const code = everAllowed.has(role) ? 'case/wrong-state' : 'auth/role-never';
        expect([action, status, role, answer.code]).toEqual([action, status, role, code]);
      }
    }
  }
});

test('all actions are ranked, and each transition has a start', () => {
  expect([...caseActions].sort()).toEqual(Object.keys(transitions).sort());
  for (const action of caseActions) {
    const { ways } = transitionOf(action);
    const starts = ways.flatMap(({ from }) => from);
    expect(starts.length).toBeGreaterThan(0);
    expect(new Set(starts).size).toBe(starts.length);
  }
  expect(isCaseAction('valueOf')).toBe(false);
});

test('some actions need a comment, a password or a user', () => {
  const needing = (need: string) =>
    caseActions.filter((action) => transitionOf(action).needs.some((one) => one === need)).sort();
  expect(needing('password')).toEqual(['complete', 'complete-editing', 'verify']);
  expect(needing('comment')).toEqual([
    'close',
    'reassign',
    'reject',
    'request-editing',
    'return',
    'take-back',
  ]);
  expect(needing('technician')).toEqual(['assign', 'reassign']);
  expect(needing('confirmer')).toEqual(['request-verification']);
  expect(needing('team')).toEqual(['change-team']);
});
