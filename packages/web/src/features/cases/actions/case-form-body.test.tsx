// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, type ApiCall, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-form.ts';
import { texts as enFrame } from '../../../platform/texts/en/dialogs.ts';
import { texts as enSays } from '../../../platform/texts/en/messages.ts';
import { texts as ko } from '../../../platform/texts/ko/case-form.ts';
import { texts as koFrame } from '../../../platform/texts/ko/dialogs.ts';
import { texts as koSays } from '../../../platform/texts/ko/messages.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { CaseFormBody } from './case-form-body.tsx';

const languages = [
  { language: 'en', words: en, says: enSays, frame: enFrame },
  { language: 'ko', words: ko, says: koSays, frame: koFrame },
] as const;

type Words = (typeof languages)[number]['words'];

const refused = (status: number, code: string, fields: Record<string, string> = {}) =>
  Response.json({ code, detail: '', request_id: 'r', fields }, { status });

async function open(language: 'en' | 'ko', create: () => Response, state = 'free') {
  signedInAs();
  const apiCalls = answerCalls(({ path, body }: ApiCall) => {
    if (path.includes('upload/check')) return Response.json({ state, case_id: null, taken: null });
    return body === null ? Response.json({ items: [] }) : create();
  });
  const [onClose, onSaved] = [vi.fn(), vi.fn()];
  const user = await showIn(
    language,
    <>
      <CaseFormBody detail={null} hospital_id={1} onClose={onClose} onSaved={onSaved} />
      <DialogHost />
    </>,
  );
  const sent = () => apiCalls.filter(({ body }) => body !== null).map(({ body }) => body);
  const fill = async (words: Words) => {
    await user.type(await screen.findByLabelText(new RegExp(`^${words.hn_id}`)), 'hn26-k04001');
    await user.type(screen.getByLabelText(words.patient_last_name), 'Kim');
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${words.gender}`) }));
    await user.click(await screen.findByRole('option', { name: words['gender.female'] }));
  };
  const save = (words: Words) => user.click(screen.getByRole('button', { name: words['save.new'] }));
  return { user, fill, save, sent, onClose, onSaved };
}

const fieldOf = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}(\\s*\\*)?$`));

test.each(languages)('$language: missing fields are marked one by one, and nothing is sent', async (one) => {
  const { user, save, sent } = await open(one.language, () => Response.json({}));
  await user.type(await screen.findByLabelText(one.words.birth_date), '2031-02-03');
  await save(one.words);
  expect(await screen.findByText(one.says['alert.required'])).toBeDefined();
  expect(screen.getByText(one.words['fault.gender'])).toBeDefined();
  expect(screen.getByText(one.words['fault.birth-future'])).toBeDefined();
  expect(fieldOf(one.words.hn_id).getAttribute('aria-invalid')).toBe('true');
  await user.type(fieldOf(one.words.hn_id), 'no id');
  await save(one.words);
  expect(await screen.findByText(one.words['fault.hn_id'])).toBeDefined();
  expect(sent()).toEqual([]);
});

test.each(languages)('$language: a complete form is sent once, and names the new case', async (one) => {
  const made = () => Response.json({ case_id: 77, version: 1 }, { status: 201 });
  const { fill, save, sent, onSaved } = await open(one.language, made);
  await fill(one.words);
  await save(one.words);
  await waitFor(() => expect(onSaved.mock.calls).toEqual([[77]]));
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    hospital_id: 1,
    hn_id: 'HN26-K04001',
    patient_last_name: 'Kim',
    gender: 'female',
    birth_date: null,
    priority: 'normal',
  });
});

test.each(languages)(
  '$language: a taken HN ID is reported at its field, and the typed text stays',
  async (one) => {
    const { fill, save, onSaved } = await open(one.language, () => refused(409, 'case/hn-id-taken'));
    await fill(one.words);
    await save(one.words);
    expect(await screen.findByText(one.words['fault.hn_id-taken'])).toBeDefined();
    expect(fieldOf(one.words.hn_id).value).toBe('HN26-K04001');
    expect(fieldOf(one.words.patient_last_name).value).toBe('Kim');
    expect(onSaved).not.toHaveBeenCalled();
  },
);

test.each(languages)('$language: an HN ID is checked when its field is left', async (one) => {
  const { user } = await open(one.language, () => Response.json({}), 'taken');
  await user.type(await screen.findByLabelText(new RegExp(`^${one.words.hn_id}`)), 'HN26K04001');
  await user.tab();
  expect(await screen.findByText(one.words['fault.hn_id-taken'])).toBeDefined();
});

test.each(languages)('$language: a field that the server refuses is marked', async (one) => {
  const answer = () => refused(422, 'input/invalid', { phone_number: 'alert.signup.failformat' });
  const { fill, save } = await open(one.language, answer);
  await fill(one.words);
  await save(one.words);
  expect(await screen.findByText(one.words.failed)).toBeDefined();
  expect(screen.getByText(one.says['alert.signup.failformat'])).toBeDefined();
  expect(fieldOf(one.words.phone_number).getAttribute('aria-invalid')).toBe('true');
});

test.each(languages)('$language: leaving asks first once a text was typed', async (one) => {
  const { user, onClose } = await open(one.language, () => Response.json({}));
  await user.type(await screen.findByLabelText(one.words.patient_last_name), 'Kim');
  await user.click(screen.getByRole('button', { name: one.frame.cancel }));
  const question = await screen.findByRole('alertdialog', { name: one.words.discard });
  await user.click(within(question).getByRole('button', { name: new RegExp(one.words['discard.no']) }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: one.frame.cancel }));
  await user.click(await screen.findByRole('button', { name: one.words['discard.yes'] }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
