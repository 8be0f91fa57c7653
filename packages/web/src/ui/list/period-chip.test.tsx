// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/lists.ts';
import { texts as ko } from '../../platform/texts/ko/lists.ts';
import { PeriodChip } from './period-chip.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

test.each(languages)('$language: a too long period is refused while typing', async (one) => {
  const onChange = vi.fn();
  const period = { from: '2026-11-01', to: '2026-11-20' };
  const chip = <PeriodChip name="Requested" period={period} today="2026-11-22" onChange={onChange} />;
  const user = await showIn(one.language, chip);
  await user.click(await screen.findByRole('button'));
  const from = await screen.findByLabelText(one.words['period.from']);
  fireEvent.change(from, { target: { value: '2025-11-01' } });
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: one.words['period.apply'] }));
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(from, { target: { value: '2026-11-10' } });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await user.click(screen.getByRole('button', { name: one.words['period.apply'] }));
  await waitFor(() =>
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-11-10', to: '2026-11-20' }),
  );
});
