// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { useCaseActions } from './use-case-actions.tsx';

const code = vi.hoisted(() => Promise.withResolvers<undefined>());
vi.mock(import('./action-dialog.tsx'), async (original) => {
  await code.promise;
  return original();
});

const target = {
  ...{ case_id: 7, version: 3, hn_id: 'HN26K00007', patient_first_name: '洋子', patient_last_name: '田中' },
  ...{ tech_center: null, team: null, technician: null },
};

function CasePage({ onKey }: { readonly onKey: (key: string) => void }) {
  const { run, dialog } = useCaseActions({ onDone: vi.fn(), onStale: vi.fn() });
  useCommands([
    { id: 'next-step', keys: ['R'], title: 'next', run: () => run('verify', target) },
    ...['B', 'Y', 'Del', 'Esc'].map((key) => ({ id: key, keys: [key], title: key, run: () => onKey(key) })),
  ]);
  return (
    <>
      <p>case</p>
      {dialog}
    </>
  );
}

test('a password typed directly after the key of the signing dialog is only in its field', async () => {
  signedInAs();
  answerCalls((call) =>
    Response.json(call.path.endsWith('/open-points') ? { points: [], left_out: [], from_reading: true } : {}),
  );
  const onKey = vi.fn();
  const user = await showIn('en', <CasePage onKey={onKey} />);
  await screen.findByText('case');
  await user.keyboard('rby1{Delete}{Escape}');
  code.resolve(undefined);
  await screen.findByRole('dialog', { name: en['name.verify'] });
  await waitFor(() =>
    expect(screen.getByLabelText(en.password, { exact: false })).toHaveProperty('value', 'by1'),
  );
  await user.keyboard('2');
  expect(screen.getByLabelText(en.password, { exact: false })).toHaveProperty('value', 'by12');
  expect(onKey).not.toHaveBeenCalled();
});
