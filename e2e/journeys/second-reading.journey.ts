/**
 * Tests a second reading: a colleague takes a completed case that was selected for it, reads it without seeing the
 * first reading, the two are compared, and the first reader and the chief look at the agreement.
 */
import { expect, type Page } from '@playwright/test';
import { current } from '../desk-steps.ts';
import { expectAccessible, expectAccessibleOnBoth } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';
import { setGroup } from '../world/world-work.ts';

/** Goes from the list to the desk, through the dialog that says what is hidden meanwhile. */
async function takeSecond(page: Page, hn_id: string): Promise<void> {
  const row = page
    .getByRole('list', { name: 'Second readings' })
    .getByRole('listitem')
    .filter({ hasText: hn_id });
  await expect(row.getByText(/^waiting since/)).toBeVisible();
  await expectAccessibleOnBoth(page);
  await row.getByRole('button', { name: `Read ${hn_id} a second time` }).click();
  const question = page.getByRole('alertdialog', { name: `Read ${hn_id} a second time?` });
  await question.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page).toHaveURL(/\/second\/\d+\/read/);
}

/** Reclassifies the largest template, so that it differs from the first reading. */
async function readSecond(page: Page): Promise<void> {
  await expect(current(page)).toBeVisible();
  await recordingRests(page);
  await expect(page.getByText('Second reading', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Report' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('v');
  await expect(page.getByText('You are editing')).toBeVisible();
  await expect(page.getByText(/^All changes saved/)).toBeVisible();
  await page.reload();
  await recordingRests(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
}

async function finishSecond(page: Page, hn_id: string): Promise<void> {
  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog', { name: `Finish the second reading of ${hn_id}?` });
  await question.getByRole('button', { name: 'Finish the second reading' }).click();
  await expect(page.getByRole('region', { name: 'Beats by class' })).toBeVisible();
  await expect(page.getByText('Cohen’s kappa')).toBeVisible();
  await expect(page).toHaveURL(/\/second\/\d+$/);
  await expectAccessibleOnBoth(page);
}

test('a completed case is read again without its first reading, and both are compared', async ({ world }) => {
  await setGroup(world, world.groups.center, { second_reading_share: 100 });
  const { case_id, hn_id } = await world.addCase({ stage: 'completed', drawn: true });
  const first = await world.open(world.technician, '/second');
  await expect(first.getByRole('heading', { name: 'Second readings' })).toBeVisible();
  await expect(first.getByText(hn_id)).toHaveCount(0);

  const second = await world.open(world.colleague, '/second');
  await takeSecond(second, hn_id);
  await second.goto(`/detail/${String(case_id)}`);
  await expect(second.getByRole('alert')).toBeVisible();
  await second.goBack();
  await readSecond(second);
  await finishSecond(second, hn_id);

  await first.getByRole('button', { name: /^Notifications/ }).click();
  const notifications = first.getByRole('dialog', { name: 'Notifications' });
  await expect(
    notifications.getByText(`${hn_id}: the second reading is finished.`, { exact: false }),
  ).toBeVisible();

  const chief = await world.open(world.chief, '/second?view=finished');
  await expect(chief.getByRole('region', { name: 'This period' })).toBeVisible();
  await expectAccessibleOnBoth(chief);
  await chief.getByRole('link', { name: `Open the agreement of ${hn_id}` }).click();
  const differences = chief.getByRole('region', { name: 'Largest differences' });
  await differences.getByRole('link').first().click();
  await expect(chief).toHaveURL(/\/review\/\d+\?.*at=/);
});
