/** Provides the steps of journeys that deal with cases: find a case, upload a recording, act on a case. */
import { expect, type Locator, type Page } from '@playwright/test';
import { password } from './people.ts';
import type { KnownRecording } from './known-recordings.ts';
import { recordingZip, type ChosenFile } from './recording-zip.ts';
import { jobWait } from './world/job-wait.ts';

export async function chooseZips(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles([...files]);
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Cases' });
/** Returns the rows of cases, without the header row. */
export const caseRows = (page: Page): Locator => grid(page).locator('[role="row"][data-id]');

/** Searches the list and returns the row with the HN ID, once it is the only row in the list. */
async function findCase(page: Page, hn_id: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(hn_id);
  // Until the result arrives, the rows are those of before and are rendered again, even if they are the same.
  await expect(page).toHaveURL(new RegExp(`q=${hn_id}`));
  await expect(page.locator('[aria-busy="true"]').filter({ has: grid(page) })).toHaveCount(0);
  const row = caseRows(page).filter({ hasText: hn_id });
  await expect(row).toHaveCount(1);
  await expect(caseRows(page)).toHaveCount(1);
  return row;
}

export async function openCase(page: Page, hn_id: string): Promise<void> {
  const row = await findCase(page, hn_id);
  await row.dblclick();
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await expect(page).toHaveTitle(new RegExp(hn_id));
}

/** Returns the page's button for the next step, without its key. */
export const nextStep = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: false });

/** Takes the next step, or an action of the menu beside it, fills its dialog and waits until the dialog is closed. */
export async function actInDialog(
  page: Page,
  name: string,
  fill: (dialog: Locator) => Promise<void>,
  place: 'next' | 'menu' = 'next',
): Promise<void> {
  if (place === 'next') await nextStep(page, name).click();
  else {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  const dialog = page.getByRole('dialog', { name });
  await fill(dialog);
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

export const signWith = (dialog: Locator): Promise<void> => dialog.getByLabel('Your password').fill(password);

/** Signs with the reason that open points of the case require. */
export async function signWithReason(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Reason to continue').fill('Discussed with the reader.');
  await signWith(dialog);
}

/** Sends a recording with its patient; the caller takes the next step. Returns the start of the recording in ms. */
async function uploadWithPatient(page: Page, hn_id: string, recording: KnownRecording): Promise<number> {
  if (!page.url().endsWith('/upload')) await page.goto('/upload');
  const start_ms = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 86_400_000;
  await chooseZips(page, [await recordingZip(recording, { hn_id, start_ms })]);
  await expect(page.getByText('1 checked')).toBeVisible();
  await expect(page.getByText(hn_id).first()).toBeVisible();
  await page.getByRole('button', { name: 'Add patient' }).click();
  const patient = page.getByRole('dialog', { name: 'Patient' });
  await patient.getByLabel('Family name').fill('早川');
  await patient.getByLabel('Given name').fill('しずか');
  await patient.getByLabel('Patient ID').fill('P-100423');
  await patient.getByLabel('Birth date').fill('1957-04-23');
  await patient.getByRole('combobox', { name: 'Sex' }).click();
  await page.getByRole('option', { name: 'Female', exact: true }).click();
  await patient.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send 1 recording' }).click();
  return start_ms;
}

/**
 * Uploads as a hospital does: sends a recording with its patient and requests its analysis. Returns the start of the
 * recording in ms.
 */
export async function uploadAndRequest(
  page: Page,
  hn_id: string,
  recording: KnownRecording,
): Promise<number> {
  const start_ms = await uploadWithPatient(page, hn_id, recording);
  await page.getByRole('button', { name: 'Request analysis' }).click();
  const sent = page.getByRole('link', { name: `Open case ${hn_id}` });
  await expect(sent).toContainText(/Requested|Processing/, jobWait);
  return start_ms;
}

/** Requests a review, which leads on to the request for verification, from the center’s chief, 斎藤 蓮 (`demochief`). */
export async function askChief(page: Page): Promise<void> {
  await nextStep(page, 'Request review').click();
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  await dialog.getByRole('radio', { name: '斎藤 蓮' }).check();
  await dialog.getByRole('button', { name: 'Request verification' }).click();
  await expect(dialog).toBeHidden();
}
