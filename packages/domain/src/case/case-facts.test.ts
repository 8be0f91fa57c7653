import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourMs } from '../kit/calendar.ts';
import { attachUpload } from './attach.ts';
import { defaultTurnaroundHours, dueMs, dueStateOf } from './deadline.ts';
import { normaliseHnId } from './hn-id.ts';
import { lifecycleText } from './lifecycle-doc.ts';
import { caseActions } from './lifecycle.ts';
import { missingMessages, missingRequired } from './required.ts';
import { caseStatuses, isCaseStatus, isUnassigned, labelOf } from './status.ts';

test('an HN ID is stored upper-case without hyphens', () => {
  expect(normaliseHnId(' hn-12-ab-34 ')).toBe('HN12AB34');
  expect(normaliseHnId('HN123456789012')).toBe('HN123456789012');
  for (const wrong of [
    'HN12345',
    'HN1234567890123',
    'XN123456',
    'HN12345ß',
    'HN 123456',
    'HN１２３４５６',
    '',
  ]) {
    expect(normaliseHnId(wrong)).toBeNull();
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (text) => {
      const once = normaliseHnId(text);
      if (once !== null) expect(normaliseHnId(once)).toBe(once);
    }),
  );
});

test('an upload attaches only to a ready case of that hospital that waits for its recording', () => {
  const waiting = { hospital_id: 10, status: 'ready', closed: false, has_recording: false } as const;
  expect(attachUpload(null, 10)).toEqual({ ok: true, value: 'create' });
  expect(attachUpload(waiting, 10)).toEqual({ ok: true, value: 'attach' });
  const others = [
    { ...waiting, hospital_id: 11 },
    { ...waiting, closed: true },
    { ...waiting, has_recording: true },
    { ...waiting, status: 'request' } as const,
  ];
  for (const other of others) expect(attachUpload(other, 10)).toMatchObject({ code: 'case/hn-id-taken' });
});

test('due times depend on priority, and say how near they are', () => {
  expect(dueMs(0, 'normal', defaultTurnaroundHours)).toBe(72 * hourMs);
  expect(dueMs(0, 'urgent', defaultTurnaroundHours)).toBe(24 * hourMs);
  const state = (leftMs: number) =>
    dueStateOf({ status: 'start', closed: false, due_ms: 100 * hourMs }, 100 * hourMs - leftMs);
  expect(state(-1)).toBe('over');
  expect(state(0)).toBe('due-soon');
  expect(state(4 * hourMs - 1)).toBe('due-soon');
  expect(state(4 * hourMs)).toBe('on-time');
  expect(dueStateOf({ status: 'complete', closed: false, due_ms: 0 }, 1)).toBe('done');
  expect(dueStateOf({ status: 'request', closed: true, due_ms: 0 }, 1)).toBe('done');
  expect(dueStateOf({ status: 'ready', closed: false, due_ms: null }, 1)).toBe('none');
});

test('the missing requirements of a request are named', () => {
  const whole = {
    patient_first_name: null,
    patient_last_name: '김',
    birth_date: '1950-01-01',
    gender: 'female',
    patient_id: 'P-1',
    recording_start: 0,
  };
  expect(missingRequired(whole)).toEqual([]);
  expect(
    missingRequired({ ...whole, patient_last_name: '  ', patient_id: '', recording_start: null }),
  ).toEqual(['patient_name', 'patient_id', 'recording_start']);
  expect(missingMessages(['patient_name'])).toEqual({ patient_last_name: 'refusal.input.field-missing' });
});

test('a status has a label', () => {
  expect(labelOf({ status: 'start', closed: false })).toBe('start');
  expect(labelOf({ status: 'review', closed: false, verified: true })).toBe('verified');
  expect(labelOf({ status: 'edit', closed: false, verified: true })).toBe('edit');
  expect(labelOf({ status: 'complete', closed: false, verified: true })).toBe('complete');
  expect(labelOf({ status: 'review', closed: true, verified: true })).toBe('closed');
  expect(caseStatuses.filter(isUnassigned)).toEqual(['ready', 'request']);
  expect(isCaseStatus('closed')).toBe(false);
});

test('the lifecycle page names every action and draws every transition', () => {
  const text = lifecycleText();
  for (const action of caseActions) expect(text).toContain(`\`${action}\``);
  expect(text).toContain('  review --> complete: complete\n');
  expect(text).toContain('  [*] --> ready\n');
});
