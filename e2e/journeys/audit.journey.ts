/**
 * Tests the audit log as an administrator uses it: who opened a case, its other rows, the chains, the accesses of a
 * hospital.
 */
import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';

async function findOpening(page: Page, hn_id: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'HN ID, patient ID' })).toBeFocused();
  await page.keyboard.type(hn_id);
  const row = page.getByRole('row').filter({ hasText: 'Opened patient' }).filter({ hasText: hn_id });
  // The list shows only rows of the searched case, besides its header.
  await expect(page.getByRole('row').filter({ hasNotText: hn_id })).toHaveCount(1);
  await row.first().dblclick();
  await expect(page.getByText('Position in the chain')).toBeVisible();
  await page.getByRole('button', { name: 'All of this case' }).click();
  await expect(page).toHaveURL(/case_id=/);
  await expect(row.first()).toBeVisible();
}

async function proveChains(page: Page): Promise<void> {
  const chains = page.getByRole('region', { name: 'Audit log' });
  await chains.getByRole('button', { name: 'Verify now' }).click();
  await expect(chains.getByText('Audit log intact')).toBeVisible();
  await expect(chains.getByRole('button', { name: 'Verify now' })).toBeEnabled();
}

async function giveAccesses(page: Page, hospital: string): Promise<void> {
  await page.getByRole('button', { name: 'Accesses for a hospital' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accesses for a hospital' });
  await dialog.getByRole('combobox').fill(hospital);
  await page.getByRole('option', { name: hospital }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /Excel|spreadsheet/i }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
}

test('an administrator finds who opened a case, verifies the chains, and exports a hospital’s accesses', async ({
  world,
}) => {
  const { case_id, hn_id } = await world.addCase({ stage: 'started', recording: 'plain' });
  const reader = await world.open(world.technician, `/detail/${String(case_id)}`);
  await expect(reader).toHaveTitle(new RegExp(hn_id));
  const page = await world.open(world.admin, '/admin/audit');
  await findOpening(page, hn_id);
  await proveChains(page);
  await giveAccesses(page, world.groups.hospital.name);
});
