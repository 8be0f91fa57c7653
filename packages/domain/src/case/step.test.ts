import { expect, test } from 'vitest';
import { otherCenterId, people, secondChief, secondTechnician } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import { after, caseIn, colleague, fittingInput } from './test-cases.ts';
import type { ActionInput, CaseFacts } from './facts.ts';
import type { CaseAction } from './lifecycle.ts';
import { actionsFor, step } from './step.ts';

const { TECHNICIAN: technician, CHIEF: chief, DOCTOR: doctor, ADMIN: admin } = people;

function take(facts: CaseFacts, action: CaseAction, actor: Actor, changes: Partial<ActionInput> = {}) {
  return step(facts, action, actor, { ...fittingInput(facts, secondTechnician, chief), ...changes });
}

function refusalOf(...args: Parameters<typeof take>): string {
  const answer = take(...args);
  return answer.ok ? 'accepted' : answer.code;
}

function run(start: CaseFacts, commands: readonly (readonly [CaseAction, Actor])[]): CaseFacts {
  let facts = start;
  for (const [action, actor] of commands) {
    const decision = take(facts, action, actor);
    if (!decision.ok) throw new Error(`${action}: ${decision.code}`);
    facts = after(facts, decision);
  }
  return facts;
}

test('a case is read, returned once, verified, completed, corrected and closed', () => {
  const completed = run(caseIn('ready', { verification_required: true }), [
    ['request', doctor],
    ['assign-to-me', technician],
    ['start', technician],
    ['review-request', technician],
    ['request-verification', technician],
    ['return', chief],
    ['review-request', technician],
    ['request-verification', technician],
    ['verify', chief],
    ['complete', technician],
  ]);
  expect(completed).toMatchObject({ status: 'complete', confirmed: true, verified: true });
  const corrected = run(
    { ...run(completed, [['request-editing', doctor]]), has_new_report: true, edit_saved: true },
    [
      ['complete-editing', technician],
      ['close', doctor],
    ],
  );
  expect(corrected).toMatchObject({ status: 'complete', closed: true });
});

test('a case outside the scope is not found, whatever else is wrong', () => {
  const elsewhere = caseIn('request', { tech_center_id: otherCenterId });
  expect(refusalOf(elsewhere, 'assign-to-me', technician, { version: 99 })).toBe('object/not-found');
});

test('an outdated version is refused before the state; a lost race for an assignment says so', () => {
  expect(refusalOf(caseIn('complete'), 'request', doctor, { version: 0 })).toBe('case/stale-version');
  expect(refusalOf(caseIn('assigned'), 'assign-to-me', secondTechnician, { version: 0 })).toBe(
    'case/already-assigned',
  );
  expect(refusalOf(caseIn('request'), 'assign-to-me', technician, { version: 0 })).toBe('case/stale-version');
  expect(refusalOf(caseIn('assigned'), 'assign-to-me', secondTechnician)).toBe('case/wrong-state');
});

test('only the assignee acts on a case', () => {
  expect(refusalOf(caseIn('assigned'), 'start', secondTechnician)).toBe('case/not-yours');
  expect(refusalOf(caseIn('assigned'), 'start', chief)).toBe('case/not-yours');
  expect(refusalOf(caseIn('assigned'), 'unassign', secondTechnician)).toBe('case/not-yours');
});

test('a request has its requirements', () => {
  const missing = take(caseIn('ready', { missing_required: ['patient_name', 'gender'] }), 'request', doctor);
  expect(missing).toEqual({
    ok: false,
    code: 'case/required-missing',
    fields: { patient_last_name: 'refusal.input.field-missing', gender: 'refusal.input.field-missing' },
  });
  expect(refusalOf(caseIn('ready', { has_recording: false }), 'request', doctor)).toBe('case/no-recording');
  expect(refusalOf(caseIn('ready', { agreement_missing: true }), 'request', doctor)).toBe(
    'case/no-agreement',
  );
  expect(refusalOf(caseIn('ready', { tech_center_id: null }), 'request', doctor)).toBe('case/no-center');
});

test('a given user must be an active technician or chief of the center', () => {
  const facts = caseIn('request');
  const named = colleague(secondTechnician);
  const unfit = [
    null,
    { ...named, active: false },
    { ...named, tech_center_id: otherCenterId },
    colleague(doctor),
  ];
  for (const person of unfit) {
    expect(refusalOf(facts, 'assign', chief, { technician: person })).toBe('case/technician-unfit');
  }
  expect(refusalOf(facts, 'assign', chief, { technician: undefined })).toBe('case/technician-missing');
  const same = { technician: colleague(technician) };
  expect(refusalOf(caseIn('start'), 'reassign', chief, same)).toBe('case/same-technician');
});

test('a confirmer is a chief of the center who did not do the work', () => {
  const own = caseIn('review', { technician_id: chief.id });
  expect(refusalOf(own, 'request-verification', chief)).toBe('case/confirmer-unfit');
  expect(refusalOf(own, 'request-verification', chief, { confirmer: colleague(secondChief) })).toBe(
    'accepted',
  );
  const wrote = caseIn('review', { report_author_id: chief.id });
  expect(refusalOf(wrote, 'request-verification', technician)).toBe('case/confirmer-unfit');
  const lay = { confirmer: colleague(secondTechnician) };
  expect(refusalOf(caseIn('review'), 'request-verification', technician, lay)).toBe('case/confirmer-unfit');
});

test('a chief never verifies own work, and only the requested confirmer verifies', () => {
  const requested = caseIn('review', { confirmer_id: chief.id, verification_requested: true });
  expect(refusalOf(requested, 'verify', chief)).toBe('accepted');
  expect(refusalOf(requested, 'verify', secondChief)).toBe('case/not-yours');
  expect(refusalOf({ ...requested, technician_id: chief.id }, 'verify', chief)).toBe('case/own-work');
  expect(refusalOf({ ...requested, report_author_id: chief.id }, 'return', chief)).toBe('case/own-work');
  expect(refusalOf({ ...requested, verified: true }, 'verify', chief)).toBe('case/already-verified');
});

test('completion waits for a required or requested verification', () => {
  expect(refusalOf(caseIn('review'), 'complete', technician)).toBe('accepted');
  expect(refusalOf(caseIn('review', { verification_required: true }), 'complete', technician)).toBe(
    'case/not-verified',
  );
  const requested = caseIn('review', { confirmer_id: chief.id, verification_requested: true });
  expect(refusalOf(requested, 'complete', technician)).toBe('case/not-verified');
  expect(refusalOf({ ...requested, verified: true }, 'complete', chief)).toBe('accepted');
  const unrequested = caseIn('review', { confirmer_id: chief.id });
  expect(refusalOf(unrequested, 'complete', chief)).toBe('case/verification-not-asked');
});

test('the first completion confirms the case, a later one does not', () => {
  const effectsOf = (confirmed: boolean) => {
    const decision = take(caseIn('review', { confirmed }), 'complete', technician);
    return decision.ok ? decision.effects : decision.code;
  };
  expect(effectsOf(false)).toEqual(['confirm', 'release-report']);
  expect(effectsOf(true)).toEqual(['release-report']);
});

test('a completion needs a report PDF, a correction a new one', () => {
  expect(refusalOf(caseIn('start', { has_report: false }), 'review-request', technician)).toBe('report/none');
  expect(refusalOf(caseIn('edit'), 'complete-editing', technician)).toBe('case/no-new-report');
  expect(refusalOf(caseIn('edit', { edit_saved: true }), 'cancel-editing', doctor)).toBe(
    'case/correction-saved',
  );
  const demanded = caseIn('edit', { has_new_report: true, verification_required: true });
  expect(refusalOf(demanded, 'complete-editing', technician)).toBe('case/not-verified');
});

test('verifying unlisted findings needs a chief’s statement, and completing needs the verification', () => {
  const waiting = caseIn('review', { confirmer_id: chief.id, verification_requested: true });
  const refused = (input: Parameters<typeof refusalOf>[3]) => refusalOf(waiting, 'verify', chief, input);
  expect(refused({ left_out: 3 })).toBe('case/left-out-unsaid');
  expect(refused({ left_out: 3, left_out_words: ' \n' })).toBe('case/left-out-unsaid');
  expect(refused({ left_out: 3, left_out_words: 'One shape.' })).toBe('accepted');
  expect(refused({ left_out: 0 })).toBe('accepted');
  const open = caseIn('review');
  expect(refusalOf(open, 'complete', technician, { left_out: 1 })).toBe('case/left-out-unverified');
  expect(refusalOf(open, 'complete', technician, { left_out: 0 })).toBe('accepted');
  const verified = { ...waiting, verified: true };
  expect(refusalOf(verified, 'complete', technician, { left_out: 1 })).toBe('accepted');
  const again = caseIn('edit', { has_new_report: true });
  expect(refusalOf(again, 'complete-editing', technician, { left_out: 1 })).toBe('case/left-out-unverified');
});

test('open points need a reason to verify and to complete', () => {
  const open_points = [{ kind: 'pins', count: 2 }] as const;
  const waiting = caseIn('review', { confirmer_id: chief.id, verification_requested: true });
  const again = caseIn('edit', { has_new_report: true });
  for (const [facts, action, actor] of [
    [waiting, 'verify', chief],
    [caseIn('review'), 'complete', technician],
    [again, 'complete-editing', technician],
  ] as const) {
    expect(refusalOf(facts, action, actor, { open_points })).toBe('case/open-unsaid');
    expect(refusalOf(facts, action, actor, { open_points, open_words: ' \n' })).toBe('case/open-unsaid');
    expect(refusalOf(facts, action, actor, { open_points, open_words: 'Answered by phone.' })).toBe(
      'accepted',
    );
    expect(refusalOf(facts, action, actor, { open_points: [] })).toBe('accepted');
  }
});

test('a wrong password is refused last', () => {
  const wrong = { password: 'wrong' } as const;
  expect(refusalOf(caseIn('review'), 'complete', technician, wrong)).toBe('auth/wrong-password');
  expect(refusalOf(caseIn('review', { verification_required: true }), 'complete', technician, wrong)).toBe(
    'case/not-verified',
  );
  expect(refusalOf(caseIn('review'), 'complete', technician, { password: 'absent' })).toBe(
    'case/password-missing',
  );
  expect(refusalOf(caseIn('assigned'), 'reject', technician, { comment: ' ' })).toBe('case/comment-missing');
});

test('a confirmer who is assigned the case is no longer its confirmer', () => {
  const requested = caseIn('review', {
    confirmer_id: chief.id,
    verification_requested: true,
    verified: true,
  });
  const decision = take(requested, 'reassign', people.CENTER, { technician: colleague(chief) });
  expect(decision).toMatchObject({ ok: true, technician_id: chief.id, confirmer_id: null });
  expect(decision.ok && after(requested, decision)).toMatchObject({
    verified: false,
    verification_requested: false,
  });
});

test('the hospital may not void a case in progress, and nobody closes one during a correction', () => {
  expect(refusalOf(caseIn('start'), 'close', doctor)).toBe('case/wrong-state');
  expect(refusalOf(caseIn('start'), 'close', admin)).toBe('accepted');
  expect(refusalOf(caseIn('edit'), 'close', admin)).toBe('case/wrong-state');
  expect(refusalOf(caseIn('ready', { closed: true }), 'close', admin)).toBe('case/closed');
});

test('the likely next action is first', () => {
  const first = (facts: CaseFacts, actor: Actor) => actionsFor(facts, actor)[0];
  expect(first(caseIn('ready'), doctor)).toBe('request');
  expect(first(caseIn('request'), technician)).toBe('assign-to-me');
  expect(first(caseIn('request'), chief)).toBe('assign');
  expect(first(caseIn('assigned'), technician)).toBe('start');
  expect(first(caseIn('start'), technician)).toBe('review-request');
  expect(first(caseIn('review'), technician)).toBe('complete');
  expect(first(caseIn('review', { verification_required: true }), technician)).toBe('request-verification');
  const requested = caseIn('review', { confirmer_id: chief.id, verification_requested: true });
  expect(first(requested, chief)).toBe('verify');
  expect(first({ ...requested, verified: true }, technician)).toBe('complete');
  expect(actionsFor(caseIn('complete', { tech_center_id: otherCenterId }), chief)).toEqual([]);
});
