/**
 * A patient's consent: a hospital that asks by phone sends a link, the patient reads and signs there without signing in,
 * and only then the analysis can be asked for. The link says nothing a second time.
 */
import { expect, test, type Browser, type Page } from '@playwright/test';
import { nextStep, uploadWithPatient } from '../case-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { knownRecording } from '../known-recordings.ts';
import { mailTo } from '../mailbox.ts';
import { signIn } from '../people.ts';
import { freshHnId } from '../recording-zip.ts';

const phone = '01023456789';

/** The link as the patient's phone opens it: a small screen, nobody signed in. */
async function openOnPhone(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

async function agreeByName(page: Page): Promise<void> {
  await expect(page.getByRole('checkbox')).toBeDisabled();
  await expect(page.getByText('P-100423')).toHaveCount(0);
  await page.getByRole('button', { name: 'Read the whole text' }).click();
  await page.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Type instead' }).click();
  await page.getByLabel('Your full name').fill('早川 しずか');
  await page.getByRole('button', { name: '한국어' }).click();
  await expect(page.getByRole('button', { name: '동의합니다', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agree', exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'EN' }).click();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await expect(page.getByText('Thank you. Your consent has been recorded.')).toBeVisible();
}

test('a patient agrees on the own phone, and the analysis can be asked for', async ({ browser, page }) => {
  test.setTimeout(600_000);
  const hn_id = freshHnId();
  await signIn(page, 'demodoctor2');
  await uploadWithPatient(page, hn_id, knownRecording('101'));
  await page.getByRole('link', { name: `Open case ${hn_id}` }).click();
  await nextStep(page, 'Take the consent').click();
  await expect(page).toHaveURL(/\/agreement\/\d+$/);
  await page.getByRole('textbox', { name: 'Phone' }).fill('010-2345-6789');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/number ending in/)).toBeVisible();
  await expectAccessible(page);

  const { link } = await mailTo(page, phone, 'SMS');
  const patient = await openOnPhone(browser, link ?? '');
  await agreeByName(patient);
  await patient.goto(link ?? '');
  await expect(patient.getByText('This link has expired or has already been used.')).toBeVisible();
  await patient.context().close();

  await expect(page.getByText(/The patient agreed on/)).toBeVisible();
  const document = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the document' }).click();
  expect((await document).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('link', { name: 'To the case' }).click();
  await nextStep(page, 'Request analysis').click();
  await expect(
    page
      .getByRole('main')
      .getByText(/^(Requested|Processing)$/)
      .first(),
  ).toBeVisible();
});
