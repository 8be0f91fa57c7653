// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as enFrame } from '../../platform/texts/en/dialogs.ts';
import { texts as koFrame } from '../../platform/texts/ko/dialogs.ts';
import { texts as enSays } from '../../platform/texts/en/messages.ts';
import { texts as koSays } from '../../platform/texts/ko/messages.ts';
import { PromptFrame } from './prompt-frame.tsx';

const languages = [
  { language: 'en', ok: enFrame.ok, cancel: enFrame.cancel, required: enSays['alert.required'] },
  { language: 'ko', ok: koFrame.ok, cancel: koFrame.cancel, required: koSays['alert.required'] },
] as const;

test.each(languages)('$language: a required text is requested until there is one', async (words) => {
  const answer = vi.fn();
  const ask = { title: 'Return', label: 'Reason', required: true, maxLength: 80 };
  const user = await showIn(words.language, <PromptFrame ask={ask} answer={answer} />);
  const field = await screen.findByRole('textbox', { name: 'Reason' });
  await user.type(field, '   ');
  await user.click(screen.getByRole('button', { name: words.ok }));
  expect((await screen.findByRole('alert')).textContent).toContain(words.required);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(answer).not.toHaveBeenCalled();
  await user.type(field, 'noise');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: words.ok }));
  expect(answer.mock.calls).toEqual([['   noise']]);
});

test.each(languages)('$language: cancelling returns nothing, Enter the text', async (words) => {
  const answer = vi.fn();
  const ask = { title: 'Note', label: 'Text', defaultValue: 'as it was', maxLength: 80 };
  const user = await showIn(words.language, <PromptFrame ask={ask} answer={answer} />);
  await user.click(await screen.findByRole('button', { name: words.cancel }));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), ' before{Enter}');
  expect(answer.mock.calls).toEqual([[null], ['as it was before']]);
});
