import { expect, test } from 'vitest';
import { type CaseDraft, changesOf, creationOf, draftFaults, emptyCaseDraft } from './case-draft.ts';

const today = '2026-11-20';
const good: CaseDraft = {
  ...emptyCaseDraft(4),
  hn_id: ' hn26k-05102 ',
  gender: 'female',
  birth_date: '1954-03-12',
};

test('an empty form lacks hospital, HN ID and gender', () => {
  expect(draftFaults(emptyCaseDraft(null), today)).toEqual({
    hospital_id: 'fault.hospital',
    hn_id: 'alert.required',
    gender: 'fault.gender',
  });
});

test('a valid form has no fault, and an HN ID may be typed with hyphens', () => {
  expect(draftFaults(good, today)).toEqual({});
  expect(draftFaults({ ...good, hn_id: 'XX123' }, today)).toEqual({ hn_id: 'fault.hn_id' });
});

test('dates are valid, not in the future and in their order', () => {
  expect(draftFaults({ ...good, birth_date: '2026-11-21' }, today)).toEqual({
    birth_date: 'fault.birth-future',
  });
  expect(draftFaults({ ...good, birth_date: '1954-02-30' }, today)).toEqual({ birth_date: 'fault.date' });
  const worn = { ...good, attachment_date: '2026-11-05', detachment_date: '2026-11-04' };
  expect(draftFaults(worn, today)).toEqual({ detachment_date: 'fault.detachment' });
});

test('an empty date is sent as missing', () => {
  expect(creationOf(good)).toMatchObject({
    hospital_id: 4,
    hn_id: 'hn26k-05102',
    attachment_date: null,
    priority: 'normal',
  });
});

test('an edit sends only changed fields', () => {
  expect(changesOf(good, good)).toEqual({});
  const next = { ...good, patient_last_name: '田中 ', birth_date: '' };
  expect(changesOf(next, good)).toEqual({ patient_last_name: '田中', birth_date: null });
});
