// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { CoverageNote } from './coverage-note.tsx';
import { coverageSums } from './coverage-sums.ts';

const sumsOf = (to: number) =>
  coverageSums(
    { case_id: 1, minutes: 1000, readers: [{ reader: { id: 1, name: 'Mori Kaede' }, minutes: [[0, to]] }] },
    1,
    [],
  );

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: the share is never rounded up, and a click opens an unseen section', async (of) => {
  const onUnseen = vi.fn();
  const user = await showIn(
    of.language,
    <CoverageNote sums={sumsOf(999)} required={null} onUnseen={onUnseen} />,
  );
  expect(await screen.findByText(/99 %/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: new RegExp(of.words['coverage.unseen']) }));
  expect(onUnseen).toHaveBeenCalledOnce();
});

test('with everything seen there is nothing to open', async () => {
  await showIn('en', <CoverageNote sums={sumsOf(1000)} required={null} onUnseen={vi.fn()} />);
  expect(await screen.findByText(/100 %/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the required share is beside the present one; whole per cents are not affected by rounding', async () => {
  await showIn('en', <CoverageNote sums={sumsOf(290)} required={80} onUnseen={vi.fn()} />);
  expect((await screen.findByText(/80/)).textContent).toMatch(/^29.%.*80.%/);
});
