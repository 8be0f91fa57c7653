/** Opens a browser in which people of the demo are signed in, for benchmarks and pictures of the page. */
import { chromium, type Browser, type Page } from '@playwright/test';
import { demoPassword } from '../demo/demo-people.ts';
import { repositoryRoot } from '../processes/repository.ts';
import { ensureBrowser } from './browser.ts';

/** The screen of a desktop. Chromium without a display draws in software, on the machine's own cores. */
export const screen = { width: 1440, height: 900 } as const;

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureBrowser(repositoryRoot, 'whole'),
    args: ['--no-sandbox'],
  });
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Signs a person of the demo in, in a browser context of their own. `options` are those of the context. */
export async function signedIn(
  browser: Browser,
  origin: string,
  user_id: string,
  options: ContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: screen, baseURL: origin, locale: 'en-GB' },
    ...options,
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  return page;
}
