/**
 * Tests cases that are returned. A technician reads a case at the desk by keyboard alone. The chief finds a wrong
 * change, pins a comment to it and returns the case. The desk opens there; the technician edits the finding, resolves
 * the comment and requests verification again. For another, completed case the hospital requests a correction, and a
 * report that says what it changes is completed too.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { actInDialog, signWith, signWithReason } from '../case-steps.ts';
import { current, deskRests, isJudged, leaveDesk, openDeskOf, queue, saved } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const chiefName = '斎藤 蓮';
/** Returns the selected run of ventricular tachycardia. */
const runRead = (page: Page): Locator =>
  queue(page).getByRole('list', { name: 'VT, VE runs' }).locator('[aria-current="true"]');
const pins = (page: Page): Locator => page.getByRole('region', { name: 'Pinned comments' });
const pinRead = (page: Page): Locator => pins(page).locator('[aria-current="true"]');
const status = (page: Page, word: string): Locator =>
  page.getByRole('main').getByText(word, { exact: true }).first();

/** Returns the place of the strip, as the address contains it once the user has stopped moving. */
const shownMs = (page: Page): number => Date.parse(new URL(page.url()).searchParams.get('at') ?? '');

async function openDeskByKey(page: Page): Promise<void> {
  await recordingRests(page);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/review\/\d+/);
  await deskRests(page);
}

/** Steps through the queue to the first run of ventricular tachycardia. */
async function toTachycardia(page: Page): Promise<void> {
  while (!(await runRead(page).isVisible())) {
    const before = await current(page).innerText();
    await page.keyboard.press('ArrowDown');
    await expect(current(page)).not.toHaveText(before, { useInnerText: true });
  }
}

/** Waits until the version is made; the preview has its number as long as the reading does not change. */
async function isMade(page: Page, version: number): Promise<void> {
  await expect(page.getByText(`Version ${String(version)} saved`).first()).toBeVisible();
  await expect(page.getByRole('group', { name: /^Page 1 of/ })).toContainText(`version ${String(version)} `);
}

/** Makes the current reading the next version of the report. */
async function makeVersion(page: Page, version: number): Promise<void> {
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press('5');
  const make = page.getByRole('button', { name: 'Save version' });
  await expect(page.getByRole('group', { name: /^Page 1 of/ })).toBeVisible();
  await expect(make).toBeEnabled();
  await make.press('Enter');
  await isMade(page, version);
}

/** Requests a review, then the chief's verification, at the desk by the key of the next step. */
async function askChiefByKeys(page: Page): Promise<void> {
  const next = (name: string): Locator => page.getByRole('button', { name });
  await expect(next('Request review')).toBeEnabled();
  await page.keyboard.press('r');
  // The review that was requested leads to the request for verification.
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  await dialog.getByRole('radio', { name: chiefName }).press('Space');
  await expect(dialog.getByRole('radio', { name: chiefName })).toBeChecked();
  await dialog.getByRole('button', { name: 'Request verification' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Verification requested from ${chiefName}`)).toBeVisible();
}

/** Accepts the first finding and rejects a run of ventricular tachycardia, which is wrong. */
async function readByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await isJudged(page, 1);
  await toTachycardia(page);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('menuitem', { name: 'Keep as V' })).toBeFocused();
  await page.keyboard.press('Enter');
  await isJudged(page, 2);
  await makeVersion(page, 1);
  await askChiefByKeys(page);
}

/** The chief looks at the changes, pins a comment to the rejected run, and returns the case. */
async function returnWithPin(page: Page): Promise<void> {
  await recordingRests(page);
  const rejected = page
    .getByRole('region', { name: /^VT/ })
    .getByRole('button')
    .filter({ hasText: 'rejected' });
  const kinds = page.getByRole('complementary', { name: 'Changes' });
  // The analysis found one more than the reading has.
  await expect(kinds.getByRole('button', { name: /^VT, VE runs/ })).toBeEnabled();
  await kinds.getByRole('button', { name: /^VT \d/ }).click();
  await expect(rejected).toHaveAttribute('aria-current', 'true');
  await recordingRests(page);
  await page.keyboard.press('c');
  const writing = page.getByRole('alertdialog', { name: /^Comment at / });
  await expectAccessible(page);
  await writing.getByLabel('Comment').fill('This run is real. Please take it back in.');
  await page.keyboard.press('Enter');
  await expect(writing).toBeHidden();
  await expect(rejected).toContainText('pin 1');
  await expect(pins(page).getByText('This run is real.')).toBeVisible();
  await expect(pins(page).getByText('1 open')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Shift+R');
  const form = page.getByRole('form', { name: 'Return for changes' });
  await expect(form.getByText('1 open pinned comment is sent along.', { exact: false })).toBeVisible();
  await expect(form.getByLabel('Comment')).toBeFocused();
  await page.keyboard.insertText('One point left. The rest is very good.');
  await page.keyboard.press('Control+Enter');
  await expect(form).toBeHidden();
}

/**
 * The case page shows the open comment, the desk opens there, and the next key applies to the finding at that place.
 */
async function mendAndAnswer(page: Page): Promise<void> {
  await leaveDesk(page);
  await expect(page.getByText('One point left.', { exact: false }).first()).toBeVisible();
  const waiting = page.getByRole('status').filter({ hasText: '1 unanswered pinned comment' });
  const place = await waiting.getByRole('link').getAttribute('href');
  const pinnedMs = Date.parse(new URL(place ?? '', page.url()).searchParams.get('at') ?? '');
  await openDeskByKey(page);
  await expect(pinRead(page)).toContainText('This run is real.');
  // With one lead, the strip continues over three rows, and the place is at the start of the first.
  await expect.poll(() => Math.abs(shownMs(page) - pinnedMs) < 20_000).toBe(true);
  await expect(page.getByRole('button', { name: /new finding/ })).toHaveCount(0);
  await expect(runRead(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Delete');
  await isJudged(page, 1);
  await page.keyboard.press('Enter');
  await isJudged(page, 2);
  await page.keyboard.press('Shift+C');
  const writing = page.getByRole('alertdialog', { name: 'Reply to comment 1' });
  await writing.getByLabel('Comment').fill('You are right, accepted.');
  await page.keyboard.press('Enter');
  await expect(writing).toBeHidden();
  await expect(pins(page).getByText('0 open')).toBeVisible();
  await expect(pins(page).getByText('You are right, accepted.')).toBeVisible();
  await makeVersion(page, 2);
  await askChiefByKeys(page);
}

/** Makes a new report, which says on its first page what it changes, and why. */
async function amend(page: Page): Promise<void> {
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/review\/\d+/);
  await deskRests(page);
  await page.keyboard.press('5');
  const make = page.getByRole('button', { name: 'Save version' });
  await expect(page.getByRole('group', { name: /^Page 1 of/ })).toBeVisible();
  await expect(make).toBeEnabled();
  await make.press('Enter');
  const confirmation = page.getByRole('alertdialog', { name: 'Amended report' });
  await confirmation.getByLabel('Change and reason').fill('Patient ID corrected on request.');
  await page.keyboard.press('Enter');
  await isMade(page, 2);
  await leaveDesk(page);
}

test('a case is read by keys, returned with a pinned comment, edited, answered and requested again', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const technician = await openDeskOf(world, case_id);
  await readByKeys(technician);
  const chief = await world.open(world.chief, `/review/${String(case_id)}`);
  await returnWithPin(chief);
  await mendAndAnswer(technician);
  await expect(pins(chief).getByText('You are right, accepted.')).toBeVisible();
});

test('a completed case is amended on request of its hospital, verified and completed again', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'completed' });
  const address = `/detail/${String(case_id)}`;
  const hospital = await world.open(world.doctor, address);
  const technician = await world.open(world.technician, address);
  await expect(status(technician, 'Completed')).toBeVisible();
  await actInDialog(hospital, 'Request correction', (dialog) =>
    dialog.getByLabel('Comment').fill('The patient ID was wrong, please issue the report again.'),
  );
  await expect(technician.getByText('please issue the report again', { exact: false }).first()).toBeVisible();
  await amend(technician);
  // A new report makes the earlier verification invalid.
  const chief = await world.open(world.chief, address);
  await actInDialog(chief, 'Verify', signWithReason);
  await actInDialog(technician, 'Complete correction', signWith);
  await expect(status(technician, 'Completed')).toBeVisible();
  await hospital.getByRole('button', { name: 'Report v2' }).click();
  await expect(hospital.getByRole('group', { name: /^Page 1 of/ })).toBeVisible();
});
