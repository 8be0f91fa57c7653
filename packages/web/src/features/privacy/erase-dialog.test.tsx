// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { returnedIn, takeReturn } from '../../platform/session/provider-return.ts';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { EraseDialog } from './erase-dialog.tsx';

const dialog = (
  <EraseDialog
    patient={{ hospital_id: 3, patient_id: '0042' }}
    digest="d"
    onDone={() => undefined}
    onClose={() => undefined}
  />
);

test('a refused erasure shows the words of the server and keeps the typed text', async () => {
  signedInAs();
  const detail = 'The repeated patient ID is different.';
  answerCalls(() => Response.json({ code: 'patient/not-confirmed', detail }, { status: 422 }));
  const user = await showIn('en', dialog);
  const repeated = await screen.findByLabelText('Patient ID again');
  await user.type(screen.getByLabelText('Reason'), 'Request of 3 May');
  await user.type(repeated, '0043');
  await user.type(screen.getByLabelText('Your password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Erase patient' }));
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(repeated).toHaveProperty('value', '0043');
});

test('a user without a password erases with the proof of the provider', async () => {
  signedInAs({ has_password: false, provider: 'House' });
  vi.spyOn(window, 'open').mockReturnValue(window);
  const went = new Promise<void>((resolve) => {
    vi.spyOn(window.location, 'href', 'set').mockImplementation(() => resolve());
  });
  const url = 'https://login.house.example/auth?state=of-this-tab';
  const calls = answerCalls(({ path }) => {
    if (path.endsWith('/proof/begin')) return Response.json({ ticket: 'T'.repeat(43), url });
    if (path.endsWith('/proof')) return Response.json({ ticket: 'P'.repeat(43) });
    return Response.json({ code: 'patient/preview-stale', detail: 'Changed.' }, { status: 409 });
  });
  const user = await showIn('en', dialog);
  const erase = await screen.findByRole('button', { name: 'Erase patient' });
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await user.type(screen.getByLabelText('Reason'), 'Request of 3 May');
  expect(erase).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Patient ID again'), '0042');
  await user.click(erase);
  await went;
  await takeReturn(returnedIn('?state=of-this-tab&code=c1'));
  await waitFor(() => expect(calls.at(-1)?.path).toMatch(/privacy\/erasures$/));
  expect(calls.at(-1)?.body).toEqual({
    ...{ hospital_id: 3, patient_id: '0042', digest: 'd' },
    ...{ reason: 'Request of 3 May', confirmed_id: '0042', provider_proof: 'P'.repeat(43) },
  });
});
