/** A hospital's own sign-in: there and back to where one was, linked, and every way in which it does not work. */
import { expect, test, type Page } from '@playwright/test';
import { houseName, startHouse } from '../house-provider.ts';
import { password, signIn } from '../people.ts';

test.use({ ignoreHTTPSErrors: true });

let stopHouse = (): Promise<void> => Promise.resolve();
test.beforeAll(async ({ baseURL }) => {
  stopHouse = await startHouse(baseURL ?? '', ['demodoctor@rhythmdesk.example']);
});
test.afterAll(() => stopHouse());

async function goToHouse(page: Page, back: string): Promise<void> {
  // The provider's own page asks for a font from elsewhere.
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  await page.goto(`/login?provider=house&back=${encodeURIComponent(back)}`);
  await page.getByRole('button', { name: `Sign in with ${houseName}` }).click();
}

async function signInThere(page: Page, as: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(as);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('who is known there is signed in, led back to where they were, and sees the sign-in in their account', async ({
  page,
}) => {
  await goToHouse(page, '/upload?tab=history');
  await signInThere(page, 'demodoctor');
  await expect(page).toHaveURL(/\/upload\?tab=history$/);
  await page.goto('/account');
  const linked = page.getByRole('listitem', { name: houseName });
  await expect(linked).toContainText('linked');
  await linked.getByRole('button', { name: `Unlink ${houseName}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Your password, please' });
  await question.getByLabel('Current password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: `Link ${houseName}` })).toBeVisible();
});

test('an address of somebody else is not followed', async ({ page, baseURL }) => {
  await goToHouse(page, 'https://elsewhere.example/detail/5');
  await signInThere(page, 'demodoctor');
  await expect(page).toHaveURL(`${baseURL ?? ''}/institution/list`);
});

test('who is not known here, says no there, or brings an answer that nobody asked for, reads so calmly', async ({
  page,
}) => {
  await goToHouse(page, '/upload');
  await signInThere(page, 'stranger');
  await expect(page.getByRole('alert')).toContainText('No account here belongs to this sign-in');
  await expect(page).toHaveURL(/\/login\/provider$/);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.context().clearCookies();
  await goToHouse(page, '/upload');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('did not confirm who you are');

  await page.goto('/login/provider?state=made-up&code=made-up');
  await expect(page.getByRole('status')).toContainText('You can close this window');
  await page.goto('/login/provider');
  await expect(page.getByRole('alert')).toContainText('Please begin again');
});

test('while the provider is away the password still opens the door', async ({ page }) => {
  await stopHouse();
  stopHouse = () => Promise.resolve();
  await page.goto('/login?provider=house');
  await signIn(page, 'demodoctor');
  await expect(page).toHaveURL(/\/institution\/list/);
});
