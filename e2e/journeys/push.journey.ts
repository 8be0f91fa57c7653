/** Push in a real browser: its worker starts, shows a delivered message, and a press on it leads to the patch. */
import { expect, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { test } from '../world/journey.ts';

test.use({ storageState: { cookies: [], origins: [] } });

/** The worker of the page, as the browser’s own tools know it: what they deliver comes as from a push service. */
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

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, requireInteraction }) => ({ title, body, requireInteraction }));
  });

/** As a press on the message does; the desktop that shows it belongs to no page. */
async function press(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('no worker runs');
  await worker.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
}

test('a pushed message is shown until it is pressed, which opens the patch and says so', async ({
  world,
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await context.grantPermissions(['notifications'], { origin });
  const { case_id, hn_id } = await world.addCase({ recording: 'plain' });
  await world.signIn(page, world.chief);
  await page.goto('/');
  await expect(caseRows(page)).toHaveCount(1);
  const patch_id = String(case_id);
  const push = await pushTo(page, origin);
  const message = { notification_id: '41', patch_id, category: 'request' };
  await push({ ...message, hn_id, title: 'Request', body: hn_id });
  await expect.poll(() => shown(page)).toEqual([{ title: 'Request', body: hn_id, requireInteraction: true }]);
  await press(page);
  await expect(page).toHaveURL(`/detail/${patch_id}`);
  const alert = page.getByRole('alertdialog').filter({ hasText: 'Notification event!' });
  await expect(alert).toBeVisible();
  await expect.poll(() => shown(page)).toEqual([]);
});
