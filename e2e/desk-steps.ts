/** What a technician does at the reading desk: opens it on a case of one's own, goes back to the case. */
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows } from './case-steps.ts';
import { signIn } from './people.ts';
import { recordingRests } from './reading-steps.ts';

/** The findings that are to be judged, and the one that is read. */
export const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
export const current = (page: Page): Locator => queue(page).locator('[aria-current="true"]');

/** Opens the last of one's own cases that is being worked on, by its key; what `shows` gives is there then. */
export async function openDesk(page: Page, shows: (page: Page) => Locator): Promise<void> {
  await signIn(page, 'demotechnician');
  await page.goto('/?view=mine&status=start');
  await caseRows(page).last().dblclick();
  await recordingRests(page);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/review\/\d+/);
  await expect(shows(page)).toBeVisible({ timeout: 120_000 });
  await recordingRests(page);
}

/**
 * Back to the case by the button, which leads there at any moment: behind an act that ended one's work, `Esc` takes
 * away the offer of the next case first, and that comes when the server has found one, or never.
 */
export async function leaveDesk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to the case' }).click();
  await expect(page).toHaveURL(/\/detail\/\d+/);
}
