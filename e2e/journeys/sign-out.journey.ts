/** Checks what remains in a browser after a sign-out: reads every place in which a page can store something. */
import { expect, type Page } from '@playwright/test';
import { caseRows, chooseZips } from '../case-steps.ts';
import { drawnRecording } from '../known-recordings.ts';
import { recordingZip } from '../recording-zip.ts';
import { test } from '../world/journey.ts';

const dayMs = 86_400_000;
const start_ms = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs;

/** Returns everything that the browser stores for this origin, as text. */
function keptBy(page: Page): Promise<{ words: string; rows: number; caches: number }> {
  return page.evaluate(async () => {
    const rowsOf = (name: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open(name);
        opened.addEventListener('error', () => reject(new Error('not opened')));
        opened.addEventListener('success', () => {
          const stores = [...opened.result.objectStoreNames];
          if (stores.length === 0) return resolve(0);
          const reading = opened.result.transaction(stores);
          const counts = stores.map((store) => reading.objectStore(store).count());
          reading.addEventListener('complete', () => {
            opened.result.close();
            resolve(counts.reduce((sum, { result }) => sum + result, 0));
          });
        });
      });
    let rows = 0;
    for (const { name } of await indexedDB.databases()) rows += name === undefined ? 0 : await rowsOf(name);
    const words = [localStorage, sessionStorage]
      .flatMap((store) => Object.keys(store).map((key) => [key, store.getItem(key) ?? '']))
      .flat();
    return {
      words: words.join(' '),
      rows,
      caches: 'caches' in window ? (await caches.keys()).length : 0,
    };
  });
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

test('after a sign-out no store, database or cache of the browser contains patient data', async ({
  world,
  page,
}) => {
  await world.addCase({ stage: 'completed', recording: 'plain' });
  await world.signIn(page, world.doctor);
  const tiles: string[] = [];
  page.on('response', (answer) => {
    if (/\/tiles\?/.test(answer.url())) tiles.push(answer.url());
  });
  await page.goto('/institution/list?view=completed');
  await caseRows(page).first().dblclick();
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await expect.poll(() => tiles.length).toBeGreaterThan(0);
  await page.goto('/upload');
  await page.route(/\/upload\/files/, (route) =>
    route.request().method() === 'PATCH' ? undefined : route.continue(),
  );
  const hn_id = world.newHnId();
  await chooseZips(page, [await recordingZip(drawnRecording(120), { hn_id, start_ms })]);
  await page.getByRole('button', { name: 'Send 1 recording' }).click();
  await expect.poll(async () => (await keptBy(page)).rows).toBe(2);
  await leave(page);
  const question = page.getByRole('alertdialog').filter({ hasText: '1 recording is not sent yet' });
  await expect(question).toContainText('Uploads in progress are cancelled');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await keptBy(page)).rows).toBe(2);
  await leave(page);
  // The page waits for this answer for two seconds only. Its header empties the cache.
  const ended = page.waitForResponse((answer) => answer.url().endsWith('/auth/logout'));
  await question.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await (await ended).finished();
  await expect.poll(async () => (await keptBy(page)).rows).toBe(0);
  const { words, caches } = await keptBy(page);
  expect(caches).toBe(0);
  expect(words).not.toMatch(/HN[A-Z0-9]{6,}|accessToken|patient/i);
  expect(await page.context().cookies()).toEqual([]);
  const fromDisk = await page.evaluate(async (url) => {
    const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
    return answer?.ok ?? false;
  }, tiles[0] ?? '');
  expect(fromDisk).toBe(false);
});
