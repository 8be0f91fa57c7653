/**
 * Two people and three browsers on one case: one writes, the others follow without asking; the pen goes from window to
 * window and to the chief who verifies; a case that is returned says at which place of the recording.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { actInDialog, askChief, nextStep, openCase, openFor, uploadAndRequest } from '../case-steps.ts';
import { current, queue } from '../desk-steps.ts';
import { tachycardiaRecording } from '../known-recordings.ts';
import { signIn } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';
import { freshHnId } from '../recording-zip.ts';

/** As the recording's own clock shows it: the hospital's zone is that of the browsers here. */
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tokyo', timeStyle: 'medium' });
const judged = (page: Page): Locator => queue(page).getByText(/^\d+ of \d+ judged$/);
const saved = (page: Page): Locator => page.getByText(/^All changes saved/);
const isJudged = (page: Page, count: number): Promise<void> =>
  expect(judged(page)).toHaveText(new RegExp(`^${String(count)} of`));

async function openDesk(page: Page, hn_id: string): Promise<void> {
  await page.goto('/');
  await openCase(page, hn_id);
  await recordingRests(page);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/review\/\d+/);
  await expect(current(page)).toBeVisible({ timeout: 120_000 });
  await recordingRests(page);
}

/** From the desk back to the case by the desk's own key. */
async function toCasePage(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await recordingRests(page);
}

async function start(page: Page, hn_id: string): Promise<void> {
  await page.goto('/');
  await openCase(page, hn_id);
  await nextStep(page, 'Assign to me').click();
  await nextStep(page, 'Start analysis').click();
  await expect(page.getByRole('main').getByText('In analysis', { exact: true }).first()).toBeVisible();
}

/** Two windows of one technician: the second follows, takes the pen over, and the first finds all of it after a reload. */
async function followAndTakeOver(here: Page, elsewhere: Page, hn_id: string): Promise<void> {
  await openDesk(here, hn_id);
  await openDesk(elsewhere, hn_id);
  const before = Number.parseInt(await judged(here).innerText(), 10);
  await here.keyboard.press('Enter');
  await isJudged(here, before + 1);
  await expect(here.getByText('You have the pen')).toBeVisible();
  await isJudged(elsewhere, before + 1);
  await expect(elsewhere.getByText(/has the pen$/)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Take the pen' }).click();
  await expect(here.getByText(/has the pen$/)).toBeVisible();
  // From what the other window accepted the cursor here went on to the next by itself.
  await elsewhere.keyboard.press('Enter');
  await isJudged(elsewhere, before + 2);
  await expect(saved(elsewhere)).toBeVisible();
  await isJudged(here, before + 2);
  await here.reload();
  await recordingRests(here);
  await isJudged(here, before + 2);
}

/** The chief who is asked takes the pen by the first edit, and the technician sees what was changed. */
async function verifyWithThePen(elsewhere: Page, here: Page, chief: Page, hn_id: string): Promise<void> {
  await toCasePage(elsewhere);
  await elsewhere.getByRole('button', { name: 'Report', exact: true }).click();
  await elsewhere.getByRole('button', { name: 'Adopt the device’s report' }).click();
  await expect(elsewhere.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible();
  await askChief(elsewhere);
  await openDesk(chief, hn_id);
  const before = Number.parseInt(await judged(chief).innerText(), 10);
  // Nobody writes now: who makes the first edit has the pen.
  await chief.keyboard.press('ArrowDown');
  await chief.keyboard.press('Enter');
  await isJudged(chief, before + 1);
  await expect(chief.getByText('You have the pen')).toBeVisible();
  await expect(here.getByText('斎藤 蓮 has the pen')).toBeVisible();
  await expect(saved(chief)).toBeVisible();
  await isJudged(here, before + 1);
}

/** A comment that names a place brings the one who reads on to it. */
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

test('one writes and the others follow; the pen changes hands and nothing is lost', async ({
  browser,
  page: hospital,
}) => {
  test.setTimeout(900_000);
  const hn_id = freshHnId();
  await signIn(hospital, 'demodoctor');
  const start_ms = await uploadAndRequest(hospital, hn_id, tachycardiaRecording());
  const here = await openFor(browser, 'demotechnician');
  const elsewhere = await openFor(browser, 'demotechnician');
  const chief = await openFor(browser, 'demochief');
  await start(here, hn_id);
  await followAndTakeOver(here, elsewhere, hn_id);
  await verifyWithThePen(elsewhere, here, chief, hn_id);
  await returnWithPlace(chief, here, start_ms + 5 * 60_000);
});
