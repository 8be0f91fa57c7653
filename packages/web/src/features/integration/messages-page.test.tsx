// @vitest-environment happy-dom
import { hl7Settings } from '@rhythmdesk/contract/partners';
import { pacsSettings } from '@rhythmdesk/contract/pacs';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { ToastHost } from '../../ui/toasts/toast-host.tsx';
import { Page } from './messages-page.tsx';

const hospital = { id: 3, name: 'Central Hospital', type: 'hospital' };
const partner = {
  ...{ partner_id: 5, version: 1, channel: 'hl7', hospital, name: 'HIS', active: true },
  ...{ sends_results: true, takes_orders: true, acting_user: 'doctor' },
  settings: hl7Settings.parse({ host: 'his.example', port: 2575 }),
  counts: { waiting: 2, sent: 1, acknowledged: 40, refused: 1, dead: 0 },
  undelivered: 0,
  updated_at: '2026-11-20T01:00:00.000Z',
  same_sender: [],
};
const message = {
  ...{ message_id: 9, partner: { partner_id: 5, name: 'HIS', channel: 'hl7' }, hospital },
  ...{
    direction: 'out',
    kind: 'result',
    event: null,
    case_id: null,
    hn_id: null,
    control_id: 'RD1',
    state: 'refused',
  },
  ...{ attempts: 1, fault: 'refused', fault_detail: 'AE unknown patient' },
  ...{ created_at: '2026-11-20T01:00:00.000Z', next_attempt_at: null, sent_at: null },
  settled_at: '2026-11-20T01:00:01.000Z',
};
const content = {
  ...message,
  segments: [{ name: 'PID', fields: [{ position: 5, value: 'Kim^Minsu' }] }],
  reply: [{ name: 'MSA', fields: [{ position: 1, value: 'AE' }] }],
};
const missing = {
  ...{ code: 'input/reason-missing', detail: 'A reason is missing.', request_id: 'r' },
  fields: { reason: 'refusal.input.reason-missing' },
};

const secret = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI=';
const webhook = {
  ...{ partner_id: 6, version: 2, channel: 'webhook', hospital, name: 'Ward system', active: false },
  settings: { url: 'https://his.example/events', events: ['report.released'], with_results: false, ca: '' },
  ...{ off_reason: 'failing', failing_since: '2026-11-20T01:00:00.000Z', former_secret_ends_at: null },
  counts: { waiting: 2, sent: 0, acknowledged: 4, refused: 0, dead: 3 },
  undelivered: 3,
  updated_at: '2026-11-20T01:00:00.000Z',
};

const pacs = {
  ...{ partner_id: 7, version: 4, channel: 'dicom', hospital, name: 'Archive', active: true },
  settings: pacsSettings.parse({ url: 'https://pacs.example/dicom-web', sign_in: 'basic', user: 'rd' }),
  counts: { waiting: 0, sent: 0, acknowledged: 2, refused: 0, dead: 0 },
  undelivered: 0,
  updated_at: '2026-11-20T01:00:00.000Z',
};

const answer = (may_change: boolean) =>
  answerCalls(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    if (pathname.endsWith('/partners')) return Response.json({ items: [partner, webhook, pacs], may_change });
    if (pathname.endsWith('/6/again')) return Response.json({ count: 3 });
    if (pathname.endsWith('/6/secret')) return Response.json({ secret }, { status: 201 });
    if (pathname.endsWith('/webhooks/6')) return Response.json({ partner_id: 6, version: 3 });
    if (pathname.endsWith('/pacs/7')) return Response.json({ partner_id: 7, version: 5 });
    if (pathname.endsWith('/again')) return Response.json({ message_id: 9, state: 'waiting' });
    if (pathname.endsWith('/9'))
      return searchParams.has('reason') ? Response.json(content) : Response.json(missing, { status: 422 });
    return Response.json({ items: [message], total: 1, page: 1, size: 50 });
  });

test('partners and messages are listed with what has become of them', async () => {
  answer(false);
  await showIn('en', <Page />);
  expect(await screen.findByText('his.example:2575')).toBeDefined();
  expect(await screen.findByText('The message was refused. AE unknown patient')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add system' })).toBeNull();
});

test('systems with one sender are named, because all their orders are refused', async () => {
  const twin = { ...partner, partner_id: 8, name: 'Old HIS', same_sender: ['HIS'] };
  answerCalls(({ path }) =>
    path.includes('/partners')
      ? Response.json({ items: [{ ...partner, same_sender: ['Old HIS'] }, twin, pacs], may_change: true })
      : Response.json({ items: [], total: 0, page: 1, size: 50 }),
  );
  await showIn('en', <Page />);
  const notice = await screen.findByText(/Orders are refused/);
  expect(notice.parentElement?.textContent).toContain('HIS (Central Hospital), Old HIS (Central Hospital):');
});

test('a tablet has cards: the tables with their faults do not fit', async () => {
  window.happyDOM.setViewport({ width: 768 });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  answer(true);
  await showIn('en', <Page />);
  await screen.findByText('The message was refused. AE unknown patient');
  expect(screen.queryByRole('table')).toBeNull();
});

test('a system whose orders were refused has nothing to send again', async () => {
  answer(true);
  await showIn('en', <Page />);
  await screen.findByText('his.example:2575');
  const buttons = screen.getAllByRole('button', { name: /^Send again what was not delivered/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Send again what was not delivered: Ward system',
  ]);
});

test('an administrator opens a message with a reason, reads its segments and sends it again', async () => {
  const asked = answer(true);
  await showIn('en', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Open message 9' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText(/Reason/), { target: { value: 'support' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Open' }));
  expect(await within(dialog).findByText('Kim^Minsu')).toBeDefined();
  expect(within(dialog).getByText('PID-5')).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
  await expect.poll(() => asked.some(({ path }) => path.endsWith('messages/9/again'))).toBe(true);
});

test('a receiver of webhooks that was switched off is shown, changed, and gets what was not delivered again', async () => {
  const asked = answer(true);
  await showIn(
    'en',
    <>
      <Page />
      <ToastHost />
    </>,
  );
  expect(await screen.findByText('Switched off: nothing accepted')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Send again what was not delivered: Ward system' }));
  await expect.poll(() => asked.some(({ path }) => path.endsWith('partners/6/again'))).toBe(true);
  expect(await screen.findByText('3 messages are sent again.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Edit: Ward system' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByLabelText('Case closed'));
  fireEvent.click(within(dialog).getByLabelText('In use'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => asked.find(({ path }) => path.endsWith('webhooks/6'))?.body)
    .toMatchObject({ version: 2, active: true, settings: { events: ['report.released', 'case.closed'] } });
});

test('a replaced secret is shown once', async () => {
  answer(true);
  await showIn('en', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: Ward system' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Replace secret' }));
  expect(await screen.findByText(secret)).toBeDefined();
});

test('a new system names every field, the institution too, above its input, and says that it is required', async () => {
  answer(true);
  await showIn('en', <Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add system' }));
  const dialog = await screen.findByRole('dialog');
  const label = await within(dialog).findByText('Institution', { selector: 'label' });
  expect(label.getAttribute('for')).toBe(within(dialog).getByRole('combobox', { name: 'Institution' }).id);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe('This field is required');
});

test('a PACS is changed; its secret stays unless another one is typed', async () => {
  const asked = answer(true);
  await showIn('en', <Page />);
  expect(await screen.findByText('https://pacs.example/dicom-web')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Edit: Archive' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText(/Password or token/)).toHaveProperty('value', '');
  fireEvent.click(within(dialog).getByLabelText('Include the recording'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => asked.find(({ path }) => path.endsWith('pacs/7'))?.body)
    .toMatchObject({ version: 4, secret: '', settings: { user: 'rd', strips: true, recording: true } });
});
