// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { DeskHandback } from './desk-handback.tsx';

const handback = {
  action: 'request-editing',
  by: { id: 5, name: '林 医師' },
  at: '2026-11-29T03:00:00.000Z',
  comment: '3時の連発を確認してください。',
} as const;

async function shown(found: typeof handback | null) {
  signedInAs({});
  answerCalls(() => Response.json({ ok: true }));
  const desk = (
    <>
      <DeskHandback detail={{ case_id: 7, recording: 'none', handback: found }} />
      <p>desk</p>
    </>
  );
  const user = await showIn('ja', atAddress('/review/7', desk));
  await screen.findByText('desk');
  return user;
}

test('the desk shows the request for a correction until the reader hides it', async () => {
  const user = await shown(handback);
  expect(screen.getByText(handback.comment)).toBeDefined();
  await user.click(screen.getByRole('button', { name: '非表示' }));
  expect(screen.queryByText(handback.comment)).toBeNull();
});

test('a case that nobody returned shows nothing', async () => {
  await shown(null);
  expect(screen.queryByRole('status')).toBeNull();
});
