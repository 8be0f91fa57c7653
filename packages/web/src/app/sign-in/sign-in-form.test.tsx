// @vitest-environment happy-dom
import type { LoginAnswer } from '@rhythmdesk/contract/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sessionState, setSessionState } from '../../platform/session/session-state.ts';
import { answerCalls, callsBefore, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/sign-in.ts';
import { texts as enSays } from '../../platform/texts/en/messages.ts';
import { texts as ko } from '../../platform/texts/ko/sign-in.ts';
import { texts as koSays } from '../../platform/texts/ko/messages.ts';
import { DialogHost } from '../../ui/dialogs/dialog-host.tsx';
import { SignInForm } from './sign-in-form.tsx';

const languages = [
  { language: 'en', words: en, says: enSays },
  { language: 'ko', words: ko, says: koSays },
] as const;

type Words = (typeof languages)[number]['words'];

const dormant: LoginAnswer = {
  token: '',
  id: 7,
  user_id: 'doctor',
  user_role: { id: 3, role_key: 'DOCTOR', group_type: 'hospital', level: 1 },
  use_flag: 'D',
  must_change_password: false,
  second_step: null,
};
const refusal = { code: 'auth/login-failed', detail: 'x', request_id: 'r' };

async function open(language: 'en' | 'ko', answer: () => Response) {
  setSessionState({ kind: 'signed-out', reason: undefined });
  const calls = answerCalls(answer);
  const user = await showIn(
    language,
    <>
      <SignInForm notice={undefined} onSecondStep={vi.fn()} />
      <DialogHost />
    </>,
  );
  const fill = async (words: Words, id: string, password: string) => {
    if (id !== '') await user.type(await screen.findByLabelText(words.id), id);
    if (password !== '') await user.type(await screen.findByLabelText(words.password), password);
    await user.click(await screen.findByRole('button', { name: words.submit }));
  };
  return { calls, fill, user };
}

test.each(languages)('$language: a missing ID or password is requested, and nothing is sent', async (one) => {
  const { calls, fill } = await open(one.language, () => Response.json({}));
  await fill(one.words, 'doctor', '');
  expect((await screen.findByRole('alert')).textContent).toBe(one.says['alert.enter-id-password']);
  expect(await callsBefore(calls)).toEqual([]);
});

test.each(languages)('$language: a failed sign-in says so and keeps the typed text', async (one) => {
  const { fill } = await open(one.language, () => Response.json(refusal, { status: 401 }));
  await fill(one.words, 'doctor', 'Quartz6meadow2rain');
  expect((await screen.findByRole('alert')).textContent).toBe(one.says['alert.login-failure']);
  expect(screen.getByLabelText<HTMLInputElement>(one.words.id).value).toBe('doctor');
});

test.each(languages)('$language: a dormant account gets a dialog, and nobody is signed in', async (one) => {
  const { fill, user } = await open(one.language, () => Response.json(dormant));
  await fill(one.words, 'doctor', 'Quartz6meadow2rain');
  const dialog = await screen.findByRole('alertdialog', { name: one.words['dormant.title'] });
  const body = one.words['dormant.body'].replace('{{user_id}}', 'doctor');
  expect(within(dialog).getByText(body)).toBeDefined();
  expect(sessionState().kind).toBe('signed-out');
  await user.click(within(dialog).getByRole('button'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
