/** The demo's people as the journeys use them: who signs in, and where each lands. */
import { expect, type Page } from '@playwright/test';

export const password = 'Sinus2rhythm4all';

const landings = [
  ['demologistics', '/upload'],
  ['demodoctor', '/institution/list'],
  ['demotechnician', '/'],
  ['demochief', '/'],
  ['demomanager', '/admin'],
  ['democenter', '/admin'],
  ['demodistributer', '/admin'],
  ['demoadmin', '/admin'],
] as const;
export type DemoPerson =
  | (typeof landings)[number][0]
  | 'demodoctor2'
  | 'demotechnician2'
  | 'demotechnician3'
  | 'demochief2';

/** Sends what is asked for at sign-in; where it leads is not waited for. */
export async function signInAs(page: Page, user_id: string, secret: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(page: Page, user_id: DemoPerson): Promise<void> {
  await signInAs(page, user_id, password);
  await expect(page).not.toHaveURL(/\/login/);
}
