// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { useCommands } from '../../../ui/keys/use-commands.ts';
import { useTakeNext } from './take-next.tsx';

function Taker({ onTaken }: { onTaken: (case_id: number) => void }) {
  const next = useTakeNext(onTaken);
  useCommands(next === null ? [] : [{ id: 'next', keys: ['N'], title: 'next', run: next.take }]);
  return <output>{next?.busy === true ? 'takes' : 'rests'}</output>;
}

test('a key pressed again before the answer takes no second case', async () => {
  signedInAs({ user_role: { id: 1, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 2 } });
  const gate = Promise.withResolvers<undefined>();
  const apiCalls = answerCalls(async ({ path }) => {
    await gate.promise;
    return path.includes('case/next')
      ? Response.json({ case_id: 5, version: 1 })
      : Response.json({ case_id: 5, version: 2, status: 'assigned' });
  });
  const onTaken = vi.fn();
  const user = await showIn('en', <Taker onTaken={onTaken} />);
  await screen.findByText('rests');
  await user.keyboard('n');
  await screen.findByText('takes');
  await user.keyboard('n');
  gate.resolve(undefined);
  await screen.findByText('rests');
  await waitFor(() => expect(onTaken).toHaveBeenCalled());
  expect(onTaken.mock.calls).toEqual([[5]]);
  expect(apiCalls.map(({ path }) => path.split('/').at(-1))).toEqual(['next', 'assign-to-me']);
});
