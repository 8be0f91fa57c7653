// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { texts as ja } from '../../../platform/texts/ja/actions.ts';
import { ActionDialog } from './action-dialog.tsx';

const target = {
  case_id: 7,
  version: 3,
  hn_id: 'HN26K00007',
  patient_first_name: '洋子',
  patient_last_name: '田中',
  tech_center: null,
  team: null,
  technician: null,
};
const left_out = [{ kind: 'v_couplet', found: 43_000, listed: 20_000 }];

/** Shows the verification of a case, and its return once the user has cancelled the verification. */
function VerifyThenReturn() {
  const [action, setAction] = useState<'verify' | 'return'>('verify');
  const callbacks = { onClose: () => setAction('return'), onDone: () => undefined, onStale: () => undefined };
  return <ActionDialog key={action} action={action} target={target} {...callbacks} />;
}

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: a return asks no reason to continue, even if a verification was opened before',
  async (one) => {
    answerCalls(({ path }) =>
      path.endsWith('/open-points')
        ? Response.json({ points: [{ kind: 'pins', count: 2 }], left_out, from_reading: true })
        : Response.json({ items: [] }),
    );
    const user = await showIn(one.language, <VerifyThenReturn />);
    expect(await screen.findByText(one.words['open.title'])).toBeDefined();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: one.words['name.return'] })).toBeDefined();
    expect(screen.queryByText(one.words['open.title'])).toBeNull();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
  },
);
