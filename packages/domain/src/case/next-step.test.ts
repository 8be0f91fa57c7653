import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people, secondChief, secondTechnician } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import { mayEdit } from './edits.ts';
import { caseIn } from './test-cases.ts';
import { nextStep, type NextStep, type NextStepFacts } from './next-step.ts';
import { caseStatuses, isUnassigned, type CaseStatus } from './status.ts';
import { actionsFor } from './step.ts';

const actors = [...Object.values(people), secondChief, secondTechnician];
const { TECHNICIAN, CHIEF, DOCTOR, CENTER } = people;

function factsIn(status: CaseStatus, changes: Partial<NextStepFacts> = {}): NextStepFacts {
  return { ...caseIn(status), returned_since_asked: false, ...changes };
}

const switches = [
  'closed',
  'has_recording',
  'agreement_missing',
  'has_report',
  'verification_requested',
  'verified',
  'verification_required',
  'edit_saved',
  'has_new_report',
  'returned_since_asked',
] as const;

/** Checks that an offered action is open, a missing one is not, and only a closed or completed case is finished. */
function isFair(next: NextStep, facts: NextStepFacts, actor: Actor): boolean {
  if (facts.closed) return next.kind === 'closed';
  if (facts.status === 'complete') return next.kind === 'finished';
  if (next.kind === 'act') return actionsFor(facts, actor).includes(next.action);
  if (next.kind === 'owed') return !actionsFor(facts, actor).includes(next.action);
  return next.kind === 'wait';
}

test('every status, caller and set of facts has a next step, and its action is possible', () => {
  const seen = new Set<string>();
  const unfair: unknown[] = [];
  for (const status of caseStatuses) {
    for (let bits = 0; bits < 2 ** switches.length; bits += 1) {
      const on = Object.fromEntries(switches.map((name, index) => [name, (bits & (2 ** index)) !== 0]));
      const requested = on['verification_requested'] === true;
      const facts = factsIn(status, { ...on, confirmer_id: requested ? CHIEF.id : null });
      for (const actor of actors) {
        const next = nextStep(facts, actor);
        seen.add(next.kind);
        if (!isFair(next, facts, actor)) unfair.push({ status, on, role: actor.role_key, next });
      }
    }
  }
  expect(unfair).toEqual([]);
  expect([...seen].sort()).toEqual(['act', 'closed', 'finished', 'owed', 'wait']);
});

test('everybody who is waited for has an action', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...caseStatuses),
      fc.record(Object.fromEntries(switches.map((name) => [name, fc.boolean()]))),
      (status, on) => {
        const requested = on['verification_requested'] === true && !isUnassigned(status);
        const verified = requested && on['verified'] === true;
        const facts = factsIn(status, {
          ...on,
          closed: false,
          coverage_short: on['has_recording'] === true ? null : { seen_percent: 40, asked_percent: 80 },
          has_report: on['has_report'] === true || status === 'review' || status === 'complete',
          verification_requested: requested,
          verified,
          confirmer_id: requested ? CHIEF.id : null,
        });
        const all = actors.map((actor) => nextStep(facts, actor));
        if (status === 'complete') return;
        expect(all.some(({ kind }) => kind === 'act' || kind === 'owed')).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test('in analysis without a report the assignee adds one and the others wait for the assignee', () => {
  const facts = factsIn('start', { has_report: false });
  expect(nextStep(facts, TECHNICIAN)).toEqual({ kind: 'owed', action: 'review-request', guard: 'report' });
  expect(mayEdit(facts, 'report', TECHNICIAN)).toBe(true);
  for (const other of [CHIEF, CENTER, DOCTOR, secondTechnician]) {
    expect(nextStep(facts, other)).toEqual({ kind: 'wait', action: 'review-request', on: 'assignee' });
  }
  expect(nextStep(factsIn('start'), TECHNICIAN)).toEqual({ kind: 'act', action: 'review-request' });
});

test('in a correction the new report comes before anything else', () => {
  const facts = factsIn('edit', { verification_requested: true, confirmer_id: CHIEF.id });
  expect(nextStep(facts, TECHNICIAN)).toEqual({
    kind: 'owed',
    action: 'complete-editing',
    guard: 'new-report',
  });
  expect(nextStep(facts, CHIEF)).toEqual({ kind: 'wait', action: 'complete-editing', on: 'assignee' });
  const made = { ...facts, has_new_report: true };
  expect(nextStep(made, CHIEF)).toEqual({ kind: 'act', action: 'verify' });
  expect(nextStep(made, TECHNICIAN)).toEqual({ kind: 'wait', action: 'verify', on: 'confirmer' });
  expect(nextStep({ ...made, verified: true }, TECHNICIAN)).toEqual({
    kind: 'act',
    action: 'complete-editing',
  });
});

test('after a request for verification everybody waits for the requested chief', () => {
  const facts = factsIn('review', { verification_requested: true, confirmer_id: CHIEF.id });
  expect(nextStep(facts, CHIEF)).toEqual({ kind: 'act', action: 'verify' });
  for (const other of [TECHNICIAN, secondChief, CENTER, DOCTOR]) {
    expect(nextStep(facts, other)).toEqual({ kind: 'wait', action: 'verify', on: 'confirmer' });
  }
  expect(nextStep({ ...facts, verified: true }, TECHNICIAN)).toEqual({ kind: 'act', action: 'complete' });
});

test('after a return the verification is requested again', () => {
  const facts = factsIn('review', {
    verification_requested: true,
    confirmer_id: CHIEF.id,
    returned_since_asked: true,
  });
  expect(nextStep(facts, TECHNICIAN)).toEqual({ kind: 'act', action: 'request-verification' });
  expect(nextStep(facts, CHIEF)).toEqual({ kind: 'wait', action: 'request-verification', on: 'assignee' });
});

test('a chief without a part in a case is never offered reassigning or taking back as the next step', () => {
  for (const status of ['assigned', 'start', 'review', 'edit'] as const) {
    expect(nextStep(factsIn(status), secondChief).kind).toBe('wait');
  }
  expect(nextStep(factsIn('request'), CHIEF)).toEqual({ kind: 'act', action: 'assign' });
  expect(nextStep(factsIn('request'), TECHNICIAN)).toEqual({ kind: 'act', action: 'assign-to-me' });
});

test('before the request each missing requirement is named to the hospital', () => {
  const owed = (changes: Partial<NextStepFacts>) => nextStep(factsIn('ready', changes), DOCTOR);
  expect(owed({ missing_required: ['gender'] })).toMatchObject({ kind: 'owed', guard: 'required-fields' });
  expect(owed({ has_recording: false })).toMatchObject({ kind: 'owed', guard: 'recording' });
  expect(owed({ agreement_missing: true })).toMatchObject({ kind: 'owed', guard: 'agreement' });
  expect(owed({})).toEqual({ kind: 'act', action: 'request' });
  expect(nextStep(factsIn('ready'), TECHNICIAN)).toEqual({ kind: 'wait', action: 'request', on: 'hospital' });
});
