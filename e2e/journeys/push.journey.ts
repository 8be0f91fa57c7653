/**
 * Tests push messages in a real browser: the service worker starts, shows a delivered message, and a press on it opens
 * the patch.
 */
import { expect, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { test } from '../world/journey.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/**
 * Returns a function that delivers a message to the page's service worker with the browser's own tools, as a push
 * service would.
 */
async function pushTo(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active !== undefined) resolve(active.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registration;
  return (message: object) =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(message),
    });
}

type Shown = { readonly title: string; readonly body: string; readonly requireInteraction: boolean };

/** Returns the desktop on which the worker shows messages; not every browser without a window has one. */
async function desktopOf(page: Page) {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('no worker runs');
  await worker.evaluate(`
    self.onDesktop = [];
    self.registration.showNotification = async (title, options) => {
      const close = () => self.onDesktop.splice(self.onDesktop.indexOf(notification), 1);
      const notification = { ...options, title, close };
      self.onDesktop.push(notification);
    };`);
  const shown = (): Promise<Shown[]> =>
    worker.evaluate(
      'self.onDesktop.map(({ title, body, requireInteraction }) => ({ title, body, requireInteraction }))',
    );
  const press = (): Promise<void> =>
    worker.evaluate(`
      const press = new ExtendableEvent('notificationclick');
      self.dispatchEvent(Object.assign(press, { notification: self.onDesktop[0], waitUntil: () => undefined }));
      undefined`);
  return { shown, press };
}

test('a push message is shown until it is clicked, which opens the patch and marks it as opened', async ({
  world,
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await context.grantPermissions(['notifications'], { origin });
  // Browsers without a desktop refuse notifications even if the user allows them.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'granted' }));
  const { case_id, hn_id } = await world.addCase({ recording: 'plain' });
  await world.signIn(page, world.chief);
  await page.goto('/');
  await expect(caseRows(page)).toHaveCount(1);
  const patch_id = String(case_id);
  const push = await pushTo(page, origin);
  const { shown, press } = await desktopOf(page);
  const message = { notification_id: '41', patch_id, category: 'request' };
  await push({ ...message, hn_id, title: 'Request', body: hn_id });
  await expect.poll(shown).toEqual([{ title: 'Request', body: hn_id, requireInteraction: true }]);
  await press();
  await expect(page).toHaveURL(`/detail/${patch_id}`);
  const alert = page.getByRole('alertdialog').filter({ hasText: 'Notification event!' });
  await expect(alert).toBeVisible();
  await expect.poll(shown).toEqual([]);
});
