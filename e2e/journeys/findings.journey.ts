/** Reading with the automatic analysis: findings by key, other criteria with what they change, the version before. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { signIn } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';

const findings = (page: Page): Locator => page.getByRole('list', { name: 'Findings' });

/** One of the technician's own cases that is being worked on. */
async function openOwnCase(page: Page): Promise<void> {
  await signIn(page, 'demotechnician');
  await page.goto('/?view=mine&status=start');
  await caseRows(page).first().dblclick();
  await recordingRests(page);
  await expect(findings(page)).toBeVisible({ timeout: 120_000 });
}

async function chooseCriteria(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change criteria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criteria of the analysis' });
  await expect(dialog.getByText('No figure changes.')).toBeVisible();
  const slow = dialog.getByLabel('Bradycardia', { exact: true });
  await slow.fill('500');
  await expect(dialog.getByText('Enter a number from 20 to 100.')).toBeVisible();
  await slow.fill('100');
  await expect(dialog.getByText(/^\d+ figures? changes?\.$/)).toBeVisible();
  const row = dialog.getByRole('row').filter({ hasText: 'Bradycardia' });
  await expect(row.getByRole('cell').last()).toHaveText(/^[1-9]\d*$/);
  await dialog.getByRole('button', { name: /^Save as version \d+$/ }).click();
  await expect(dialog).toBeHidden();
}

test('findings are stepped through by key, and other criteria make a version that keeps the one before', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openOwnCase(page);
  await page.keyboard.press('j');
  await expect(page.getByText(/^1 of \d+$/).first()).toBeVisible();
  const slow = findings(page).getByRole('button', { name: 'Bradycardia' });
  const before = (await slow.count()) === 0 ? 'none' : await slow.innerText();
  await chooseCriteria(page);
  await expect(slow).toBeVisible({ timeout: 30_000 });
  await expect(slow).not.toHaveText(before, { timeout: 30_000 });
  await expect(page.getByText('1 differs from the default.')).toBeVisible();
  await page.getByRole('button', { name: 'Show versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of the analysis' });
  await versions.getByRole('button', { name: 'Version 1', exact: false }).click();
  await expect(versions.getByText('Earlier versions can be read but not changed.')).toBeVisible();
  const earlier = versions.getByRole('row').filter({ hasText: 'Bradycardia' }).first();
  await expect(earlier).toBeVisible();
});
