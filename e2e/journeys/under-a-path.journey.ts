/**
 * Tests the product under a path of a host, behind a proxy that passes the path on and then removes it. Another product at
 * the root of the host is never asked, and no name in the browser's storage can be one of it.
 */
import { expect, test as base, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { startPathProxy, type PathProxy } from '../path-proxy.ts';
import { password } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';
import { serveWorker, type WorkerServer } from '../world/worker-server.ts';
import { makeWorld, type World } from '../world/world.ts';

const path = '/rhythmdesk';

type Installation = { readonly server: WorkerServer; readonly proxy: PathProxy };

async function serveUnderPath(use: (installation: Installation) => Promise<void>): Promise<void> {
  let proxy: PathProxy | undefined;
  const serve = async (server: WorkerServer) => {
    if (proxy !== undefined) await use({ server, proxy });
  };
  await serveWorker(serve, async (port) => {
    proxy = await startPathProxy(path, Number(port));
    return proxy.origin + path;
  });
  await proxy?.stop();
}

const test = base.extend<{ world: World }, { installation: Installation }>({
  installation: [
    ({ playwright: _playwright }, use) => serveUnderPath(use),
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ installation, browser }, use) => {
    const world = await makeWorld(installation.server, browser);
    await use(world);
    await world.close();
  },
});

/** Returns the names under which the browser stores something for this host. */
const storedNames = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const names = databases.flatMap(({ name }) => name ?? []);
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...names];
  });

/** The router stores where each page was scrolled to, by an id of the page's own. */
const isOfRouter = (name: string): boolean => name.startsWith('tsr-scroll-restoration');

async function seeTrace(page: Page, act: () => Promise<unknown>): Promise<void> {
  const tiles = page.waitForResponse((answer) => /\/tiles\?/.test(answer.url()));
  const worker = page.waitForEvent('worker', (each) => each.url().includes('/tile-worker'));
  await act();
  expect((await tiles).status()).toBe(200);
  expect((await worker).url()).toContain(`${path}/assets/`);
  await recordingRests(page);
}

async function signIn(page: Page, user_id: string): Promise<void> {
  await page.getByLabel('ID', { exact: true }).fill(user_id);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('everything is under the path, whether the proxy passes it on or removes it', async ({
  world,
  page,
  installation: { proxy },
}) => {
  const made = await world.addCase({ stage: 'completed', recording: 'plain' });
  const address = `${proxy.origin}${path}`;
  const failed: string[] = [];
  let isLeaving = false;
  page.on('response', (answer) => {
    if (answer.status() < 400 || answer.url().endsWith('/auth/login')) return;
    // The session ends while requests may be on their way.
    if (isLeaving && answer.status() === 401) return;
    failed.push(`${String(answer.status())} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`);
  });

  // The link of a mail, opened signed out.
  await page.goto(`${address}/detail/${String(made.case_id)}`);
  await expect(page).toHaveURL(new RegExp(`^${address}/login\\?back=`));
  await seeTrace(page, () => signIn(page, world.doctor.user_id));
  await expect(page).toHaveURL(`${address}/detail/${String(made.case_id)}`);
  await expect(page).toHaveTitle(new RegExp(made.hn_id));

  proxy.removesPath = true;
  await page.goto(`${address}/institution/list?view=completed`);
  await seeTrace(page, () => caseRows(page).first().dblclick());
  await expect(page).toHaveURL(new RegExp(`^${address}/detail/\\d+`));
  await page.getByRole('button', { name: 'Report v1' }).click();
  await expect(page.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible();
  await seeTrace(page, () => page.reload());
  await expect(page).toHaveTitle(new RegExp(made.hn_id));
  expect(
    (await storedNames(page)).filter((name) => !name.startsWith(`${path}:`) && !isOfRouter(name)),
  ).toEqual([]);

  await page.getByRole('button', { name: 'Account' }).click();
  isLeaving = true;
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${address}/login`);
  expect(failed).toEqual([]);
  expect(proxy.elsewhere).toEqual([]);
});
