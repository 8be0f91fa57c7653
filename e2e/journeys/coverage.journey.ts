/**
 * Tests a center that requires every minute to be reviewed. A technician requests the review too early, sees what is
 * missing, follows the link to the desk, reviews the rest and then requests the review.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { nextStep } from '../case-steps.ts';
import { current, leaveDesk } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';
import { setGroup } from '../world/world-work.ts';

const seen = (page: Page): Locator => page.getByText(/\d+.?% reviewed/);

/** The case page says what is missing, and the key of the next step opens the desk. */
async function ledToDesk(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByText('Next: Request review')).toBeVisible();
  await expect(main.getByText(/0.?% reviewed on the reading desk; the center requires 100.?%/)).toBeVisible();
  await expect(nextStep(page, 'Request review')).toHaveCount(0);
  await expect(nextStep(page, 'Continue reading')).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/review\/\d+/);
  // The desk opens at its first finding once that has loaded, which would override an earlier key press.
  await expect(current(page)).toBeVisible();
  await recordingRests(page);
  await expect(seen(page)).toHaveText(/^0.?% reviewed, 100.?% required$/);
  await expect(page.getByRole('button', { name: 'Request review' })).toHaveCount(0);
}

/**
 * `U` shows the first unreviewed place. On pages of two minutes, `Space` marks each page as reviewed and shows the
 * next.
 */
async function lookByKey(page: Page): Promise<void> {
  await page.keyboard.press('u');
  await recordingRests(page);
  await page.keyboard.press('4');
  await page.getByRole('button', { name: '2', exact: true }).click();
  for (const at of [1, 2, 3, 4, 5]) {
    await expect(page.getByText(`Page ${String(at)} of 5`)).toBeVisible();
    await recordingRests(page);
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('1');
}

/** Requests verification from the desk, by the key of the next step. */
async function askForVerification(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Request review' })).toBeEnabled();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  await dialog.getByRole('radio', { name: '斎藤 蓮' }).check();
  await dialog.getByRole('button', { name: 'Request verification' }).click();
  await expect(dialog).toBeHidden();
}

test('the coverage that the center requires is reached before the review can be requested', async ({
  world,
}) => {
  await setGroup(world, world.groups.center, { coverage_minimum: 100 });
  const { case_id } = await world.addCase({ stage: 'reported' });
  const page = await world.open(world.technician, `/detail/${String(case_id)}`);
  await recordingRests(page);
  await ledToDesk(page);
  await lookByKey(page);
  await expect(seen(page)).toHaveText(/^100.?% reviewed$/);
  await askForVerification(page);
  await leaveDesk(page);
  await expect(page.getByRole('main').getByText(`Waiting for ${world.chief.name} to verify`)).toBeVisible();
});
