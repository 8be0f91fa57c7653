// @vitest-environment happy-dom
import type { OwnEmail } from '@rhythmdesk/contract/email-addresses';
import type { Session } from '@rhythmdesk/contract/sessions';
import { channelsOf } from '@rhythmdesk/domain/notice/notification-preferences';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/account.ts';
import { texts as ja } from '../../../platform/texts/ja/account.ts';
import { texts as ko } from '../../../platform/texts/ko/account.ts';
import { texts as zh } from '../../../platform/texts/zh/account.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { Page } from './account-page.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const;

const sessionOf = (session_id: number, part: Partial<Session> = {}): Session => ({
  session_id,
  browser: 'Chrome',
  system: 'Windows',
  address: '10.3.0.9',
  network: 'private',
  created_at: '2026-11-20T08:00:00.000Z',
  last_seen_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2026-11-20T20:00:00.000Z',
  current: false,
  ...part,
});
const phone = sessionOf(3, { browser: 'Safari', system: 'iPhone', network: 'public' });

const nothing = {
  ...{ rule: 'offered', due_at: null, authenticator: null },
  ...{ passkeys: [], recovery_codes_left: 0 },
};
const notificationSettings = {
  preferences: {
    channels: channelsOf('DOCTOR'),
    ...{ quiet: null, mail_rhythm: 'day', time_zone: 'Asia/Seoul' },
  },
  usual: channelsOf('DOCTOR'),
  has_email: true,
};
const codes = Array.from({ length: 10 }, (_, at) => `AAAA${String(at)}-BBBBB`);

const noEmail: OwnEmail = { email: '', confirmed: false, pending: null };

function serve(items: readonly Session[], factors: object = nothing, email: OwnEmail = noEmail) {
  let left = [...items];
  let address = email;
  return answerCalls(({ path, body }) => {
    const ended = /user\/sessions\/(\d+)$/.exec(path)?.[1];
    if (ended !== undefined) {
      left = left.filter(({ session_id }) => String(session_id) !== ended);
      return Response.json({ ok: true });
    }
    if (path.endsWith('user/email')) return Response.json(address);
    if (path.includes('user/email/')) {
      if (path.endsWith('confirm'))
        address = { email: address.pending?.email ?? '', confirmed: true, pending: null };
      return Response.json({ ok: true });
    }
    if (path.endsWith('user/sessions')) return Response.json({ items: left });
    if (path.endsWith('user/factors')) return Response.json(factors);
    if (path.endsWith('notification/preferences')) return Response.json(notificationSettings);
    if (path.endsWith('user/me')) return Response.json(signedInAs());
    const hasCode = typeof body === 'object' && body !== null && 'code' in body;
    if (hasCode) return Response.json({ recovery_codes: codes });
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    return Response.json({ secret, uri: `otpauth://totp/Rhythmdesk:doctor?secret=${secret}` });
  });
}

const page = (
  <>
    <Page />
    <DialogHost />
  </>
);

test.each(languages)('$language: this session is marked, another is ended by its own button', async (one) => {
  const { language, words } = one;
  signedInAs();
  serve([sessionOf(1, { current: true }), sessionOf(2), phone]);
  const user = await showIn(language, atAddress('/account', page));
  const device = words.device.replace('{{browser}}', 'Safari').replace('{{system}}', 'iPhone');
  const end = await screen.findByRole('button', { name: words['end-one'].replace('{{device}}', device) });
  const row = screen.getByText(words.current).closest('li');
  expect(row && within(row).queryByRole('button')).toBeNull();
  await user.click(end);
  await waitFor(() => expect(screen.queryByRole('listitem', { name: device })).toBeNull());
  expect(screen.getAllByText(new RegExp(words['network.private']))).toHaveLength(2);
});

test('all others end together, after a question', async () => {
  signedInAs();
  const calls = serve([sessionOf(1, { current: true }), sessionOf(2), phone]);
  const user = await showIn('en', atAddress('/account', page));
  await user.click(await screen.findByRole('button', { name: en['end-others'] }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('2 other sessions end at once');
  await user.click(within(question).getByRole('button', { name: en['end-others.confirm'] }));
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.endsWith('user/sessions')).length).toBeGreaterThan(2),
  );
});

test.each(languages)(
  '$language: an app is set up by password, QR code and code, and its recovery codes are shown',
  async (one) => {
    const { language, words } = one;
    signedInAs();
    const calls = serve([sessionOf(1, { current: true })]);
    const user = await showIn(language, atAddress('/account', page));
    await user.click(await screen.findByRole('button', { name: words['app.set-up'] }));
    await user.type(await screen.findByLabelText(words.password), 'tidal7Marble9quiet');
    await user.click(screen.getByRole('button', { name: words['password.go'] }));
    expect(await screen.findByRole('img', { name: words['set-up.picture'] })).toBeDefined();
    await user.type(screen.getByLabelText(words['set-up.code']), '123 456');
    await user.click(screen.getByRole('button', { name: words['set-up.confirm'] }));
    const kept = await screen.findByRole('dialog', { name: words['codes.title'] });
    expect(
      within(kept)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    expect(
      calls.filter(({ path }) => path.endsWith('factors/authenticator')).map(({ body }) => body),
    ).toEqual([{ current_password: 'tidal7Marble9quiet' }, { code: '123456' }]);
    await user.click(within(kept).getByRole('button', { name: words['codes.done'] }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: words['codes.title'] })).toBeNull());
  },
);

test('off offers no app; a due one says by when', async () => {
  signedInAs();
  serve([], { ...nothing, rule: 'off' });
  await showIn('en', atAddress('/account', page));
  expect(await screen.findByText(en['steps.lead-off'])).toBeDefined();
  expect(screen.queryByRole('button', { name: en['app.set-up'] })).toBeNull();
});

test('a due second step says by when', async () => {
  signedInAs();
  serve([], { ...nothing, rule: 'required', due_at: '2099-11-29T09:00:00.000Z' });
  await showIn('en', atAddress('/account', page));
  expect(await screen.findByText(/^Set up a second step by 29 Nov 2099/)).toBeDefined();
});

const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const waiting: OwnEmail = {
  email: 'old@hospital.example',
  confirmed: true,
  pending: { email: 'new@hospital.example', expires_at: later(600), resend_at: later(-1), tries_left: 5 },
};

test.each(languages)('$language: a waiting address is in force once its code is entered', async (one) => {
  const { language, words } = one;
  signedInAs();
  const calls = serve([], nothing, waiting);
  const user = await showIn(language, atAddress('/account', page));
  const old = await screen.findByRole('listitem', { name: 'old@hospital.example' });
  expect(old.textContent).toContain(words['email.confirmed']);
  const fresh = screen.getByRole('listitem', { name: 'new@hospital.example' });
  expect(fresh.textContent).toContain(words['email.waiting']);
  await user.type(screen.getByLabelText(words['email.code']), '123456');
  await user.click(screen.getByRole('button', { name: words['email.confirm'] }));
  await waitFor(() => expect(screen.queryByLabelText(words['email.code'])).toBeNull());
  expect(screen.queryByRole('listitem', { name: 'old@hospital.example' })).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith('confirm')).map(({ body }) => body)).toEqual([
    { code: '123456' },
  ]);
});

test('an expired code can only be sent again', async () => {
  signedInAs();
  const over = { email: 'new@hospital.example', expires_at: later(-1), resend_at: later(-1), tries_left: 2 };
  const calls = serve([], nothing, { ...waiting, pending: over });
  const user = await showIn('en', atAddress('/account', page));
  expect(await screen.findByText(en['email.over'])).toBeDefined();
  expect(screen.queryByRole('button', { name: en['email.confirm'] })).toBeNull();
  await user.click(screen.getByRole('button', { name: en['email.again'] }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('user/email/code'))).toBe(true));
});

test('an unconfirmed address in force requests its first code', async () => {
  signedInAs();
  const calls = serve([], nothing, { email: 'old@hospital.example', confirmed: false, pending: null });
  const user = await showIn('en', atAddress('/account', page));
  const row = await screen.findByRole('listitem', { name: 'old@hospital.example' });
  expect(row.textContent).toContain(en['email.unconfirmed']);
  await user.click(within(row).getByRole('button', { name: en['email.send'] }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('user/email/code'))).toBe(true));
});
