// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/uploads.ts';
import { texts as ko } from '../../../platform/texts/ko/uploads.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import type { CheckResult } from '../check/check-result.ts';
import { emptyPatient, type Patient } from '../patients/patient.ts';
import { changeBatch, type Card } from './batch.ts';
import { PatientLine } from './patient-field.tsx';
import { SendFoot } from './send-foot.tsx';
import type { Hospital, Prepared } from './use-prepared.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const whole: Patient = {
  ...emptyPatient,
  ...{ patient_last_name: 'Mori', patient_id: 'P-1', birth_date: '1960-04-03', gender: 'female' },
};
const result: CheckResult = {
  fault: null,
  files: {
    'Report.pdf': 'sound',
    'TraceData.dat': 'sound',
    'TraceViewData.dat': 'sound',
    'SummaryData.csv': 'sound',
  },
  facts: null,
  ...{ coverage: null, preview: null, fingerprint: 'f' },
};

function prepared(id: number, patient: Patient, agree_type: Hospital['agree_type'] = 'NONE'): Prepared {
  const card: Card = {
    ...{ id, file: new File(['zip'], `patch_${String(id)}.zip`), conversion: null, result },
    ...{ hospital_id: null, patient, priority: 'normal', fingerprint: null, drop: 1 },
  };
  const hospital = { id: 3, name: 'Harbor', agree_type, time_zone: 'Asia/Tokyo' };
  return { card, hospital, verdict: { kind: 'checked', result }, waiting: null, taken: null, settled: true };
}

async function show(language: 'en' | 'ko', all: readonly Prepared[]) {
  signedInAs();
  answerCalls(() => Response.json({ items: [] }));
  const onSend = vi.fn();
  const element = (
    <>
      {all.map(({ card }) => (
        <PatientLine key={card.id} card={card} nextId={null} />
      ))}
      <SendFoot prepared={all} onSend={onSend} />
      <DialogHost />
    </>
  );
  return { user: await showIn(language, atAddress('/upload', element)), onSend };
}

beforeEach(() => changeBatch({ typing: null, consent: false }));

test.each(languages)(
  '$language: while no recording can be requested, the button is disabled and another opens the first missing field',
  async ({ language, words }) => {
    const { user, onSend } = await show(language, [prepared(1, { ...whole, birth_date: '' })]);
    const send = await screen.findByRole('button', { name: words['send-request.short'] });
    expect(send).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: words['incomplete.fill'] }));
    const field = await screen.findByLabelText(words['patient.birth_date']);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-required')).toBe('true');
    expect(screen.getByText(words['patient.required'])).toBeDefined();
    expect(onSend).not.toHaveBeenCalled();
  },
);

test('of several recordings the complete ones are counted, and the question’s safe answer has the focus', async () => {
  const { user, onSend } = await show('en', [prepared(1, whole), prepared(2, emptyPatient)]);
  await user.click(await screen.findByRole('button', { name: 'Send and request 1' }));
  const fill = await screen.findByRole('button', { name: new RegExp(en['incomplete.fill']) });
  await waitFor(() => expect(document.activeElement).toBe(fill));
  await user.keyboard('{Enter}');
  const name = await screen.findByLabelText(en['patient.patient_last_name']);
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(onSend).not.toHaveBeenCalled();
});

test.each([
  ['2062-04-03', '2062-04-03 is in the future.'],
  ['0196-04-03', '0196-04-03 is more than 130 years ago.'],
])(
  'the birth date %s, which the server would refuse, is shown before anything is sent',
  async (birth_date, why) => {
    const { user, onSend } = await show('en', [prepared(1, whole), prepared(2, { ...whole, birth_date })]);
    await user.click(await screen.findByRole('button', { name: 'Send 2 recordings' }));
    const field = await screen.findByLabelText(en['patient.birth_date']);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.getByRole('alert').textContent).toContain(why);
    expect(onSend).not.toHaveBeenCalled();
  },
);

test('a consent on paper is needed first, one on a screen is recorded later', async () => {
  const { user } = await show('en', [prepared(1, whole, 'PAPER')]);
  const send = await screen.findByRole('button', { name: 'Send and request' });
  expect(send).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox'));
  expect(await screen.findByRole('button', { name: 'Send and request 1' })).toHaveProperty('disabled', false);
});

test('where the patient agrees on a screen the page says when analysis can be requested', async () => {
  await show('en', [prepared(1, whole, 'SCREEN')]);
  expect(await screen.findByText(en['consent.later'])).toBeDefined();
});
