// @vitest-environment happy-dom
import type { User } from '@rhythmdesk/contract/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../../platform/client/query-cache.ts';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/messages.ts';
import { texts as enUsers } from '../../../platform/texts/en/users.ts';
import { texts as ja } from '../../../platform/texts/ja/messages.ts';
import { texts as jaUsers } from '../../../platform/texts/ja/users.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { showFault } from '../../../ui/faults/show-fault.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';

const languages = [
  { language: 'en', says: en, words: enUsers },
  { language: 'ja', says: ja, words: jaUsers },
] as const;

const absent: User = {
  ...{ id: 9, version: 1, user_id: 'mori1174', name: 'Mori Kaede', email: null, flag: 'active' },
  user_role: { id: 3, role_key: 'TECHNICIAN', group_type: 'team', level: 1 },
  user_group: { id: 4, name: 'Team 1', type: 'team' },
  ...{ last_sign_in_at: null, online: false, dormant_at: null, phone_number: '', department: '' },
  ...{ created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-01T00:00:00.000Z', description: '' },
  ...{ created_by: null, password_changed_at: null, dormant_after_days: 180, analysis_ratio: null },
  ...{ open_cases: null, editable: [], deletable: true, factors_resettable: false },
};
const nothing = () => undefined;

function absentFor(): void {
  signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
  answerCalls(() => Response.json({ code: 'object/not-found', detail: 'Not found.' }, { status: 404 }));
}

test.each(languages)(
  '$language: deleting an absent user says that the user was not found',
  async ({ language, says, words }) => {
    absentFor();
    const cache = makeQueryClient((error, about) => void showFault(error, about));
    const user = await showIn(
      language,
      <QueryClientProvider client={cache}>
        <DeleteUserDialog user={absent} onClose={nothing} onDeleted={nothing} />
        <DialogHost />
      </QueryClientProvider>,
    );
    await user.click(await screen.findByRole('button', { name: words.delete }));
    expect(await screen.findByRole('alertdialog', { name: says['alert.user-failure'] })).toBeDefined();
  },
);

test.each(languages)(
  '$language: opening an absent user says that the user was not found',
  async ({ language, says }) => {
    absentFor();
    await showIn(language, <EditUserDialog id={9} onClose={nothing} onSaved={nothing} onDelete={nothing} />);
    expect(await screen.findByText(says['alert.user-failure'])).toBeDefined();
  },
);
