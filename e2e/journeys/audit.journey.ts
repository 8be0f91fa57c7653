/** The audit log as an administrator uses it: who opened a case, its other rows, the chains, a hospital's accesses. */
import { expect, test, type Page } from '@playwright/test';
import { caseRows, openCase } from '../case-steps.ts';
import { signIn } from '../people.ts';

async function openFirstCase(page: Page): Promise<string> {
  await signIn(page, 'demotechnician');
  await page.goto('/?view=mine&status=start');
  const hn_id = (await caseRows(page).first().getByText(/^HN/).first().textContent()) ?? '';
  await openCase(page, hn_id);
  return hn_id;
}

async function findOpening(page: Page, hn_id: string): Promise<void> {
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'HN ID, patient ID' })).toBeFocused();
  await page.keyboard.type(hn_id);
  const row = page.getByRole('row').filter({ hasText: 'Opened patient' }).filter({ hasText: hn_id });
  // The list is the one that was searched for: none but its head is of anything else.
  await expect(page.getByRole('row').filter({ hasNotText: hn_id })).toHaveCount(1);
  await row.first().dblclick();
  await expect(page.getByText('Place in the chain')).toBeVisible();
  await page.getByRole('button', { name: 'All of this case' }).click();
  await expect(page).toHaveURL(/case_id=/);
  await expect(row.first()).toBeVisible();
}

async function proveChains(page: Page): Promise<void> {
  const chains = page.getByRole('region', { name: 'Chains' });
  await chains.getByRole('button', { name: 'Check now' }).click();
  await expect(chains.getByText('Chains unbroken')).toBeVisible({ timeout: 120_000 });
  await expect(chains.getByRole('button', { name: 'Check now' })).toBeEnabled({ timeout: 120_000 });
}

async function giveAccesses(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accesses for a hospital' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accesses for a hospital' });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option').first().click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /Excel|spreadsheet/i }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
}

test('an administrator finds who opened a case, proves the chains, and gives a hospital its accesses', async ({
  browser,
  page,
}) => {
  const chief = await browser.newContext();
  const hn_id = await openFirstCase(await chief.newPage());
  await chief.close();
  await signIn(page, 'demoadmin');
  await findOpening(page, hn_id);
  await proveChains(page);
  await giveAccesses(page);
});
