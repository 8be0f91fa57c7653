/** Takes the pictures of the product in a browser, from a running demo. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { signInTo } from '../partners/register-partners.ts';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { scenes, shownCase, type Scene, type Theme } from './picture-scenes.ts';

/** Quality of WebP, 0 to 100: letters of 12 px stay sharp. */
const quality = 82;
const longestWaitMs = 60_000;

/** Starts the shown case if nobody has, so that its technician can edit it. Returns its id. */
async function openCase(origin: string): Promise<number> {
  const technician = await signInTo(origin, shownCase.technician);
  const { items } = await technician.call('cases', { q: shownCase.hn_id });
  const [row] = items;
  if (row === undefined) throw new Error(`the demo has no case ${shownCase.hn_id}`);
  const { case_id, version } = row;
  if (row.status === 'assigned') await technician.call('case/start', { case_id, version });
  return case_id;
}

/** Runs in the page, which keeps a connection open: resolves when all fonts are there and a frame is painted with them. */
const painted = `document.fonts.ready.then(
  () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
)`;

/** Playwright writes no WebP; Chromium does. */
async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  return Buffer.from(data, 'base64');
}

async function take(
  browser: Browser,
  origin: string,
  { user_id, address, prepare }: Scene,
  theme: Theme,
): Promise<Buffer> {
  const localStorage = [{ name: 'theme', value: theme }];
  const page = await signedIn(browser, origin, user_id, {
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  page.setDefaultTimeout(longestWaitMs);
  await page.goto(address);
  await prepare(page);
  await page.evaluate(painted);
  const picture = await webpOf(page);
  await page.context().close();
  return picture;
}

/** Replaces all pictures in the folder. Calls `taken` with the name and the size of each. */
export async function takePictures(
  origin: string,
  folder: string,
  taken: (file: string, bytes: number) => void,
): Promise<void> {
  const case_id = await openCase(origin);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const browser = await openBrowser();
  try {
    for (const scene of scenes) {
      const shown = { ...scene, address: scene.address.replace('CASE', String(case_id)) };
      for (const theme of scene.themes) {
        const picture = await take(browser, origin, shown, theme);
        const file = `${scene.name}-${theme}.webp`;
        writeFileSync(join(folder, file), picture);
        taken(file, picture.length);
      }
    }
  } finally {
    await browser.close();
  }
}
