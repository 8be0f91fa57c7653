/** Tests the invariants of the lifecycle with random commands by random users, valid or not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherTeamId, people, secondChief, secondTechnician, teamId } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import { judgeEdit } from './edits.ts';
import { after, caseIn, colleague, fittingInput } from './test-cases.ts';
import type { CaseFacts } from './facts.ts';
import { caseActions } from './lifecycle.ts';
import type { CaseAction } from './lifecycle.ts';
import { caseStatuses, isUnassigned } from './status.ts';
import { actionsFor, step } from './step.ts';
import type { Decision } from './step.ts';

const anyActor = fc.constantFrom<Actor>(...Object.values(people), secondChief, secondTechnician);
const anyWorker = fc.constantFrom<Actor>(people.TECHNICIAN, people.CHIEF, secondChief, secondTechnician);

const anyFacts: fc.Arbitrary<CaseFacts> = fc
  .record({
    status: fc.constantFrom(...caseStatuses),
    closed: fc.boolean(),
    has_recording: fc.boolean(),
    agreement_missing: fc.boolean(),
    has_report: fc.boolean(),
    missing_required: fc.constantFrom([], ['gender'] as const),
    verification_requested: fc.boolean(),
    verified: fc.boolean(),
    verification_required: fc.boolean(),
    coverage_short: fc.constantFrom(null, { seen_percent: 40, asked_percent: 80 }),
    edit_saved: fc.boolean(),
    has_new_report: fc.boolean(),
    worker: anyWorker,
    confirmer: fc.option(anyWorker),
    author: fc.option(anyWorker),
    team_id: fc.constantFrom(null, teamId, otherTeamId),
    center_team_ids: fc.constantFrom([], [teamId, otherTeamId]),
    waiting_team_ids: fc.subarray([teamId, otherTeamId]),
    takes_others_share: fc.boolean(),
  })
  .map(({ status, worker, confirmer, author, ...rest }) =>
    caseIn(status, {
      ...rest,
      ...(isUnassigned(status) ? {} : { technician_id: worker.id }),
      confirmer_id: confirmer?.id ?? null,
      report_author_id: author?.id ?? null,
    }),
  );

/** Returns users who fit if anybody can: not the assignee, not the author. */
function freePeople(facts: CaseFacts): readonly [technician: Actor, confirmer: Actor | undefined] {
  const chiefs = [people.CHIEF, secondChief];
  const technicians = [people.TECHNICIAN, secondTechnician];
  return [
    technicians.find(({ id }) => id !== facts.technician_id) ?? people.TECHNICIAN,
    chiefs.find(({ id }) => id !== facts.technician_id && id !== facts.report_author_id),
  ];
}

test('an action is offered exactly when it is accepted with valid input', () => {
  fc.assert(
    fc.property(anyFacts, anyActor, (facts, actor) => {
      const [technician, confirmer] = freePeople(facts);
      const offered = actionsFor(facts, actor);
      for (const action of caseActions) {
        if (action === 'request-verification' && confirmer === undefined) continue;
        const input = fittingInput(facts, technician, confirmer ?? people.CHIEF);
        expect(offered.includes(action)).toBe(step(facts, action, actor, input).ok);
      }
    }),
    { numRuns: 2000 },
  );
});

test('a closed case offers no action to anybody and cannot be edited', () => {
  fc.assert(
    fc.property(anyFacts, anyActor, (facts, actor) => {
      const closed = { ...facts, closed: true };
      expect(actionsFor(closed, actor)).toEqual([]);
      for (const edit of ['patient', 'reading', 'report', 'comment'] as const) {
        expect(judgeEdit(closed, edit, actor, closed.version).ok).toBe(false);
      }
    }),
  );
});

const anyCommand = fc.record({
  action: fc.constantFrom(...caseActions.filter((one) => one !== 'close'), 'save-report' as const),
  actor: anyActor,
  technician: anyWorker,
  confirmer: anyWorker,
  password: fc.constantFrom('right' as const, 'right' as const, 'wrong' as const),
  stale: fc.constantFrom(false, false, false, true),
  wish: fc.nat({ max: 99 }),
});
type Command = typeof anyCommand extends fc.Arbitrary<infer C> ? C : never;

/** Most callers choose an action that they may do, and few of them close; the rest choose any action. */
function wishOf(facts: CaseFacts, { action, actor, wish }: Command): CaseAction | 'save-report' {
  const offered = actionsFor(facts, actor).filter((one) => one !== 'close' || wish === 0);
  return wish < 70 ? (offered[wish % Math.max(1, offered.length)] ?? 'save-report') : action;
}

interface Life {
  facts: CaseFacts;
  confirmations: number;
  accepted: number;
}

function expectPossible({ facts, confirmations }: Life): void {
  expect(facts.technician_id === null).toBe(isUnassigned(facts.status));
  expect(confirmations).toBe(facts.confirmed ? 1 : 0);
  if (facts.status === 'complete' || facts.status === 'edit') expect(facts.confirmed).toBe(true);
  else expect(facts.confirmed).toBe(false);
  if (facts.verified) expect(facts.verification_requested).toBe(true);
  if (facts.verification_requested) expect(facts.confirmer_id).not.toBeNull();
  if (facts.confirmer_id !== null) expect(facts.confirmer_id).not.toBe(facts.technician_id);
  if (isUnassigned(facts.status)) expect(facts.verification_requested).toBe(false);
  if (facts.closed) expect(facts.status).not.toBe('edit');
  if (facts.status === 'review' || facts.status === 'complete') expect(facts.has_report).toBe(true);
}

function expectFairCompletion(before: CaseFacts, decision: Decision): void {
  const completes = decision.status === 'complete' && decision.effects.includes('release-report');
  if (completes && (before.verification_required || before.verification_requested)) {
    expect(before.verified).toBe(true);
  }
}

function live(life: Life, command: Command): void {
  const { facts } = life;
  const { actor } = command;
  const action = wishOf(facts, command);
  if (action === 'save-report') {
    const edit = judgeEdit(facts, 'report', actor, facts.version);
    if (!edit.ok) return;
    life.facts = {
      ...facts,
      version: facts.version + 1,
      has_report: true,
      report_author_id: actor.id,
      verified: facts.verified && !edit.effects.includes('clear-verified'),
      edit_saved: facts.edit_saved || edit.effects.includes('mark-edit-saved'),
      has_new_report: true,
    };
    return;
  }
  const decision = step(facts, action, actor, {
    version: command.stale ? facts.version - 1 : facts.version,
    comment: 'why',
    technician: colleague(command.technician),
    confirmer: colleague(command.confirmer),
    password: command.password,
  });
  if (!decision.ok) return;
  expect(command.stale).toBe(false);
  expectFairCompletion(facts, decision);
  life.facts = after(facts, decision);
  life.accepted += 1;
  if (decision.effects.includes('confirm')) life.confirmations += 1;
}

test('random commands never reach an impossible state, and complete a case at most once', () => {
  let accepted = 0;
  const reached = new Set<string>();
  fc.assert(
    fc.property(fc.boolean(), fc.array(anyCommand, { maxLength: 200, size: 'max' }), (required, commands) => {
      const facts = caseIn('ready', { verification_required: required, has_report: false });
      const life: Life = { facts, confirmations: 0, accepted: 0 };
      for (const command of commands) {
        live(life, command);
        expectPossible(life);
        reached.add(life.facts.status);
      }
      accepted += life.accepted;
    }),
    { numRuns: 400, seed: 20261120 },
  );
  expect(accepted).toBeGreaterThan(4000);
  expect([...reached].sort()).toEqual([...caseStatuses].sort());
});
