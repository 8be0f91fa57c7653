// @vitest-environment happy-dom
import { channelsOf } from '@rhythmdesk/domain/notice/notification-preferences';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/notification-settings.ts';
import { texts as shellEn } from '../../../platform/texts/en/shell.ts';
import { texts as ja } from '../../../platform/texts/ja/notification-settings.ts';
import { texts as shellJa } from '../../../platform/texts/ja/shell.ts';
import { texts as ko } from '../../../platform/texts/ko/notification-settings.ts';
import { texts as shellKo } from '../../../platform/texts/ko/shell.ts';
import { texts as zh } from '../../../platform/texts/zh/notification-settings.ts';
import { texts as shellZh } from '../../../platform/texts/zh/shell.ts';
import type { NotificationSettings } from './notification-settings.ts';
import { NotificationSection } from './notification-section.tsx';

const languages = [
  { language: 'en', words: en, shell: shellEn },
  { language: 'ja', words: ja, shell: shellJa },
  { language: 'ko', words: ko, shell: shellKo },
  { language: 'zh', words: zh, shell: shellZh },
] as const;

const usual = channelsOf('CHIEF');
const begun: NotificationSettings = {
  preferences: { channels: usual, quiet: null, mail_rhythm: 'day', time_zone: 'Asia/Seoul' },
  usual,
  has_email: true,
};

/** Stores the settings, as the server does. */
function server(first: NotificationSettings = begun) {
  let kept = first;
  return answerCalls(({ path, body }) => {
    if (!path.endsWith('notification/preferences')) return Response.json({ ok: true });
    if (body === null) return Response.json(kept);
    if (typeof body === 'object') kept = { ...kept, preferences: { ...kept.preferences, ...body } };
    return Response.json({ ok: true });
  });
}

const saved = (calls: ReturnType<typeof server>) =>
  calls.flatMap(({ body }) => (typeof body === 'object' && body !== null ? [body] : []));

test.each(languages)('$language: a tick of a category and a channel is saved at once', async (one) => {
  signedInAs();
  const calls = server();
  const user = await showIn(one.language, atAddress('/account', <NotificationSection />));
  const name = one.words['channel-of']
    .replace('{{channel}}', one.words.mail)
    .replace('{{kind}}', one.shell['category.request']);
  const box = await screen.findByRole('checkbox', { name });
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(9);
  await user.click(box);
  await waitFor(() => expect(saved(calls)).toHaveLength(1));
  const request = { ...usual.request, mail: true };
  expect(saved(calls)[0]).toEqual({ ...begun.preferences, channels: { ...usual, request } });
  await user.click(await screen.findByRole('button', { name: one.words.usual }));
  await waitFor(() => expect(saved(calls)).toHaveLength(2));
  expect(saved(calls)[1]).toEqual(begun.preferences);
});

test('the bell of a critical finding and its last other channel cannot be removed', async () => {
  signedInAs();
  const calls = server();
  const user = await showIn('en', atAddress('/account', <NotificationSection />));
  const box = (channel: string) => screen.getByRole('checkbox', { name: `${channel}: Critical finding` });
  await screen.findByRole('checkbox', { name: 'Push: Critical finding' });
  expect(box('Bell')).toHaveProperty('disabled', true);
  for (const channel of ['Push', 'Mail']) expect(box(channel)).toHaveProperty('disabled', false);
  await user.click(box('Push'));
  await waitFor(() => expect(box('Mail')).toHaveProperty('disabled', true));
  await waitFor(() => expect(saved(calls)).toHaveLength(1));
});

test('two choices in a row both stay, also while the first is still being saved', async () => {
  signedInAs();
  const firstMayBeSaved = Promise.withResolvers<null>();
  let kept: object = begun.preferences;
  const calls = answerCalls(async ({ path, body }) => {
    if (!path.endsWith('notification/preferences')) return Response.json({ ok: true });
    if (body === null) return Response.json({ ...begun, preferences: kept });
    await firstMayBeSaved.promise;
    if (typeof body === 'object') kept = body;
    return Response.json({ ok: true });
  });
  await showIn('en', atAddress('/account', <NotificationSection />));
  const quiet = await screen.findByRole('checkbox', { name: en.quiet });
  const mailed = screen.getByRole('checkbox', { name: 'Mail: Request' });
  fireEvent.click(mailed);
  expect(mailed).toHaveProperty('checked', true);
  fireEvent.click(quiet);
  expect(quiet).toHaveProperty('checked', true);
  firstMayBeSaved.resolve(null);
  await waitFor(() => expect(saved(calls)).toHaveLength(2));
  const request = { ...usual.request, mail: true };
  expect(saved(calls)[1]).toMatchObject({ channels: { request }, quiet: { from_minute: 1_320 } });
  await waitFor(() => expect(calls.filter(({ body }) => body === null)).toHaveLength(3));
  expect([mailed, quiet].map((each) => each.matches(':checked'))).toEqual([true, true]);
});

test('quiet hours begin as a night, their ends are saved as minutes of the day, and they can be removed', async () => {
  signedInAs();
  const calls = server();
  const user = await showIn('en', atAddress('/account', <NotificationSection />));
  await user.click(await screen.findByRole('checkbox', { name: en.quiet }));
  await waitFor(() => expect(saved(calls)).toHaveLength(1));
  expect(saved(calls)[0]).toMatchObject({ quiet: { from_minute: 1_320, to_minute: 420 } });
  const from = await screen.findByLabelText(en['quiet.from']);
  expect(from).toHaveProperty('value', '22:00');
  await user.clear(from);
  await user.type(from, '21:30');
  await user.tab();
  await waitFor(() => expect(saved(calls)).toHaveLength(2));
  expect(saved(calls)[1]).toMatchObject({ quiet: { from_minute: 1_290, to_minute: 420 } });
  await user.click(screen.getByRole('checkbox', { name: en.quiet }));
  await waitFor(() => expect(saved(calls)).toHaveLength(3));
  expect(saved(calls)[2]).toMatchObject({ quiet: null });
});

test('without an e-mail address it says that nothing is mailed', async () => {
  signedInAs();
  server({ ...begun, has_email: false });
  await showIn('en', atAddress('/account', <NotificationSection />));
  expect(await screen.findByText(new RegExp(en['no-email']))).toBeDefined();
});

test('hours without a length are refused in words, and the stored time is shown again', async () => {
  signedInAs();
  const quiet = { from_minute: 1_320, to_minute: 420 };
  const kept = { ...begun, preferences: { ...begun.preferences, quiet } };
  const calls = answerCalls(({ body }) =>
    body === null
      ? Response.json(kept)
      : Response.json({ code: 'notification/quiet-hours' }, { status: 422 }),
  );
  const user = await showIn('en', atAddress('/account', <NotificationSection />));
  const from = () => screen.findByLabelText(en['quiet.from']);
  await user.clear(await from());
  await user.type(await from(), '07:00');
  await user.tab();
  await waitFor(() => expect(saved(calls)).toHaveLength(1));
  await waitFor(async () => expect(await from()).toHaveProperty('value', '22:00'));
  await user.clear(await from());
  await user.tab();
  await waitFor(async () => expect(await from()).toHaveProperty('value', '22:00'));
  expect(saved(calls)).toHaveLength(1);
});
