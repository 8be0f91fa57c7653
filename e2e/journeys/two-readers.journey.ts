/**
 * Tests two people and three browsers on one case: one edits, the others follow without a reload. The edit lock passes
 * from window to window and to the chief who verifies. A returned case says at which place of the recording.
 */
import { expect, type Page } from '@playwright/test';
import { actInDialog, askChief } from '../case-steps.ts';
import { deskRests, isJudged, openDeskOf, saved } from '../desk-steps.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

/** The time that the recording shows: the hospital and the browsers here have the same time zone. */
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'medium' });

/** Goes from the desk back to the case by the desk's own key. */
async function toCasePage(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await recordingRests(page);
}

/**
 * Two windows of one technician: the second follows and takes the edit lock, and the first shows all edits after a
 * reload.
 */
async function followAndTakeOver(here: Page, elsewhere: Page): Promise<void> {
  await here.keyboard.press('Enter');
  await isJudged(here, 1);
  await expect(here.getByText('You are editing')).toBeVisible();
  await isJudged(elsewhere, 1);
  await expect(elsewhere.getByText(/is editing$/)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Start editing' }).click();
  await expect(here.getByText(/is editing$/)).toBeVisible();
  await expect(elsewhere.getByText('You are editing')).toBeVisible();
  // This window went to the next finding by itself when the other window accepted the first.
  await elsewhere.keyboard.press('Enter');
  await isJudged(elsewhere, 2);
  await expect(saved(elsewhere)).toBeVisible();
  await isJudged(here, 2);
  await here.reload();
  await deskRests(here);
  await isJudged(here, 2);
}

/** The chief takes the edit lock by the first edit, and the technician sees the changes. */
async function verifyWithEditLock(
  elsewhere: Page,
  here: Page,
  openChief: () => Promise<Page>,
): Promise<Page> {
  await toCasePage(elsewhere);
  await askChief(elsewhere);
  const chief = await openChief();
  // Nobody is editing now, so the first edit takes the lock.
  await chief.keyboard.press('ArrowDown');
  await chief.keyboard.press('Enter');
  await isJudged(chief, 3);
  await expect(chief.getByText('You are editing')).toBeVisible();
  await expect(here.getByText('斎藤 蓮 is editing')).toBeVisible();
  await expect(saved(chief)).toBeVisible();
  await isJudged(here, 3);
  return chief;
}

/** A comment with a place leads the technician to that place. */
async function returnWithPlace(chief: Page, here: Page, place_ms: number): Promise<void> {
  const place = clock.format(place_ms);
  await toCasePage(chief);
  await actInDialog(
    chief,
    'Return for changes',
    (dialog) => dialog.getByLabel('Comment').fill(`Please look at ${place} again.`),
    'menu',
  );
  await toCasePage(here);
  await here.getByRole('main').getByRole('link', { name: place }).first().click();
  await recordingRests(here);
  const shown = (): number => Date.parse(new URL(here.url()).searchParams.get('at') ?? '');
  await expect.poll(() => Math.abs(shown() - place_ms) < 30_000).toBe(true);
}

test('one user writes and the others follow; the edit lock changes its owner and nothing is lost', async ({
  world,
}) => {
  const { case_id, start_ms } = await world.addCase({ stage: 'reported' });
  const here = await openDeskOf(world, case_id);
  const elsewhere = await openDeskOf(world, case_id);
  await followAndTakeOver(here, elsewhere);
  const chief = await verifyWithEditLock(elsewhere, here, () => openDeskOf(world, case_id, world.chief));
  await returnWithPlace(chief, here, start_ms + 5 * 60_000);
});
