// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/sign-up.ts';
import { texts as ja } from '../../platform/texts/ja/sign-up.ts';
import { DetailsStep } from './details-step.tsx';
import { signUpStart, type SignUpState } from './sign-up-steps.ts';

const state: SignUpState = {
  ...signUpStart,
  ...{ agreed: true, institution_code: 'NRT-1', user_id: 'mori1174', email: 'mori@hospital.example' },
  institution: {
    name: 'Northgate',
    type: 'hospital',
    immediate_sign_up: false,
    roles: ['DOCTOR'],
  },
};

/** The step and the way back to the one before it. */
function Steps() {
  const [now, setNow] = useState(state);
  const change = (changed: Partial<SignUpState>) => setNow((before) => ({ ...before, ...changed }));
  if (now.step === 'email') {
    return (
      <button type="button" onClick={() => change({ step: 'details' })}>
        forward
      </button>
    );
  }
  return <DetailsStep state={now} onChange={change} />;
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a role that is refused is not refused in silence', async ({ language, words }) => {
  const detail = 'This role does not fit.';
  const fields = { role_key: 'refusal.user.role-unfit-for-group' };
  answerCalls(() =>
    Response.json({ code: 'user/role-unfit-for-group', detail, request_id: 'r', fields }, { status: 422 }),
  );
  const user = await showIn(language, atAddress('/sign-up', <Steps />));
  await user.type(await screen.findByLabelText(words['details.name']), 'Mori');
  await user.type(screen.getByLabelText(words['details.department']), 'ECG');
  await user.type(screen.getByLabelText(words['password.label']), 'tidal7Marble9quiet');
  await user.type(screen.getByLabelText(words['password.again']), 'tidal7Marble9quiet');
  await user.click(screen.getByRole('button', { name: words['details.create'] }));
  expect(await screen.findByText(detail)).toBeDefined();
});

test('what was typed stays when the user goes back and returns', async () => {
  const user = await showIn('en', atAddress('/sign-up', <Steps />));
  await user.type(await screen.findByLabelText(en['details.name']), 'Mori');
  await user.type(screen.getByLabelText(en['details.department']), 'ECG');
  await user.click(screen.getByRole('button', { name: en.back }));
  await user.click(await screen.findByRole('button', { name: 'forward' }));
  expect(await screen.findByLabelText(en['details.name'])).toHaveProperty('value', 'Mori');
  expect(screen.getByLabelText(en['details.department'])).toHaveProperty('value', 'ECG');
});
