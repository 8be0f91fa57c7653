/**
 * Tests a critical case from the list of its center to the acknowledgement of its hospital: confirmed and notified by
 * keys.
 */
import { expect } from '@playwright/test';
import { expectAccessibleOnBoth } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';
import { lookForCritical } from '../world/world-work.ts';

test('a detected tachycardia is on the board, is judged, notified and acknowledged', async ({ world }) => {
  const { case_id, hn_id } = await world.addCase({ stage: 'ready' });
  const chief = await world.open(world.chief, '/critical');
  const board = chief.getByRole('list', { name: 'Critical findings' });
  await expect(chief.getByRole('heading', { level: 1, name: 'Critical findings' })).toBeVisible();

  // The case appears without a reload.
  await lookForCritical(world, case_id);
  const row = board.getByRole('listitem').filter({ hasText: hn_id });
  await expect(row).toBeVisible();
  // The number of its beats depends on the engine.
  const run = /^VT, \d+ beats$/;
  await row.getByRole('button', { name: run }).click();
  const pane = chief.getByRole('complementary', { name: 'Finding' });
  await expect(pane.getByText(hn_id)).toBeVisible();
  await expect(pane.getByRole('img', { name: run })).toBeVisible();
  await expect(pane.getByText('Chief and assignee notified')).toBeVisible();
  await expectAccessibleOnBoth(chief);

  await chief.keyboard.press('t');
  await expect(pane.getByText('Confirmed')).toBeVisible();
  await chief.keyboard.press('a');
  const name = pane.getByLabel('Acknowledged by');
  await expect(name).toBeFocused();
  await name.fill('Dr. Kudo');
  await chief.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await chief.getByRole('tab', { name: /^Acknowledged/ }).click();
  await expect(row.getByText(/^Dr\. Kudo/)).toBeVisible();
  await row.getByRole('button').click();
  // The list has switched to other cases meanwhile; their first one is shown in the pane until this one is.
  await expect(pane.getByText(hn_id)).toBeVisible();
  await pane.getByRole('link', { name: 'Open the case' }).click();
  await expect(chief).toHaveTitle(new RegExp(hn_id));
  await chief.getByRole('button', { name: /^Ready since/ }).click();
  await expect(chief.getByText('Hospital acknowledged')).toBeVisible();
});
