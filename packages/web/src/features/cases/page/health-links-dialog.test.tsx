// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { HealthLinksDialog } from './health-links-dialog.tsx';

const item = {
  ...{ health_link_id: 3, state: 'open', created_by: 'Kim', created_at: '2026-11-20T01:00:00.000Z' },
  ...{ expires_at: '2026-12-20T01:00:00.000Z', opened_count: 2, opened_at: '2026-11-21T01:00:00.000Z' },
};
const made = {
  ...{ health_link_id: 4, link: 'https://x.example/health-link#shlink:/abc', passcode: '123456' },
  expires_at: '2026-12-20T01:00:00.000Z',
};

const answer = () =>
  answerCalls(({ path, body }) => {
    if (body !== null) return Response.json(made, { status: 201 });
    return Response.json(path.endsWith('health-links/3') ? { ok: true } : { items: [item] });
  });

test('a new link is shown once with its passcode, apart from the list', async () => {
  signedInAs();
  const calls = answer();
  const user = await showIn('en', <HealthLinksDialog case_id={7} onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect((await screen.findByRole('status', { name: 'Passcode' })).textContent).toBe('123456');
  expect(screen.getByRole('img', { name: 'Link as a QR code' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy link' }));
  expect(calls.find(({ body }) => body !== null)?.body).toMatchObject({ days: 30 });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/opened 2 times/)).toBeDefined();
  expect(screen.queryByText('123456')).toBeNull();
});

test('a valid link is revoked after a question', async () => {
  signedInAs();
  const calls = answer();
  const user = await showIn(
    'en',
    <>
      <HealthLinksDialog case_id={7} onClose={() => undefined} />
      <DialogHost />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: /^Revoke link of/ }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Revoke' }));
  await expect.poll(() => calls.some(({ path }) => path.endsWith('case/case/7/health-links/3'))).toBe(true);
});
