// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-page.ts';
import { texts as ja } from '../../../platform/texts/ja/case-page.ts';
import { testSaver } from '../model/test-saver.ts';
import { SaverProvider } from '../model/use-save.ts';
import { FactEditor } from './fact-editor.tsx';
import type { FactKey } from './fact-fields.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const detail = {
  case_id: 7,
  patient_last_name: 'Kim',
  patient_first_name: 'Min',
  patient_id: 'A-1',
  birth_date: '1961-04-02',
  gender: null,
  phone_number: null,
  priority: 'normal',
  comment: '',
  attachment_date: null,
  detachment_date: null,
  product_name: null,
} as const;

async function editIn(language: Language, field: FactKey) {
  const onDone = vi.fn();
  const editor = <FactEditor field={field} detail={detail} onDone={onDone} />;
  const user = await showIn(language, <SaverProvider value={testSaver()}>{editor}</SaverProvider>);
  return { user, onDone };
}

test.each(languages)('$language: both names are sent as one change', async ({ language, words }) => {
  const calls = answerCalls(() => Response.json({ case_id: 7, version: 4 }));
  const { user, onDone } = await editIn(language, 'name');
  const last = await screen.findByRole('textbox', { name: words['fact.last_name'] });
  expect(last).toHaveProperty('value', 'Kim');
  expect(document.activeElement).toBe(last);
  await user.clear(last);
  await user.type(last, 'Park ');
  await user.click(screen.getByRole('button', { name: words['edit.save'] }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const change = { patient_last_name: 'Park', patient_first_name: 'Min' };
  expect(calls.map(({ body }) => body)).toEqual([{ case_id: 7, version: 3, ...change }]);
});

test.each(languages)('$language: a refused edit stays as typed, with the reason', async (one) => {
  const fault = { code: 'input/invalid', detail: '', fields: { patient_id: 'alert.required' } };
  const calls = answerCalls(() => Response.json(fault, { status: 422 }));
  const { user, onDone } = await editIn(one.language, 'patient_id');
  const field = await screen.findByRole('textbox', { name: one.words['fact.patient_id'] });
  await user.type(field, '23');
  await user.click(screen.getByRole('button', { name: one.words['edit.save'] }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field).toHaveProperty('value', 'A-123');
  await user.click(screen.getByRole('button', { name: one.words['edit.save'] }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(onDone).not.toHaveBeenCalled();
});

test.each(languages)('$language: an unchanged field sends nothing', async ({ language, words }) => {
  const calls = answerCalls(() => Response.json({}));
  const { user, onDone } = await editIn(language, 'name');
  await user.click(await screen.findByRole('button', { name: words['edit.save'] }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls).toEqual([]);
});
