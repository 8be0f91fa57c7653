/**
 * A second reading: a center asks for it, a completed case is drawn, a colleague takes it and reads it without seeing the
 * first reading, both are compared, and the first reader and the chief look at the agreement.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import {
  actInDialog,
  askChief,
  openCase,
  openFor,
  signWith,
  takeWithReport,
  uploadAndRequest,
} from '../case-steps.ts';
import { setCenterField } from '../center-fields.ts';
import { current } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { tachycardiaRecording } from '../known-recordings.ts';
import { signIn } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';
import { freshHnId } from '../recording-zip.ts';

/** Per cent of the completed cases that are drawn; empty draws none. */
const setShare = (browser: Browser, percent: string): Promise<void> =>
  setCenterField(browser, 'Read a second time', percent);

/** Taken, begun, the device's report adopted, verified by the chief, completed. Gives the number of the case. */
async function completeAsFirst(page: Page, chief: Page, hn_id: string): Promise<string> {
  await takeWithReport(page, hn_id);
  await askChief(page);
  await chief.goto('/');
  await openCase(chief, hn_id);
  await actInDialog(chief, 'Verify', signWith);
  await actInDialog(page, 'Complete', signWith);
  await expect(page.getByRole('main').getByText('Completed', { exact: true }).first()).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** From the list to the desk, through the question that says what is hidden meanwhile. */
async function takeSecond(page: Page, hn_id: string): Promise<void> {
  await page.goto('/second');
  const row = page
    .getByRole('list', { name: 'Second readings' })
    .getByRole('listitem')
    .filter({ hasText: hn_id });
  await expect(row.getByText(/^waits since/)).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: `Read ${hn_id} a second time` }).click();
  const question = page.getByRole('alertdialog', { name: `Read ${hn_id} a second time?` });
  await question.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page).toHaveURL(/\/second\/\d+\/read/);
}

/** The largest group of like beats is named otherwise than the first reader left it. */
async function readSecond(page: Page): Promise<void> {
  await expect(current(page)).toBeVisible({ timeout: 120_000 });
  await recordingRests(page);
  await expect(page.getByText('Second reading', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Report' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('v');
  await expect(page.getByText('You have the pen')).toBeVisible();
  await expect(page.getByText(/^All changes saved/)).toBeVisible();
  await page.reload();
  await recordingRests(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
}

async function finishSecond(page: Page, hn_id: string): Promise<void> {
  await page.keyboard.press('r');
  const question = page.getByRole('alertdialog', { name: `Finish the second reading of ${hn_id}?` });
  await question.getByRole('button', { name: 'Finish the second reading' }).click();
  await expect(page.getByRole('region', { name: 'Beats by class' })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('Cohen’s kappa')).toBeVisible();
  await expect(page).toHaveURL(/\/second\/\d+$/);
  await expectAccessible(page);
}

test('a completed case is read once more without its first reading, and both are compared', async ({
  browser,
  page: hospital,
}) => {
  test.setTimeout(900_000);
  const hn_id = freshHnId();
  await setShare(browser, '100');
  try {
    await signIn(hospital, 'demodoctor');
    await uploadAndRequest(hospital, hn_id, tachycardiaRecording());
    const first = await openFor(browser, 'demotechnician');
    const chief = await openFor(browser, 'demochief');
    const case_id = await completeAsFirst(first, chief, hn_id);
    await first.goto('/second');
    await expect(first.getByRole('heading', { name: 'Second readings' })).toBeVisible();
    await expect(first.getByText(hn_id)).toHaveCount(0);

    const second = await openFor(browser, 'demotechnician3');
    await takeSecond(second, hn_id);
    await second.goto(`/detail/${case_id}`);
    await expect(second.getByRole('alert')).toBeVisible();
    await second.goto('/second');
    await second.getByRole('link', { name: `Go on reading ${hn_id}` }).click();
    await readSecond(second);
    await finishSecond(second, hn_id);
    await second.goto(`/detail/${case_id}`);
    await expect(second).toHaveTitle(new RegExp(hn_id));

    const bell = first.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const notifications = first.getByRole('dialog', { name: 'Notifications' });
    await expect(
      notifications.getByText(`${hn_id}: the second reading is finished.`, { exact: false }),
    ).toBeVisible();

    await chief.goto('/second?view=finished');
    await expect(chief.getByRole('region', { name: 'All of this time' })).toBeVisible();
    await expectAccessible(chief);
    await chief.getByRole('link', { name: `Open the agreement of ${hn_id}` }).click();
    const differences = chief.getByRole('region', { name: 'Largest differences' });
    await differences.getByRole('link').first().click();
    await expect(chief).toHaveURL(/\/review\/\d+\?.*at=/);
  } finally {
    await setShare(browser, '');
  }
});
