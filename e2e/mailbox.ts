/** The demo's outbox, as a person reads it: the newest mail to an address. */
import { expect, type Page } from '@playwright/test';

/** Opens the outbox in a tab of its own and gives the words of the newest mail to this address with this subject. */
export async function mailTo(
  page: Page,
  to: string,
  subject: string,
): Promise<{ text: string; link: string | null }> {
  const tab = await page.context().newPage();
  const mail = tab.getByRole('article').filter({ hasText: to }).filter({ hasText: subject }).first();
  await expect(async () => {
    await tab.goto('/demo/outbox');
    await expect(mail).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const frame = mail.frameLocator('iframe');
  const text = await frame.locator('body').innerText();
  const button = frame.getByRole('link');
  const link = (await button.count()) === 0 ? null : await button.getAttribute('href');
  await tab.close();
  return { text, link };
}
