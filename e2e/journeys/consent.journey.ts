/**
 * Tests a patient's consent: a hospital that uses consent by phone sends a link, the patient reads and signs there
 * without signing in, and only then can the analysis be requested. The link shows no data a second time.
 */
import { randomInt } from 'node:crypto';
import { expect, type Browser, type Page } from '@playwright/test';
import { nextStep } from '../case-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';
import { mailTo } from '../world/mailbox.ts';

/** Opens the link as the patient's phone does: on a small screen, without a session. */
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

test('a patient consents on the own phone, and the analysis can be requested', async ({ world, browser }) => {
  const hospital = await world.addGroup('hospital', 'さくら内科', {
    ...{ tech_center_id: world.groups.center.id, agree_type: 'MOBILE' },
  });
  const doctor = await world.addPerson('sakura', 'DOCTOR', hospital, '原 さくら');
  const { case_id } = await world.addCase({
    ...{ stage: 'ready', recording: 'plain', team: { doctor, hospital } },
  });
  // The link shows this patient's data only.
  const phone = `010${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const page = await world.open(doctor, `/detail/${String(case_id)}`);
  await nextStep(page, 'Get consent').click();
  await expect(page).toHaveURL(/\/agreement\/\d+$/);
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone.replace(/(.{3})(.{4})/, '$1-$2-'));
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/number ending in/)).toBeVisible();
  await expectAccessible(page);

  const { link } = await mailTo(world, phone, 'SMS');
  const patient = await openOnPhone(browser, link);
  await agreeByName(patient);
  await patient.reload();
  await expect(patient.getByText('This link has expired or has already been used.')).toBeVisible();
  await patient.context().close();

  await expect(page.getByText(/The patient agreed on/)).toBeVisible();
  const document = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the document' }).click();
  expect((await document).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('link', { name: 'Back to case' }).click();
  await nextStep(page, 'Request analysis').click();
  await expect(
    page
      .getByRole('main')
      .getByText(/^(Requested|Processing)$/)
      .first(),
  ).toBeVisible();
});
