// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { createWallClock } from '../../../../trace/time/wall-clock.ts';
import { DaySteps } from './day-steps.tsx';
import { PlotLegend } from './plot-legend.tsx';
import { dayAt, plotColours } from './plot-model.ts';

const dayMs = 86_400_000;
const days = [0, 1, 2].map((day) => ({
  ...{ start: day * 1000, end: day * 1000 + 1000 },
  ...{ midnightMs: day * dayMs, hours: 24 },
}));

test('a sample is in the last day that starts before it', () => {
  expect([0, 999, 1000, 5000].map((sample) => dayAt(days, sample))).toEqual([0, 0, 1, 2]);
  expect(dayAt([], 5)).toBe(0);
});

test.each([
  ['en', en],
  ['ja', ja],
] as const)('%s: days are stepped through and chosen by name', async (language, texts) => {
  const onDay = vi.fn();
  const user = await showIn(
    language,
    <DaySteps {...{ days, onDay }} index={0} wall={createWallClock('UTC', 'en-GB')} />,
  );
  const before = await screen.findByRole('button', { name: texts['plots.day-before'] });
  expect(before.hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: texts['plots.day-after'] }));
  expect(onDay).toHaveBeenLastCalledWith(1);
  await user.click(screen.getByRole('combobox', { name: texts['plots.day'] }));
  await user.click(await screen.findByRole('option', { name: /Sat,? 3 Jan/ }));
  expect(onDay).toHaveBeenLastCalledWith(2);
});

test('the legend names the colours that the plots have', async () => {
  const colours = Uint8Array.of(
    plotColours.indexOf('N'),
    plotColours.indexOf('V'),
    plotColours.indexOf('af'),
  );
  await showIn('en', <PlotLegend colours={colours} />);
  await screen.findByText(en['plots.density']);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['N', en['kind.af'], 'V'],
    en['plots.density'],
  ]);
});
