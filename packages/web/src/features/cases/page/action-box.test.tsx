// @vitest-environment happy-dom
import Dialog from '@mui/material/Dialog';
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { testDetail } from '../model/test-case-detail.ts';
import { ActionBox } from './action-box.tsx';

const completed: CaseDetail = {
  ...testDetail(7, { version: 3, next_step: { kind: 'finished' } }),
  ...{ status: 'complete', actions: ['request-editing'] },
};
const requested: CaseDetail = {
  ...testDetail(7, { version: 4, next_step: { kind: 'wait', action: 'complete-editing', on: 'assignee' } }),
  ...{ status: 'edit', actions: ['cancel-editing'] },
};

/** `first`: whether the case is read again before the dialog closes or after it. */
function Acting({ first }: { readonly first: 'read' | 'close' }) {
  const [detail, setDetail] = useState(completed);
  const [open, setOpen] = useState(false);
  const steps = [() => setDetail(requested), () => setOpen(false)];
  const send = () => {
    for (const step of first === 'read' ? steps : steps.reverse()) setTimeout(step);
  };
  const dialog = open ? (
    <Dialog open>
      <button type="button" onClick={send}>
        send
      </button>
    </Dialog>
  ) : null;
  const actions = { run: () => setOpen(true), dialog, busy: null };
  return (
    <>
      <ActionBox detail={detail} actions={actions} next={null} narrow={false} />
      {dialog}
    </>
  );
}

test.each(['read', 'close'] as const)(
  'after a request for a correction (%s first) the focus is on what the case waits for, not on its cancellation',
  async (first) => {
    signedInAs();
    const user = await showIn('en', atAddress('/detail/7', <Acting first={first} />));
    await user.click(await screen.findByRole('button', { name: en['name.request-editing'] }));
    await user.click(await screen.findByRole('button', { name: 'send' }));
    const cancel = await screen.findByRole('button', { name: en['name.cancel-editing'] });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.contains(cancel)).toBe(true));
    expect(document.activeElement).not.toBe(cancel);
    expect(document.activeElement).not.toBe(document.body);
  },
);
