import { expect, test } from 'vitest';
import { people, secondTechnician } from '../people/test-people.ts';
import type { Actor } from '../people/scope.ts';
import { caseIn } from './test-cases.ts';
import { isHeld, mayTake, mayWrite, editLockTimeoutMs } from './edit-lock.ts';
import { caseStatuses } from './status.ts';

const { TECHNICIAN: assignee, CHIEF: chief, DOCTOR: doctor } = people;
const now = 1_000_000_000;
const held = (user_id: number, page_id = 'a', seen_ms = now) => ({ user_id, page_id, seen_ms });
const verifying = caseIn('review', { verification_requested: true, confirmer_id: chief.id });

test('only the assignee has the edit lock while the case is in progress, also in a correction', () => {
  const where = (actor: Actor) => caseStatuses.filter((status) => mayWrite(caseIn(status), actor));
  expect(where(assignee)).toEqual(['start', 'review', 'edit']);
  for (const other of [chief, doctor, secondTechnician]) expect(where(other)).toEqual([]);
});

test('the confirmer may take it while verifying, also from the assignee', () => {
  expect(mayTake(verifying, chief, held(assignee.id), now)).toBe(true);
  expect(mayTake(verifying, assignee, held(chief.id), now)).toBe(false);
  expect(mayTake({ ...verifying, verification_requested: false }, chief, null, now)).toBe(false);
});

test('it becomes free a minute after its owner’s last message, and not before', () => {
  const lock = held(chief.id);
  expect(isHeld(verifying, lock, now + editLockTimeoutMs)).toBe(true);
  expect(isHeld(verifying, lock, now + editLockTimeoutMs + 1)).toBe(false);
  expect(mayTake(verifying, assignee, lock, now + editLockTimeoutMs + 1)).toBe(true);
});

test('nobody holds it once the case is closed or nobody works on it', () => {
  const where = caseStatuses.filter((status) => isHeld(caseIn(status), held(assignee.id), now));
  expect(where).toEqual(['start', 'review', 'edit']);
  expect(isHeld(caseIn('start', { closed: true }), held(assignee.id), now)).toBe(false);
});

test('another window of the same user takes it over; a former assignee has nothing', () => {
  expect(mayTake(caseIn('start'), assignee, held(assignee.id, 'b'), now)).toBe(true);
  expect(isHeld(caseIn('start'), held(secondTechnician.id), now)).toBe(false);
});
