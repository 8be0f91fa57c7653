// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionState } from '../../platform/session/session-state.ts';
import { sendBeforeLeaving } from '../../platform/session/unsent-work.ts';
import { answerCalls, showIn, signedInAs } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/shell.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { useLeave } from './use-leave.ts';

function Page() {
  const leave = useLeave();
  return (
    <>
      <button onClick={() => void leave()}>leave</button>
      <DialogHost />
    </>
  );
}

async function leaveWith(send: () => Promise<boolean>) {
  signedInAs();
  answerCalls(() => Response.json({ ok: true }));
  onTestFinished(sendBeforeLeaving(send));
  const user = await showIn('en', <Page />);
  await user.click(await screen.findByRole('button', { name: 'leave' }));
  return user;
}

test('edits that are on their way reach the server before the sign-out', async () => {
  const states: string[] = [];
  await leaveWith(async () => {
    states.push(sessionState().kind);
    return true;
  });
  await waitFor(() => expect(sessionState().kind).toBe('signed-out'));
  expect(states).toEqual(['signed-in']);
});

test('a user whose edits cannot be sent is asked, and may stay signed in', async () => {
  const send = vi.fn(async () => false);
  const user = await leaveWith(send);
  await screen.findByRole('alertdialog', { name: en['leave.unsaved.title'] });
  await user.click(screen.getByRole('button', { name: en['leave.stay'] }));
  expect(sessionState().kind).toBe('signed-in');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'leave' }));
  await user.click(await screen.findByRole('button', { name: en['account.logout'] }));
  await waitFor(() => expect(sessionState().kind).toBe('signed-out'));
  expect(send).toHaveBeenCalledTimes(2);
});
