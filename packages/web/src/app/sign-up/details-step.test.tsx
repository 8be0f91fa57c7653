// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/sign-up.ts';
import { texts as ja } from '../../platform/texts/ja/sign-up.ts';
import { DetailsStep } from './details-step.tsx';
import { signUpStart } from './sign-up-steps.ts';

const state = {
  ...signUpStart,
  ...{ agreed: true, institution_code: 'NRT-1', user_id: 'mori1174', email: 'mori@hospital.example' },
  institution: {
    name: 'Northgate',
    type: 'hospital' as const,
    immediate_sign_up: false,
    roles: ['DOCTOR' as const],
  },
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a role that is refused is not refused in silence', async ({ language, words }) => {
  const detail = 'This role does not fit.';
  const fields = { role_key: 'refusal.user.role-unfit-for-group' };
  answerCalls(() =>
    Response.json({ code: 'user/role-unfit-for-group', detail, request_id: 'r', fields }, { status: 422 }),
  );
  const user = await showIn(
    language,
    atAddress('/sign-up', <DetailsStep state={state} onChange={() => undefined} />),
  );
  await user.type(await screen.findByLabelText(words['details.name']), 'Mori');
  await user.type(screen.getByLabelText(words['details.department']), 'ECG');
  await user.type(screen.getByLabelText(words['password.label']), 'tidal7Marble9quiet');
  await user.type(screen.getByLabelText(words['password.again']), 'tidal7Marble9quiet');
  await user.click(screen.getByRole('button', { name: words['details.create'] }));
  expect(await screen.findByText(detail)).toBeDefined();
});
