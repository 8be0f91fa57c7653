// @vitest-environment happy-dom
import type { ChargingUnitView, PriceGrid } from '@rhythmdesk/contract/prices';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, callsBefore, showIn } from '../../../platform/test-page.tsx';
import { PolicyForm } from './policy-form.tsx';

const row = { up_to_48_h: 900, up_to_7_d: 1800, longer: 2700 };
const prices: PriceGrid = { normal: row, urgent: row };
const unit: ChargingUnitView = {
  ...{ id: 5, name: 'Standard', description: '', institution_count: 1, editable: true },
  currency: 'EUR',
  versions: [{ valid_from: '2026-01-01', in_force: true, prices }],
};

const none = (): void => undefined;

test('an amount is sent as it was typed: with a decimal comma, in full width, or not at all', async () => {
  const calls = answerCalls(() => Response.json({}));
  const user = await showIn(
    'en',
    <PolicyForm unit={unit} today="2026-11-22" onClose={none} onSaved={none} />,
  );
  const [first, second] = await screen.findAllByRole('textbox');
  if (first === undefined || second === undefined) throw new Error('the form has no amounts');

  await user.clear(first);
  await user.type(first, '1,2,50');
  await user.click(screen.getByRole('button', { name: 'Save new price' }));
  expect(await callsBefore(calls)).toEqual([]);
  expect(first).toHaveProperty('value', '1,2,50');

  await user.clear(first);
  await user.type(first, '12,50');
  await user.clear(second);
  await user.type(second, '２５');
  await user.click(screen.getByRole('button', { name: 'Save new price' }));
  await waitFor(() => {
    expect(calls.at(-1)?.body).toMatchObject({
      prices: { normal: { ...row, up_to_48_h: 1250 }, urgent: { ...row, up_to_48_h: 2500 } },
    });
  });
});
