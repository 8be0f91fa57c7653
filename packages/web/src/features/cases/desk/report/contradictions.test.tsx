// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/phrases.ts';
import { Contradictions } from './contradictions.tsx';

const text = 'AF was seen. Sinus rhythm throughout.';

test('a contradicted statement is quoted with its condition and can be removed', async () => {
  const onChange = vi.fn<(text: string) => void>();
  const found = [{ occasion: 'unremarkable', start: 13, end: text.length }] as const;
  const user = await showIn('en', <Contradictions {...{ text, found, onChange }} />);
  expect(await screen.findByText(en['contradicts.title'])).toBeDefined();
  expect(screen.getByText('Sinus rhythm throughout.')).toBeDefined();
  expect(screen.getByText(/Only if: unremarkable/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: en['contradicts.remove'] }));
  expect(onChange.mock.calls).toEqual([['AF was seen.']]);
});

test('nothing is shown for a conclusion that fits', async () => {
  await showIn('en', <Contradictions text={text} found={[]} onChange={() => undefined} />);
  expect(screen.queryByText(en['contradicts.title'])).toBeNull();
});
