// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { texts as ja } from '../../../platform/texts/ja/actions.ts';
import { texts as enPins } from '../../../platform/texts/en/pins.ts';
import { texts as jaPins } from '../../../platform/texts/ja/pins.ts';
import { texts as enSays } from '../../../platform/texts/en/messages.ts';
import { texts as jaSays } from '../../../platform/texts/ja/messages.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { testSaver } from '../model/test-saver.ts';
import { SaverProvider } from '../model/use-save.ts';
import { ActionDialog } from './action-dialog.tsx';

const languages = [
  { language: 'en', words: en, required: enSays['alert.required'] },
  { language: 'ja', words: ja, required: jaSays['alert.required'] },
] as const;

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

function parts() {
  return { onClose: vi.fn(), onDone: vi.fn(), onStale: vi.fn() };
}

test.each(languages)('$language: a rejection needs its reason before anything is sent', async (one) => {
  const calls = answerCalls(() => Response.json({ case_id: 7, version: 4, status: 'ready' }));
  const callbacks = parts();
  const dialog = <ActionDialog action="reject" target={target} {...callbacks} />;
  const user = await showIn(one.language, dialog);
  const send = await screen.findByRole('button', { name: one.words['name.reject'] });
  expect(screen.getByRole('dialog', { name: one.words['name.reject'] }).textContent).toContain('HN26K00007');
  await user.click(send);
  expect((await screen.findByRole('alert')).textContent).toContain(one.required);
  const reason = screen.getByRole('textbox', { name: one.words.reason });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(calls).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: one.words.reason }), 'lead fell off');
  await user.click(send);
  await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
  expect(callbacks.onDone).toHaveBeenCalledWith({
    action: 'reject',
    case_id: 7,
    version: 4,
    status: 'ready',
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.path).toMatch(/case\/case\/7\/reject$/);
  expect(calls[0]?.body).toMatchObject({ version: 3, comment: 'lead fell off' });
});

test.each(languages)('$language: a refused rejection says why and keeps the typed text', async (one) => {
  const body = { code: 'case/wrong-state', detail: 'The reason of the server.', request_id: 'r1' };
  answerCalls(() => Response.json(body, { status: 422 }));
  const callbacks = parts();
  const user = await showIn(one.language, <ActionDialog action="reject" target={target} {...callbacks} />);
  const field = await screen.findByRole('textbox', { name: one.words.reason });
  await user.type(field, 'lead fell off');
  await user.click(screen.getByRole('button', { name: one.words['name.reject'] }));
  expect(await screen.findByText('The reason of the server.')).toBeDefined();
  expect(screen.getByRole('textbox', { name: one.words.reason })).toHaveProperty('value', 'lead fell off');
  expect(callbacks.onDone).not.toHaveBeenCalled();
});

test.each(languages)(
  '$language: findings that are not listed need a statement before a verification is sent',
  async (one) => {
    const left_out = [{ kind: 'v_couplet', found: 43_000, listed: 20_000 }];
    const calls = answerCalls((call) =>
      call.path.endsWith('/open-points')
        ? Response.json({ points: [], left_out, from_reading: true })
        : Response.json({ case_id: 7, version: 4, status: 'review' }),
    );
    const callbacks = parts();
    const user = await showIn(one.language, <ActionDialog action="verify" target={target} {...callbacks} />);
    const words = await screen.findByRole('textbox', { name: one.words['left-out.words'] });
    const title = one.words['left-out.title_other'].replace('{{value}}', '23,000');
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText(/20,000.*43,000|43,000.*20,000/)).toBeDefined();
    await user.type(screen.getByLabelText(one.words.password, { exact: false }), 'secret');
    const send = screen.getByRole('button', { name: one.words['name.verify'] });
    await user.click(send);
    expect((await screen.findByRole('alert')).textContent).toContain(one.required);
    expect(calls.filter(({ path }) => path.endsWith('/verify'))).toEqual([]);
    await user.type(words, 'All of one shape.');
    await user.click(send);
    await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
    const sent = calls.find(({ path }) => path.endsWith('/verify'));
    expect(sent?.body).toMatchObject({ left_out_words: 'All of one shape.', password: 'secret' });
  },
);

test('a verification with all findings listed needs only the password', async () => {
  const calls = answerCalls((call) =>
    call.path.endsWith('/open-points')
      ? Response.json({ points: [], left_out: [], from_reading: true })
      : Response.json({ case_id: 7, version: 4, status: 'review' }),
  );
  const callbacks = parts();
  const user = await showIn('en', <ActionDialog action="verify" target={target} {...callbacks} />);
  await user.type(await screen.findByLabelText(en.password, { exact: false }), 'secret');
  expect(screen.queryByRole('textbox', { name: en['left-out.words'] })).toBeNull();
  await user.click(screen.getByRole('button', { name: en['name.verify'] }));
  await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
  expect(calls.find(({ path }) => path.endsWith('/verify'))?.body).not.toHaveProperty('left_out_words');
});

test('a refused password is selected, so that the next one replaces it', async () => {
  signedInAs();
  const refusal = { code: 'auth/wrong-password', detail: 'Wrong password.', request_id: 'r1' };
  answerCalls(({ path }) =>
    path.endsWith('/open-points')
      ? Response.json({ points: [], left_out: [], from_reading: true })
      : Response.json(refusal, { status: 406 }),
  );
  const user = await showIn('en', <ActionDialog action="verify" target={target} {...parts()} />);
  const field = await screen.findByLabelText(en.password, { exact: false });
  await user.type(field, 'wrong{Enter}');
  await screen.findByText('Wrong password.');
  await user.keyboard('right');
  expect(field).toHaveProperty('value', 'right');
});

test.each(languages)('$language: open points are named, need a reason, and open by one key', async (one) => {
  const points = [
    { kind: 'pins', count: 2 },
    { kind: 'unseen', count: 61 },
  ];
  const calls = answerCalls((call) =>
    call.path.endsWith('/open-points')
      ? Response.json({ points, left_out: [], from_reading: true })
      : Response.json({ case_id: 7, version: 4, status: 'complete' }),
  );
  const callbacks = parts();
  const dialog = <ActionDialog action="complete" target={target} {...callbacks} />;
  const user = await showIn(one.language, atAddress('/', dialog));
  const reason = await screen.findByRole('textbox', { name: one.words['open.words'] });
  expect(screen.getByText(one.words['open.pins_other'].replace('{{value}}', '2'))).toBeDefined();
  const field = screen.getByLabelText(one.words.password, { exact: false });
  await user.type(field, 'secret1');
  const send = screen.getByRole('button', { name: one.words['name.complete'] });
  await user.click(send);
  expect((await screen.findByRole('alert')).textContent).toContain(one.required);
  await user.type(reason, 'Answered by telephone.');
  await user.click(send);
  await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
  const sent = calls.find(({ path }) => path.endsWith('/complete'));
  expect(sent?.body).toMatchObject({ open_words: 'Answered by telephone.', password: 'secret1' });
  expect(callbacks.onClose).not.toHaveBeenCalled();
  await user.click(field);
  await user.keyboard('{Alt>}2{/Alt}');
  expect(callbacks.onClose).toHaveBeenCalledTimes(1);
});

test.each(['frame', 'radio'])('Enter on the %s sends a complete request, once', async (place) => {
  const calls = answerCalls((call) =>
    call.path.includes('chiefs')
      ? Response.json({ items: [{ id: 9, name: '斎藤 蓮' }] })
      : Response.json({ case_id: 7, version: 4, status: 'review' }),
  );
  const callbacks = parts();
  const dialog = <ActionDialog action="request-verification" target={target} {...callbacks} />;
  const user = await showIn('en', dialog);
  const radio = await screen.findByRole('radio', { checked: true });
  const focused = place === 'radio' ? radio : screen.getByRole('dialog');
  focused.focus();
  expect(document.activeElement).toBe(focused);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
  expect(calls.filter(({ path }) => path.endsWith('/request-verification'))).toHaveLength(1);
});

test('the chief who was asked last is selected for the next case, and Enter sends it', async () => {
  signedInAs();
  const items = [
    { id: 8, name: 'Chief One' },
    { id: 9, name: '斎藤 蓮' },
  ];
  const calls = answerCalls((call) =>
    call.path.includes('chiefs')
      ? Response.json({ items })
      : Response.json({ case_id: 7, version: 4, status: 'review' }),
  );
  const first = parts();
  const dialog = (of: ReturnType<typeof parts>) => (
    <ActionDialog action="request-verification" target={target} {...of} />
  );
  const user = await showIn('en', dialog(first));
  await user.click(await screen.findByRole('radio', { name: /斎藤/ }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(first.onDone).toHaveBeenCalledTimes(1));
  cleanup();
  const second = parts();
  const next = await showIn('en', dialog(second));
  await screen.findByRole('radio', { name: /斎藤/, checked: true });
  await next.keyboard('{Enter}');
  await waitFor(() => expect(second.onDone).toHaveBeenCalledTimes(1));
  const asked = calls.filter(({ path }) => path.endsWith('/request-verification'));
  expect(asked.map(({ body }) => body)).toMatchObject([{ confirmer_id: 9 }, { confirmer_id: 9 }]);
});

const chiefs = { items: [{ id: 9, name: '斎藤 蓮' }] };

test('a request names the version after what this page saved while the dialog was open', async () => {
  const calls = answerCalls((call) =>
    Response.json(call.path.includes('chiefs') ? chiefs : { case_id: 7, version: 6, status: 'review' }),
  );
  let version = 3;
  // The conclusion and the report are saved before the request is sent.
  const saver = {
    ...testSaver(),
    settle: async () => Boolean((version = 5)),
    versionAfter: () => version,
  };
  const callbacks = parts();
  const user = await showIn(
    'en',
    <SaverProvider value={saver}>
      <ActionDialog action="request-verification" target={target} {...callbacks} />
    </SaverProvider>,
  );
  await screen.findByRole('radio', { checked: true });
  await user.click(screen.getByRole('button', { name: en['name.request-verification'] }));
  await waitFor(() => expect(callbacks.onDone).toHaveBeenCalledTimes(1));
  expect(calls.findLast(({ path }) => path.endsWith('/request-verification'))?.body).toMatchObject({
    version: 5,
  });
});

test.each(languages)('$language: a request is not sent while typed text cannot be saved', async (one) => {
  const calls = answerCalls(() => Response.json(chiefs));
  const callbacks = parts();
  const user = await showIn(
    one.language,
    <SaverProvider value={{ ...testSaver(), settle: async () => false }}>
      <ActionDialog action="request-verification" target={target} {...callbacks} />
    </SaverProvider>,
  );
  await screen.findByRole('radio', { checked: true });
  await user.click(screen.getByRole('button', { name: one.words['name.request-verification'] }));
  expect(await screen.findByText(one.words.unsaved)).toBeDefined();
  expect(calls.some(({ path }) => path.endsWith('/request-verification'))).toBe(false);
});

const pinned = {
  comment_id: 1,
  user: { id: 3, name: '斎藤 蓮' },
  institution: 'Center',
  internal: true,
  content: 'Count the last beat.',
  mentions: [],
  place: { start_sample: 100, end_sample: null },
  reply_to: null,
  answered: null,
  created_at: '2026-11-12T01:00:00.000Z',
};
const answered = { by: { id: 3, name: '斎藤 蓮' }, at: '2026-11-12T01:00:00.000Z' };

test.each([
  { language: 'en', words: en, note: enPins['with-return_other'] },
  { language: 'ja', words: ja, note: jaPins['with-return_other'] },
] as const)('$language: a return says how many open pinned comments are sent with it', async (one) => {
  const items = [pinned, { ...pinned, comment_id: 2 }, { ...pinned, comment_id: 3, answered }];
  answerCalls(() => Response.json({ items }));
  const dialog = <ActionDialog action="return" target={target} {...parts()} />;
  await showIn(one.language, dialog);
  expect(await screen.findByText(one.note.replace('{{value}}', '2'))).toBeDefined();
  expect(screen.getByRole('button', { name: one.words['name.return'] })).toBeDefined();
});

test('a user without a password is verified by the provider with the button of the action itself', async () => {
  signedInAs({ has_password: false, provider: 'House' });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  answerCalls(() => Response.json({ items: [], points: [], total: 0 }));
  const dialog = (
    <>
      <ActionDialog action="complete" target={target} {...parts()} />
      <DialogHost />
    </>
  );
  const user = await showIn('en', dialog);
  await user.click(await screen.findByRole('button', { name: en['name.complete'] }));
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1));
  expect(await screen.findByText(/^The browser blocked the window/)).toBeDefined();
});
