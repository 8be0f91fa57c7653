/** Tests a hospital's own sign-in: there and back to the earlier page, linking, and every way in which it can fail. */
import { expect, type Page } from '@playwright/test';
import { providerName, startProvider } from '../hospital-provider.ts';
import { signInAs } from '../people.ts';
import { test } from '../world/journey.ts';
import { password } from '../world/template.ts';
import type { World } from '../world/world.ts';

test.use({ ignoreHTTPSErrors: true });

async function goToProvider(page: Page, back: string): Promise<void> {
  // The provider's own page requests a font from another server.
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  await page.goto(`/login?provider=northgate&back=${encodeURIComponent(back)}`);
  await page.getByRole('button', { name: `Sign in with ${providerName}` }).click();
}

async function signInThere(page: Page, as: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(as);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Makes the browser that of a stranger, as a new one would be; scripts stay in its cache. */
async function forget(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await page.context().clearCookies();
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
}

/** Adds a doctor of the hospital who also has an account at its provider. */
async function addDoctor(world: World, baseURL = '') {
  const doctor = await world.addPerson('northgate', 'DOCTOR', await world.providerHospital(), 'Helen Marsh');
  const stop = await startProvider(baseURL, [`${doctor.user_id}@rhythmdesk.example`]);
  return { user_id: doctor.user_id, stop };
}

async function confirmPassword(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Enter your password' });
  await question.getByLabel('Current password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
}

async function link(page: Page, user_id: string): Promise<void> {
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
  await signInAs(page, user_id, password);
  await expect(page).not.toHaveURL(/\/login/);
  await page.goto('/account');
  await page.getByRole('button', { name: `Link ${providerName}` }).click();
  await confirmPassword(page);
  await signInThere(page, user_id);
  await expect(page.getByRole('listitem', { name: providerName })).toContainText('linked');
}

async function unlink(page: Page): Promise<void> {
  await page.goto('/account');
  const linked = page.getByRole('listitem', { name: providerName });
  await expect(linked).toContainText('linked');
  await linked.getByRole('button', { name: `Unlink ${providerName}` }).click();
  await confirmPassword(page);
  await expect(page.getByRole('button', { name: `Link ${providerName}` })).toBeVisible();
}

test('a user who linked the provider is signed in and led back, never to another site', async ({
  world,
  page,
  browser,
  baseURL,
}) => {
  const { user_id, stop } = await addDoctor(world, baseURL);
  const other = await (await browser.newContext()).newPage();
  await test.step('an address alone opens no account', async () => {
    await goToProvider(other, '/');
    await signInThere(other, user_id);
    await expect(other.getByText('An account with your e-mail address already exists.')).toBeVisible();
  });
  await test.step('the account links the sign-in with its password', () => link(page, user_id));
  await test.step('the sign-in leads back to where it was asked for', async () => {
    await forget(other);
    await goToProvider(other, '/upload?tab=history');
    await signInThere(other, user_id);
    await expect(other).toHaveURL(/\/upload\?tab=history$/);
  });
  await test.step('an address of another site is not followed', async () => {
    await forget(other);
    await goToProvider(other, 'https://elsewhere.example/detail/5');
    await signInThere(other, user_id);
    await expect(other).toHaveURL(`${baseURL ?? ''}/institution/list`);
  });
  await test.step('the account unlinks the sign-in', () => unlink(page));
  await stop();
  await test.step('the password works while the provider is away', async () => {
    await forget(other);
    await other.goto('/login?provider=northgate');
    await signInAs(other, user_id, password);
    await expect(other).toHaveURL(/\/institution\/list/);
  });
  await other.context().close();
});

test('an unknown user, a refusal by the provider, and an unrequested answer each get a clear message', async ({
  world,
  page,
  baseURL,
}) => {
  const { stop } = await addDoctor(world, baseURL);
  await goToProvider(page, '/upload');
  await signInThere(page, 'stranger');
  await expect(page.getByRole('alert')).toContainText('There is no account for this sign-in');
  await expect(page).toHaveURL(/\/login\/provider$/);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.context().clearCookies();
  await goToProvider(page, '/upload');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('did not confirm your identity');

  await page.goto('/login/provider?state=made-up&code=made-up');
  await expect(page.getByRole('status')).toContainText('You can close this window');
  await page.goto('/login/provider');
  await expect(page.getByRole('alert')).toContainText('Start again');
  await stop();
});
