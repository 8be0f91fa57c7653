// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { answerCalls, atAddress, RenewAll, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as enMessages } from '../../../platform/texts/en/messages.ts';
import { texts as enLists } from '../../../platform/texts/en/lists.ts';
import { texts as en } from '../../../platform/texts/en/notices.ts';
import { texts as jaMessages } from '../../../platform/texts/ja/messages.ts';
import { texts as jaLists } from '../../../platform/texts/ja/lists.ts';
import { texts as ja } from '../../../platform/texts/ja/notices.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { NoticesDesk } from './notices-desk.tsx';

const languages = [
  { language: 'en', words: en, lists: enLists, messages: enMessages },
  { language: 'ja', words: ja, lists: jaLists, messages: jaMessages },
] as const;
type One = (typeof languages)[number];

const row = {
  id: 3,
  version: 2,
  category: 'service',
  group_type: 'hospital',
  popup: false,
  state: 'draft',
  from_time: '2026-11-27T00:00:00.000Z',
  to_time: '2026-12-27T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
};
const states = { draft: 1, planned: 0, shown: 0, ended: 0 };
const list = {
  items: [{ ...row, title: 'Support', audience: 4, readers: 0 }],
  total: 1,
  page: 1,
  size: 50,
  states,
};
const notice = {
  ...row,
  texts: { en: { title: 'Support', content: 'Call us.' } },
  user: { id: 7, name: 'Yoon' },
};
/** Answers of the server by the beginning of their path. */
const read: readonly (readonly [string, unknown])[] = [
  ['notice/notices/admin', list],
  ['notice/audience', { total: 4, kinds: [{ type: 'hospital', people: 4 }] }],
  ['notice/notice', notice],
];

const refusal = (status: number, code: string, fields?: Record<string, string>) =>
  Response.json({ code, detail: 'x', request_id: 'r', ...(fields ? { fields } : {}) }, { status });

/** `isDown`: the list of notices cannot be fetched. */
async function openDesk({ language }: One, onSave: () => Response, isDown = () => false) {
  signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
  const calls = answerCalls(({ path, body }) => {
    if (body !== null) return onSave();
    if (path.includes('notices/admin') && isDown()) return refusal(500, 'server/fault');
    const found = read.find(([start]) => path.includes(start));
    return Response.json(found?.[1] ?? {});
  });
  const page = (
    <>
      <NoticesDesk />
      <DialogHost />
    </>
  );
  const user = await showIn(language, atAddress('/notice?notice=3', page));
  return { calls, user };
}

test.each(languages)('$language: a failed save says so, and the typed text stays', async (one) => {
  const { calls, user } = await openDesk(one, () => refusal(500, 'server/fault'));
  const title = await screen.findByLabelText(one.words['field.title']);
  await user.type(title, ' moved');
  await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
  const alert = await screen.findByRole('alertdialog');
  expect(alert.textContent).toContain(one.messages['alert.server-failure']);
  await user.click(within(alert).getByRole('button', { name: 'OK' }));
  expect(title.getAttribute('value')).toBe('Support moved');
  const sent = calls.find(({ body }) => body !== null)?.body;
  expect(z.looseObject({}).parse(sent)).toMatchObject({
    id: 3,
    version: 2,
    title: 'Support moved',
    draft: true,
  });
});

test.each(languages)(
  '$language: a fault of a text opens its language and is shown at its field',
  async (one) => {
    const fields = { 'texts.ja.title': 'alert.required' };
    const { user } = await openDesk(one, () => refusal(422, 'input/field-missing', fields));
    await screen.findByLabelText(one.words['field.title']);
    await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
    expect((await screen.findByRole('alert')).textContent).toContain(one.messages['alert.required']);
    expect(screen.getByRole('tab', { selected: true, name: /日本語/ })).toBeTruthy();
  },
);

test.each(languages)(
  '$language: another user’s change is reported above the text, which stays',
  async (one) => {
    const { user } = await openDesk(one, () => refusal(409, 'notice/stale-version'));
    const title = await screen.findByLabelText(one.words['field.title']);
    await user.type(title, ' mine');
    await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
    await screen.findByText(one.words.stale);
    expect(title.getAttribute('value')).toBe('Support mine');
    await user.click(screen.getByRole('button', { name: one.words['stale.load'] }));
    await waitFor(() =>
      expect(screen.getByLabelText(one.words['field.title']).getAttribute('value')).toBe('Support'),
    );
  },
);

test.each(languages)('$language: if the list cannot be renewed, its rows stay and say so', async (one) => {
  let isSaved = false;
  const save = () => {
    isSaved = true;
    return Response.json(notice);
  };
  const { user } = await openDesk(one, save, () => isSaved);
  await user.click(await screen.findByRole('button', { name: one.words['save-draft'] }));
  const words = one.lists['hint.list-failed'].split('{{time}}').toSorted((a, b) => b.length - a.length)[0];
  expect(await screen.findByText((text) => text.includes(words ?? '-'))).toBeTruthy();
  expect(within(screen.getByRole('navigation')).getByText('Support')).toBeTruthy();
});

test('a page of notices behind the last one leads to the last one', async () => {
  signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
  answerCalls(({ path }) => Response.json(path.includes('page=2') ? { ...list, items: [], page: 2 } : list));
  await showIn('en', atAddress('/notice?page=2', <NoticesDesk />));
  expect(await screen.findByText('Support')).toBeTruthy();
});

/** Opens the desk over a notice that the server may change, and a button that renews every query. */
async function openChanging({ language }: One, save: () => Promise<Response>) {
  signedInAs({ user_role: { id: 8, role_key: 'ADMIN', group_type: 'admin', level: 5 } });
  let present: { status: number; body: unknown } = { status: 200, body: notice };
  const calls = answerCalls(({ path, body }) => {
    if (body !== null) return save();
    const found = read.find(([start]) => path.includes(start));
    if (found?.[1] === notice) return Response.json(present.body, { status: present.status });
    return Response.json(found?.[1] ?? {});
  });
  const page = (
    <>
      <RenewAll />
      <NoticesDesk />
      <DialogHost />
    </>
  );
  const user = await showIn(language, atAddress('/notice?notice=3', page));
  const renewWith = async (status: number, body: unknown) => {
    present = { status, body };
    await user.click(screen.getByRole('button', { name: 'renew' }));
  };
  return { calls, user, renewWith };
}

const theirs = { ...notice, version: 3, texts: { en: { title: 'Theirs', content: 'Write to us.' } } };

test.each(languages)(
  '$language: a text written on an older version is never sent as the newest one',
  async (one) => {
    const { calls, user, renewWith } = await openChanging(one, () =>
      Promise.resolve(refusal(409, 'notice/stale-version')),
    );
    const title = await screen.findByLabelText(one.words['field.title']);
    await user.type(title, ' mine');
    await renewWith(200, theirs);
    await screen.findByText(one.words.stale);
    await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
    await waitFor(() => expect(calls.some(({ body }) => body !== null)).toBe(true));
    expect(calls.find(({ body }) => body !== null)?.body).toMatchObject({
      version: 2,
      title: 'Support mine',
    });
  },
);

test.each(languages)('$language: a notice that cannot be fetched again keeps what is typed', async (one) => {
  const { user, renewWith, calls } = await openChanging(one, () => Promise.resolve(Response.json(notice)));
  const title = await screen.findByLabelText(one.words['field.title']);
  await user.type(title, ' mine');
  const before = calls.length;
  await renewWith(404, { code: 'object/not-found', detail: 'x', request_id: 'r' });
  await waitFor(() => expect(calls.length).toBeGreaterThan(before + 1));
  expect(screen.getByLabelText(one.words['field.title']).getAttribute('value')).toBe('Support mine');
});

test.each(languages)('$language: what is typed while a save runs is not taken for saved', async (one) => {
  let answer: (response: Response) => void = () => undefined;
  const { user, calls } = await openChanging(
    one,
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const title = await screen.findByLabelText(one.words['field.title']);
  await user.type(title, ' one');
  await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
  await user.type(title, ' two');
  answer(Response.json({ id: 3, version: 3 }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: one.words['save-draft'] }).disabled).toBe(
      false,
    ),
  );
  const saved = one.words.saved.split('{{time}}').toSorted((a, b) => b.length - a.length)[0] ?? '-';
  expect(screen.queryByText((text) => text.includes(saved.trim()))).toBeNull();
  await user.click(screen.getByRole('button', { name: one.words['save-draft'] }));
  await waitFor(() =>
    expect(calls.findLast(({ body }) => body !== null)?.body).toMatchObject({
      version: 3,
      title: 'Support one two',
    }),
  );
});

test('typed text stays when the window becomes too narrow for the list beside the editor', async () => {
  const become = (width: number): void => act(() => window.happyDOM.setViewport({ width }));
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  const { user } = await openDesk(languages[0], () => Response.json(notice));
  const title = await screen.findByLabelText(en['field.title']);
  await user.type(title, ' moved');
  for (const width of [700, 1024]) {
    become(width);
    expect(screen.getByLabelText(en['field.title']).getAttribute('value')).toBe('Support moved');
    expect(screen.queryByRole('searchbox') === null).toBe(width === 700);
  }
});
