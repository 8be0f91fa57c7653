/** Provides the steps of a technician at the reading desk: open it on one's own case, go back to the case. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './world/world.ts';
import { recordingRests } from './reading-steps.ts';
import type { Person } from './world/world-people.ts';

/** Returns the list of findings, with the selected one. */
export const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
export const judged = (page: Page): Locator => queue(page).getByText(/^\d+ of \d+ judged$/);
export const isJudged = (page: Page, count: number): Promise<void> =>
  expect(judged(page)).toHaveText(new RegExp(`^${String(count)} of`));
export const saved = (page: Page): Locator => page.getByText(/^All changes saved/);
export const current = (page: Page): Locator => queue(page).locator('[aria-current="true"]');

/** Opens the reading desk of a case in the person's own browser; its first finding is then selected. */
export async function openDeskOf(
  world: World,
  case_id: number,
  person: Person = world.technician,
): Promise<Page> {
  // A chief who decides on a reading would begin at its changes.
  const tab = person === world.chief ? '?tab=findings' : '';
  const page = await world.open(person, `/review/${String(case_id)}${tab}`);
  await expect(current(page)).toBeVisible();
  await deskRests(page);
  return page;
}

/** Waits until the queue and the recording at the selected finding are shown. */
export async function deskRests(page: Page): Promise<void> {
  await expect(judged(page)).toBeVisible();
  await recordingRests(page);
}

/**
 * Goes back to the case by the button, which works at any moment. After an action that ended one's work, `Esc` would
 * first close the offer of the next case, which appears when the server has found one, or never.
 */
export async function leaveDesk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to the case' }).click();
  await expect(page).toHaveURL(/\/detail\/\d+/);
}
