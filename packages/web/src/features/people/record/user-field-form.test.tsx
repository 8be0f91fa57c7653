// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { User } from '@rhythmdesk/contract/users';
import { answerCalls, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { UserFieldForm } from './user-field-form.tsx';

const { user_role, user_group } = sessionUser();
const person: User = {
  ...{ id: 17, version: 3, user_id: 'walker', name: 'Walker', email: 'walker@hospital.example' },
  ...{ user_role, user_group, flag: 'active', last_sign_in_at: null, online: false, dormant_at: null },
  ...{ created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z', created_by: null },
  ...{ phone_number: '100', department: '', description: '', password_changed_at: null },
  ...{ dormant_after_days: 365, analysis_ratio: null, open_cases: null, factors_resettable: false },
  ...{ editable: ['phone_number'], deletable: true },
};

const none = (): void => undefined;

/** The record is renewed while its field is edited, as by a change in another tab. */
function Renewed() {
  const [user, setUser] = useState(person);
  return (
    <>
      <button type="button" onClick={() => setUser({ ...person, version: 4, phone_number: '222' })}>
        changed elsewhere
      </button>
      <UserFieldForm user={user} field="phone_number" onTyped={none} onClose={none} onSaved={none} />
    </>
  );
}

test('a field that another user changed meanwhile is not overwritten before its new value was shown', async () => {
  signedInAs();
  const stale = { code: 'user/stale-version', detail: '', request_id: 'r', fields: {} };
  const calls = answerCalls(() => Response.json(stale, { status: 409 }));
  const user = await showIn('en', <Renewed />);
  const phone = await screen.findByRole('textbox');
  await user.clear(phone);
  await user.type(phone, '111');
  await user.click(screen.getByRole('button', { name: 'changed elsewhere' }));
  const save = screen.getByRole('button', { name: 'Save phone' });
  await user.click(save);
  expect(await screen.findByText(/222/)).toBeDefined();
  expect(calls.at(-1)?.body).toMatchObject({ version: 3, phone_number: '111' });
  await user.click(save);
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ version: 4, phone_number: '111' }));
});
