/** Push in a real browser: its worker starts, shows a delivered message, and a press on it leads to the patch. How one is told. */
import { expect, test, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { signIn } from '../people.ts';

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
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await context.grantPermissions(['notifications'], { origin });
  await signIn(page, 'demochief');
  await expect(caseRows(page).first()).toBeVisible();
  const patch_id = (await caseRows(page).first().getAttribute('data-id')) ?? '';
  const push = await pushTo(page, origin);
  const message = { notification_id: '41', patch_id, category: 'request' };
  await push({ ...message, hn_id: 'HN26K05102', title: 'Request', body: 'HN26K05102' });
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Request', body: 'HN26K05102', requireInteraction: true }]);
  await press(page);
  await expect(page).toHaveURL(`/detail/${patch_id}`);
  const alert = page.getByRole('alertdialog').filter({ hasText: 'Notification event!' });
  await expect(alert).toBeVisible();
  await expect.poll(() => shown(page)).toEqual([]);
});

/** What is chosen is shown at once and kept a moment later. */
async function kept(page: Page, choose: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/notification/preferences') && answer.request().method() === 'PUT',
  );
  await choose();
  expect((await answered).ok()).toBe(true);
}

test('how one is told is kept: a channel, quiet hours, and back to what is usual', async ({ page }) => {
  await signIn(page, 'demochief2');
  await page.goto('/account');
  const mailed = page.getByRole('checkbox', { name: 'Mail: Request' });
  const quiet = page.getByRole('checkbox', { name: 'Quiet hours' });
  await expect(mailed).not.toBeChecked();
  await kept(page, () => mailed.check());
  await kept(page, () => quiet.check());
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('22:00');
  await expect(page.getByRole('checkbox', { name: 'Bell: Critical finding' })).toBeDisabled();
  await page.reload();
  await expect(mailed).toBeChecked();
  await expect(quiet).toBeChecked();
  await kept(page, () => page.getByRole('button', { name: 'Back to what is usual' }).click());
  await kept(page, () => quiet.uncheck());
  await page.reload();
  await expect(mailed).not.toBeChecked();
  await expect(quiet).not.toBeChecked();
});
