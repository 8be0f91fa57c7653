import { expect, test } from 'vitest';
import { otherCenterId, people, secondTechnician } from '../people/test-people.ts';
import { caseIn } from './test-cases.ts';
import { judgeEdit, mayEdit } from './edits.ts';
import { caseStatuses } from './status.ts';

const where = (edit: 'patient' | 'reading' | 'user-file', actor: Parameters<typeof mayEdit>[2]) =>
  caseStatuses.filter((status) => mayEdit(caseIn(status), edit, actor));

test('patient fields can be edited until the case is assigned, by the administrator in any status', () => {
  expect(where('patient', people.DOCTOR)).toEqual(['ready', 'request']);
  expect(where('patient', people.MANAGER)).toEqual(['ready', 'request']);
  expect(where('patient', people.ADMIN)).toEqual(caseStatuses);
  expect(where('patient', people.TECHNICIAN)).toEqual([]);
});

test('files of the hospital are edited by its own users until the case is assigned', () => {
  expect(where('user-file', people.DOCTOR)).toEqual(['ready', 'request']);
  expect(where('user-file', people.MANAGER)).toEqual(['ready', 'request']);
  for (const other of [people.ADMIN, people.TECHNICIAN, people.CHIEF, people.LOGISTICS]) {
    expect(where('user-file', other)).toEqual([]);
  }
});

test('the reading is edited by its technician or a chief of the center, while it is in progress', () => {
  expect(where('reading', people.TECHNICIAN)).toEqual(['start', 'review', 'edit']);
  expect(where('reading', people.CHIEF)).toEqual(['start', 'review', 'edit']);
  expect(where('reading', secondTechnician)).toEqual([]);
  expect(where('reading', people.ADMIN)).toEqual([]);
});

test('a pinned comment is answered by its assignee or a chief of the center, in any status except closed', () => {
  const answers = (actor: Parameters<typeof mayEdit>[2], facts = caseIn('start')) =>
    mayEdit(facts, 'pin-answer', actor);
  expect([people.TECHNICIAN, people.CHIEF].map((actor) => answers(actor))).toEqual([true, true]);
  for (const other of [secondTechnician, people.CENTER, people.DOCTOR, people.ADMIN, people.LOGISTICS]) {
    expect(answers(other)).toBe(false);
  }
  expect(answers(people.CHIEF, caseIn('complete'))).toBe(true);
  expect(answers(people.CHIEF, caseIn('start', { closed: true }))).toBe(false);
  expect(answers(people.CHIEF, caseIn('start', { tech_center_id: otherCenterId }))).toBe(false);
});

test('a change of reading or report voids the verification and counts as a save of the correction', () => {
  const verified = { verified: true, verification_requested: true, confirmer_id: people.CHIEF.id };
  expect(judgeEdit(caseIn('review', verified), 'report', people.TECHNICIAN, 1)).toEqual({
    ok: true,
    effects: ['clear-verified'],
  });
  expect(judgeEdit(caseIn('edit', verified), 'reading', people.TECHNICIAN, 1)).toEqual({
    ok: true,
    effects: ['clear-verified', 'mark-edit-saved'],
  });
  expect(judgeEdit(caseIn('start'), 'reading', people.TECHNICIAN, 1)).toEqual({ ok: true, effects: [] });
  expect(judgeEdit(caseIn('review', verified), 'comment', people.DOCTOR, null)).toEqual({
    ok: true,
    effects: [],
  });
});

test('the refusals have a fixed order', () => {
  const code = (...args: Parameters<typeof judgeEdit>) => {
    const answer = judgeEdit(...args);
    return answer.ok ? 'accepted' : answer.code;
  };
  expect(code(caseIn('start'), 'reading', people.DOCTOR, 0)).toBe('auth/role-never');
  expect(code(caseIn('start', { tech_center_id: otherCenterId }), 'reading', people.CHIEF, 0)).toBe(
    'object/not-found',
  );
  expect(code(caseIn('complete'), 'reading', people.CHIEF, 0)).toBe('case/stale-version');
  expect(code(caseIn('complete'), 'reading', people.CHIEF, 1)).toBe('case/wrong-state');
  expect(code(caseIn('start'), 'reading', secondTechnician, 1)).toBe('case/not-yours');
  expect(code(caseIn('start', { closed: true }), 'comment', people.CHIEF, null)).toBe('case/closed');
});
