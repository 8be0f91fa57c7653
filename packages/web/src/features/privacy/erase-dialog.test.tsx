// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { EraseDialog } from './erase-dialog.tsx';

test('a refused erasure shows the words of the server and keeps the typed text', async () => {
  signedInAs();
  const detail = 'The repeated patient ID is different.';
  answerCalls(() => Response.json({ code: 'patient/not-confirmed', detail }, { status: 422 }));
  const user = await showIn(
    'en',
    <EraseDialog
      patient={{ hospital_id: 3, patient_id: '0042' }}
      digest="d"
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  );
  const repeated = await screen.findByLabelText('Patient ID again');
  await user.type(screen.getByLabelText('Reason'), 'Request of 3 May');
  await user.type(repeated, '0043');
  await user.type(screen.getByLabelText('Your password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Erase patient' }));
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(repeated).toHaveProperty('value', '0043');
});
