// @vitest-environment happy-dom
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { PriceTable, type PriceVersion } from './price-table.tsx';

const amounts = { up_to_48_h: 6000, up_to_7_d: 9500, longer: 13_000 };
const version: PriceVersion = {
  ...{ valid_from: '2026-01-01', in_force: true },
  prices: { normal: amounts, urgent: amounts },
};

test('every amount is aligned like the head of its column', async () => {
  await showIn('en', <PriceTable version={version} currency="JPY" />);
  const heads = await screen.findAllByRole('columnheader');
  const cells = screen.getAllByRole('cell');
  expect(cells).toHaveLength(2 * lengthClasses.length);
  for (const amount of [...cells, ...heads.slice(1)])
    expect(getComputedStyle(amount).textAlign).toBe('right');
  for (const name of screen.getAllByRole('rowheader')) expect(getComputedStyle(name).textAlign).toBe('left');
});
