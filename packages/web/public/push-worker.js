/**
 * The page's service worker: it shows push messages and leads from them into the page. A file of its own beside the
 * page, so that its scope is the whole product; it caches nothing and answers no request.
 *
 * A message names its category and the HN ID and nothing of a patient. It comes encrypted for this browser, by the
 * browser's own push service or by Firebase, which wraps it in `data`. It stays until it is dismissed.
 */
/** The path of the product on its host, such as `/rhythmdesk`; empty at the root. The page's own paths lack it. */
const base = new URL(self.registration.scope).pathname.replace(/\/$/, '');

const vibration = [200, 100, 200, 100, 200, 100, 200];

/** What a push holds as text fields; null where it is not one of ours. */
function messageIn(event) {
  try {
    const given = event.data.json();
    const message = given.data ?? given;
    return typeof message.title === 'string' && typeof message.body === 'string' ? message : null;
  } catch {
    return null;
  }
}

const addressOf = ({ patch_id }) =>
  /^[1-9]\d{0,15}$/.test(patch_id ?? '') ? `/detail/${patch_id}` : '/notifications';

function show(message) {
  return self.registration.showNotification(message.title, {
    body: message.body,
    icon: `${base}/mark-192.png`,
    vibrate: vibration,
    requireInteraction: true,
    // The same message that comes twice replaces itself.
    tag: `notification-${message.notification_id ?? ''}`,
    data: { address: addressOf(message) },
  });
}

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Other products of the host are among them.
  const pages = windows.filter(({ url }) => url.startsWith(self.registration.scope));
  const seen = pages.find(({ visibilityState }) => visibilityState === 'visible');
  const page = seen ?? pages[0];
  if (page === undefined) {
    await self.clients.openWindow(base + address);
    return;
  }
  // A page that may not be brought to the front is led there all the same.
  const front = await page.focus().catch(() => page);
  front.postMessage({ type: 'notification-click', address, foreground: seen !== undefined });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => {
  const message = messageIn(event);
  if (message !== null) event.waitUntil(show(message));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address ?? '/notifications'));
});
