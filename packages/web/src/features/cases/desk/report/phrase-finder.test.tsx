// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { FilledPhrase } from '@rhythmdesk/contract/report-phrases';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/phrases.ts';
import { texts as ja } from '../../../../platform/texts/ja/phrases.ts';
import { PhraseFinder } from './phrase-finder.tsx';

const hostile = '<img src=x onerror=alert(1)> {rate_mean} #set text';
const phrases = [
  { text: 'AF for 3.2 % of the time', figures: [], occasion: 'af', fit: 'suggested' },
  { text: 'Sinus rhythm throughout', figures: [], occasion: 'any', fit: 'possible' },
  { text: hostile, figures: [], occasion: 'any', fit: 'possible' },
] as const satisfies readonly FilledPhrase[];

const finder = (
  onInsert: (phrase: { text: string }) => void,
  more: readonly FilledPhrase[] = [],
  text = '',
) => (
  <PhraseFinder
    {...{ onInsert }}
    phrases={[...phrases, ...more].map((one) => ({ ...one, figures: [] }))}
    language="en"
    keyName="/"
    text={text}
    input={createRef()}
  />
);

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a phrase found by typing is inserted by Enter', async ({ language, words }) => {
  const onInsert = vi.fn<(phrase: { text: string }) => void>();
  const user = await showIn(language, finder(onInsert));
  const field = await screen.findByRole('textbox', { name: words.find });
  expect(screen.getAllByText(words.suggested)).toHaveLength(1);
  await user.type(field, 'THROUGH sinus');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.type(field, '{Enter}');
  expect(onInsert.mock.calls.map(([phrase]) => phrase.text)).toEqual(['Sinus rhythm throughout']);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await user.type(field, 'nothing like it{Enter}');
  expect(screen.getByText(words.none)).toBeDefined();
  expect(onInsert).toHaveBeenCalledTimes(1);
});

test('arrows select, the first is selected before; a center’s text stays text', async () => {
  const onInsert = vi.fn<(phrase: { text: string }) => void>();
  const user = await showIn('en', finder(onInsert));
  const field = await screen.findByRole('textbox', { name: en.find });
  await user.type(field, '{Enter}');
  await user.type(field, '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}{Enter}');
  expect(onInsert.mock.calls.map(([phrase]) => phrase.text)).toEqual([phrases[0].text, hostile]);
  expect(screen.getByText(hostile)).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
});

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a phrase that the reading contradicts says why and is not inserted', async (one) => {
  const { language, words } = one;
  const onInsert = vi.fn<(phrase: { text: string }) => void>();
  const wrong = { text: 'No AF was found', figures: [], occasion: 'no_af', fit: 'contradicts' } as const;
  const user = await showIn(language, finder(onInsert, [{ ...wrong, figures: [] }]));
  const field = await screen.findByRole('textbox', { name: words.find });
  expect(screen.queryByRole('button', { name: /No AF/ })).toBeNull();
  await user.type(field, 'no af was{Enter}');
  expect(onInsert).not.toHaveBeenCalled();
  expect(screen.getByText(wrong.text)).toBeDefined();
  const condition = words['occasion.no_af'];
  expect(screen.getByText(words['contradicts.only'].replace('{{condition}}', condition))).toBeDefined();
});

test('a phrase that the conclusion contains is last, so that Enter inserts the next one', async () => {
  const onInsert = vi.fn<(phrase: { text: string }) => void>();
  const user = await showIn('en', finder(onInsert, [], `Before.\n${phrases[0].text}`));
  const field = await screen.findByRole('textbox', { name: en.find });
  expect(screen.getByText(en.inserted)).toBeDefined();
  expect(screen.queryByText(en.suggested)).toBeNull();
  await user.type(field, '{Enter}');
  expect(onInsert.mock.calls.map(([phrase]) => phrase.text)).toEqual([phrases[1].text]);
});
