import { caseActions } from '@rhythmdesk/domain/case/lifecycle';
import { expect, test } from 'vitest';
import { emptyDraft, inputOf, missingNeeds, needsOf } from './action-draft.ts';

const target = { case_id: 5, version: 3 };
const full = {
  comment: ' why ',
  password: 'pw',
  left_out_words: '',
  left_out: 0,
  open_words: '',
  open_points: 0,
  passkey: null,
  provider_proof: null,
  technician_id: 8,
  confirmer_id: 9,
  team_id: null,
};

test('an empty draft lacks exactly the requirements of the action', () => {
  const lacking = { ...emptyDraft, left_out: 3, open_points: 1 };
  for (const action of caseActions) {
    const needed = needsOf(action).filter((need) => need !== 'left-out-verified');
    expect(missingNeeds(action, lacking)).toEqual(needed);
  }
  expect(missingNeeds('verify', emptyDraft)).toEqual(['password']);
});

test('a full draft lacks nothing', () => {
  for (const action of caseActions) expect(missingNeeds(action, full)).toEqual([]);
});

test('only required fields are sent', () => {
  expect(inputOf('start', target, full)).toEqual(target);
  expect(inputOf('reject', target, full)).toEqual({ ...target, comment: 'why' });
  expect(inputOf('reassign', target, full)).toEqual({ ...target, comment: 'why', technician_id: 8 });
  expect(inputOf('request-verification', target, full)).toEqual({ ...target, confirmer_id: 9 });
  expect(inputOf('change-team', target, full)).toEqual({ ...target, team_id: null });
  expect(inputOf('complete', target, full)).toEqual({ ...target, password: 'pw' });
});

test('a reason to continue is sent where points are open', () => {
  const open = { ...full, open_points: 2, open_words: ' Known. ' };
  expect(inputOf('complete', target, open)).toEqual({ ...target, password: 'pw', open_words: 'Known.' });
  expect(missingNeeds('complete', { ...open, open_words: ' ' })).toEqual(['open-words']);
});

test('a blank comment is missing', () => {
  expect(missingNeeds('reject', { ...emptyDraft, comment: '  \n' })).toEqual(['comment']);
});
