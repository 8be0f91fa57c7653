/** What an administrator sets for the center of the journeys. */
import { expect, type Browser } from '@playwright/test';
import { openFor } from './case-steps.ts';

const center = '東京心電図解析センター';

/**
 * Sets one field of the center's record by its name on the page.
 * @param value what is typed; empty for none
 */
export async function setCenterField(browser: Browser, field: string, value: string): Promise<void> {
  const admin = await openFor(browser, 'demoadmin');
  await admin.goto(`/admin/institution/list?q=${encodeURIComponent(center)}`);
  const list = admin.getByRole('grid', { name: 'Institutions' });
  await list.getByRole('gridcell', { name: center, exact: true }).click();
  await admin.keyboard.press('Enter');
  const record = admin.getByRole('dialog', { name: center });
  await record.getByRole('button', { name: `Edit ${field}` }).click();
  await record.getByRole('textbox', { name: field }).fill(value);
  await record.getByRole('button', { name: `Save ${field.toLowerCase()}` }).click();
  await expect(record.getByRole('button', { name: `Edit ${field}` })).toBeVisible();
  await admin.context().close();
}
