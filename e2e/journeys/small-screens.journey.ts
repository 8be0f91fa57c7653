/** Phones, a desk at 200 %, a low window, the system's own colours: nothing out of reach, under a bar or invisible. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { caseRows, chooseZips, openFor } from '../case-steps.ts';
import { drawnRecording } from '../known-recordings.ts';
import { signIn } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';
import { freshHnId, recordingZip } from '../recording-zip.ts';

const phone = { width: 390, height: 844 };

type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error('it has no place on the screen');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

async function openCaseOf(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  const case_id = await caseRows(page).first().getAttribute('data-id');
  await page.goto(`/detail/${case_id ?? ''}`);
  await recordingRests(page);
}

const recording = (page: Page): Locator => page.getByRole('region', { name: 'ECG recording' });
const strip = (page: Page): Locator => page.getByRole('img', { name: 'ECG strip at paper scale' });

test('a phone’s list ends above its foot, its strip above the pinned act', async ({ browser }) => {
  const page = await openFor(browser, 'demotechnician');
  await openCaseOf(page, '/?view=mine&status=start');
  await page.setViewportSize(phone);
  await recordingRests(page);
  // The page may still be on its way from the wide screen to the narrow one.
  await expect(async () => {
    const act = await boxOf(
      page.getByRole('main').getByRole('button', { name: /^(Add a report|Request review)/ }),
    );
    const paper = await boxOf(strip(page));
    expect(paper.bottom - paper.top).toBeGreaterThanOrEqual(200);
    const region = await boxOf(recording(page));
    expect(region.bottom).toBeLessThanOrEqual(act.top);
    expect(region.bottom - paper.bottom).toBeGreaterThanOrEqual(32);
    const tools = await boxOf(page.getByRole('toolbar', { name: 'ECG recording' }));
    expect(tools.bottom - tools.top).toBeLessThanOrEqual(53);
  }).toPass();

  await page.goto('/');
  const menus = page.getByRole('list', { name: 'Cases' }).getByRole('button');
  await expect(menus.first()).toBeVisible();
  const foot = await boxOf(page.getByRole('button', { name: 'Take next case' }));
  const list = page.locator('[data-scroll-restoration-id="cards"]');
  expect((await boxOf(list)).bottom).toBeLessThanOrEqual(foot.top);
  await menus.last().scrollIntoViewIfNeeded();
  expect((await boxOf(menus.last())).bottom).toBeLessThanOrEqual(foot.top);
  await menus.last().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.context().close();
});

test('a phone’s upload page keeps its fields above its foot, and nothing empty below it', async ({
  browser,
}) => {
  const page = await openFor(browser, 'demodoctor');
  await page.setViewportSize(phone);
  await page.goto('/upload');
  const start_ms = Date.now() - 2 * 86_400_000;
  const zips = [1, 2, 3].map(() => recordingZip(drawnRecording(600, 250), { hn_id: freshHnId(), start_ms }));
  await chooseZips(page, await Promise.all(zips));
  const send = page
    .getByRole('main')
    .getByRole('button', { name: /^Send 3/ })
    .last();
  await expect(send).toBeEnabled();
  const fields = page.getByRole('main').getByRole('button', { name: 'Patient name or ID' });
  await expect(fields).toHaveCount(3);
  for (const field of await fields.all()) {
    await field.focus();
    const { top, bottom } = await boxOf(field);
    expect(bottom).toBeLessThanOrEqual((await boxOf(send)).top);
    expect(bottom - top).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(phone.height);
  await page.context().close();
});

test('at 200 % the recording has half of the height at once, and the whole strip when scrolled to', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await signIn(page, 'demotechnician');
  await openCaseOf(page, '/?view=mine&status=start');
  await page.setViewportSize({ width: 720, height: 450 });
  await recordingRests(page);
  const footTop = async (): Promise<number> => (await boxOf(page.getByRole('contentinfo'))).top;
  await expect(async () => {
    const region = await boxOf(recording(page));
    expect((await footTop()) - region.top).toBeGreaterThanOrEqual(225);
  }).toPass();
  await expect(async () => {
    await strip(page).evaluate((element) => element.scrollIntoView({ block: 'end' }));
    const paper = await boxOf(strip(page));
    const head = await boxOf(page.getByRole('heading', { level: 1 }));
    expect(paper.top).toBeGreaterThanOrEqual(head.bottom);
    expect(paper.bottom).toBeLessThanOrEqual(await footTop());
  }).toPass();
  await context.close();
});

test('at 1024 and at 1440 the last column of the history and the row menus are in view', async ({
  browser,
}) => {
  const page = await openFor(browser, 'demodoctor');
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto('/upload?tab=history');
    const link = page.getByRole('table').getByRole('link').first();
    await expect(link).toBeVisible();
    expect((await boxOf(link)).right).toBeLessThanOrEqual(width);
    await page.goto('/institution/list');
    const row = caseRows(page).first();
    await row.hover();
    const menu = row.getByRole('button', { name: /^Actions/ });
    await expect(menu).toHaveCSS('opacity', '1');
    expect((await boxOf(menu)).right).toBeLessThanOrEqual(width);
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.context().close();
});

const lineOf = (thing: Locator): Promise<readonly [border: string, outline: string]> =>
  thing.evaluate((element) => {
    const { borderTopStyle, outlineStyle } = getComputedStyle(element);
    return [borderTopStyle, outlineStyle];
  });

test('in the system’s colours buttons have a line, and what is chosen another', async ({ browser }) => {
  const page = await openFor(browser, 'demotechnician');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const next = page.getByRole('button', { name: /^Take next case/ });
  await expect(next).toBeVisible();
  expect(await lineOf(next)).toEqual(['solid', 'none']);
  const tabs = page.getByRole('tab');
  expect(await lineOf(tabs.and(page.locator('[aria-selected="true"]')))).toEqual(['none', 'solid']);
  expect(await lineOf(tabs.and(page.locator('[aria-selected="false"]')).first())).toEqual(['none', 'none']);
  await caseRows(page).nth(1).getByRole('gridcell').nth(3).click();
  await expect(caseRows(page).nth(1)).toHaveCSS('outline-style', 'solid');
  await expect(caseRows(page).nth(2)).toHaveCSS('outline-style', 'none');
  await openCaseOf(page, '/?view=mine&status=start');
  const speed = (name: string): Locator => page.getByRole('button', { name, exact: true });
  expect(await lineOf(speed('25 mm/s'))).toEqual(['solid', 'solid']);
  expect(await lineOf(speed('50 mm/s'))).toEqual(['solid', 'none']);
  await page.context().close();
});
