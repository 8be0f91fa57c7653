// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createStore } from '../../../platform/store.ts';
import { answerCalls, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { useStored } from '../../../platform/use-stored.ts';
import { OpenedDialogs } from '../../../ui/dialogs/opened-dialogs.tsx';
import { HealthLinkButton } from './health-link-button.tsx';

const version: CaseDetail['report_versions'][number] = {
  report_version: 1,
  file_id: 3,
  created_at: '2026-11-20T01:00:00.000Z',
  created_by: null,
  source: 'reading',
  current: true,
  signature: null,
};

test('the passcode of a new link stays when the window crosses the limit of a phone', async () => {
  signedInAs();
  const made = { health_link_id: 4, link: 'https://x.example/health-link#shlink:/abc', passcode: '123456' };
  answerCalls(({ body }) => {
    if (body === null) return Response.json({ items: [] });
    return Response.json({ ...made, expires_at: '2026-12-20T01:00:00.000Z' }, { status: 201 });
  });
  const isNarrow = createStore(false);
  function Page() {
    const button = <HealthLinkButton detail={{ case_id: 7, report_versions: [version] }} />;
    return useStored(isNarrow) ? <section>{button}</section> : <div>{button}</div>;
  }
  const page = (
    <>
      <Page />
      <OpenedDialogs />
    </>
  );
  const user = await showIn('en', page);
  await user.click(await screen.findByRole('button', { name: 'Link for the patient' }));
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect((await screen.findByRole('status', { name: 'Passcode' })).textContent).toBe('123456');
  act(() => isNarrow.set(true));
  expect(screen.getByRole('status', { name: 'Passcode' }).textContent).toBe('123456');
});
