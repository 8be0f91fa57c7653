/** What a technician does at the reading desk: opens it on a case of one's own, goes back to the case. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './world/world.ts';
import { recordingRests } from './reading-steps.ts';
import type { Person } from './world/world-people.ts';

/** The findings that are to be judged, and the one that is read. */
export const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
export const judged = (page: Page): Locator => queue(page).getByText(/^\d+ of \d+ reviewed$/);
export const isJudged = (page: Page, count: number): Promise<void> =>
  expect(judged(page)).toHaveText(new RegExp(`^${String(count)} of`));
export const saved = (page: Page): Locator => page.getByText(/^All changes saved/);
export const current = (page: Page): Locator => queue(page).locator('[aria-current="true"]');

/** Opens the reading desk of a case in a browser of the person's own; its first finding is read then. */
export async function openDeskOf(
  world: World,
  case_id: number,
  person: Person = world.technician,
): Promise<Page> {
  const page = await world.open(person, `/review/${String(case_id)}`);
  await expect(current(page)).toBeVisible();
  await deskRests(page);
  return page;
}

/** The queue is there, and the recording of what is read. */
export async function deskRests(page: Page): Promise<void> {
  await expect(judged(page)).toBeVisible();
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
