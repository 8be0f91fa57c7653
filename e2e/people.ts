/** Signs people in by typing, for the journeys about sign-in; the others start with a stored session. */
import type { Page } from '@playwright/test';

export const password = 'Sinus2rhythm4all';

/** Fills in and submits the sign-in form; does not wait for the next page. */
export async function signInAs(page: Page, user_id: string, secret: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
