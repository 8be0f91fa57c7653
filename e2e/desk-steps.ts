/** What a technician does at the reading desk: opens it on a case of one's own. */
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows } from './case-steps.ts';
import { signIn } from './people.ts';
import { recordingRests } from './reading-steps.ts';

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
