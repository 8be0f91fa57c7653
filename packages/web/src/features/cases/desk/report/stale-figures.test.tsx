// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/phrases.ts';
import { texts as ja } from '../../../../platform/texts/ja/phrases.ts';
import { StaleFigures } from './stale-figures.tsx';

const stale = [
  { index: 0, figure: 'af_burden', stands: '14.1 %', now: '14.3 %' },
  { index: 2, figure: 'pauses', stands: '3', now: '2' },
] as const;

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: each figure shows its present value, and is updated or kept', async (one) => {
  const acts = { onRenew: vi.fn<(of: unknown) => void>(), onKeep: vi.fn<(of: unknown) => void>() };
  const user = await showIn(one.language, <StaleFigures stale={stale} {...acts} />);
  const [first, second] = await screen.findAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('a figure is missing');
  expect(first.textContent).toContain(one.words['figure.af_burden']);
  expect(first.textContent).toContain(one.words['stale.now'].replace('{{now}}', '14.3 %'));
  await user.click(within(first).getByRole('button', { name: new RegExp(one.words['stale.renew']) }));
  await user.click(within(second).getByRole('button', { name: new RegExp(one.words['stale.keep']) }));
  expect(acts.onRenew.mock.calls).toEqual([[stale[0]]]);
  expect(acts.onKeep.mock.calls).toEqual([[stale[1]]]);
});

test('nothing is shown while every figure equals the reading', async () => {
  await showIn('en', <StaleFigures stale={[]} onRenew={() => undefined} onKeep={() => undefined} />);
  expect(screen.queryByRole('list')).toBeNull();
});
