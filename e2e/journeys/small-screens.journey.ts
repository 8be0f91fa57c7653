/**
 * Checks phones, a desktop at 200 %, a low window and the system's own colours: nothing is out of reach, under a bar or
 * invisible.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows, chooseZips } from '../case-steps.ts';
import { phone, resize } from '../expect-accessible.ts';
import { drawnRecording } from '../known-recordings.ts';
import { recordingRests } from '../reading-steps.ts';
import { recordingZip } from '../recording-zip.ts';
import { jobWait } from '../world/job-wait.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

type Box = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };
async function boxOf(thing: Locator): Promise<Box> {
  const box = await thing.boundingBox();
  if (box === null) throw new Error('it has no place on the screen');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

const recording = (page: Page): Locator => page.getByRole('region', { name: 'ECG recording' });
const strip = (page: Page): Locator => page.getByRole('img', { name: 'ECG strip at paper scale' });

/** Waits until the page has laid out one thing above the other: a part that is loaded later moves them. */
const endsAbove = (upper: Locator, lower: Locator): Promise<void> =>
  expect(async () => {
    expect((await boxOf(upper)).bottom).toBeLessThanOrEqual((await boxOf(lower)).top);
  }).toPass();

const endsWithin = (thing: Locator, width: number): Promise<void> =>
  expect.poll(async () => (await boxOf(thing)).right).toBeLessThanOrEqual(width);

const heightOf = async (thing: Locator): Promise<number> => {
  const { top, bottom } = await boxOf(thing);
  return bottom - top;
};

/** Checks that a phone's strip ends above the pinned action and keeps its height. */
async function seesStrip(page: Page): Promise<void> {
  // The page may still be switching from the wide layout to the narrow one.
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
}

/** Checks that a phone's list ends above its foot, also when scrolled to its end. */
async function seesList(page: Page): Promise<void> {
  const menus = page.getByRole('list', { name: 'Cases' }).getByRole('button');
  await expect(menus.first()).toBeVisible();
  const foot = page.getByRole('button', { name: 'Take next case' });
  await endsAbove(page.locator('[data-scroll-restoration-id="cards"]'), foot);
  await menus.last().scrollIntoViewIfNeeded();
  await endsAbove(menus.last(), foot);
  await menus.last().click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function hasLines(thing: Locator, [border, outline]: readonly [string, string]): Promise<void> {
  await expect(thing).toHaveCSS('border-top-style', border);
  await expect(thing).toHaveCSS('outline-style', outline);
}

/** Makes more cases than a phone shows at once. */
async function addList(world: World): Promise<void> {
  for (let made = 0; made < 8; made += 1) await world.addCase({ stage: 'assigned', recording: 'plain' });
}

test('a phone’s list ends above its footer, its strip above the pinned action', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started', recording: 'plain' });
  await addList(world);
  const page = await world.open(world.technician, `/detail/${String(case_id)}`);
  await recordingRests(page);
  await resize(page, phone);
  await recordingRests(page);
  await seesStrip(page);
  await page.goto('/');
  await seesList(page);
});

test('on a phone a completed case opens with its report, and its button opens the report again', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'completed', recording: 'plain' });
  const page = await world.open(world.doctor, `/detail/${String(case_id)}`, { viewport: phone });
  const close = page.getByRole('main').getByRole('button', { name: 'Close', exact: true });
  const tab = page.getByRole('tab', { name: 'Recording' });
  await expect(close).toBeVisible();
  await expect(tab).toHaveCount(0);
  const bar = page.getByRole('toolbar', { name: 'PDF' });
  const more = bar.getByRole('button', { name: 'More tools' });
  await expect(more).toBeVisible();
  await expect.poll(() => heightOf(bar)).toBeLessThanOrEqual(56);
  await more.click();
  await expect(bar.getByRole('button', { name: 'Print' })).toBeVisible();
  await more.click();
  await close.click();
  await expect(tab).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Open report' }).click();
  await expect(close).toBeVisible();
});

test('at 200 % the recording has half of the height, and the whole strip after scrolling', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'started', recording: 'plain' });
  const page = await world.open(world.technician, `/detail/${String(case_id)}`, {
    ...{ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  });
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
});

test('in forced colours buttons have a border, and selected items another', async ({ world }) => {
  await world.addCase({ stage: 'assigned', recording: 'plain' });
  await world.addCase({ stage: 'assigned', recording: 'plain' });
  const { case_id } = await world.addCase({ stage: 'assigned', recording: 'plain' });
  const page = await world.open(world.technician, '/', { forcedColors: 'active' });
  const next = page.getByRole('button', { name: /^Take next case/ });
  await expect(next).toBeVisible();
  await hasLines(next, ['solid', 'none']);
  const tabs = page.getByRole('tab');
  await hasLines(tabs.and(page.locator('[aria-selected="true"]')), ['none', 'solid']);
  await hasLines(tabs.and(page.locator('[aria-selected="false"]')).first(), ['none', 'none']);
  await caseRows(page).nth(1).getByRole('gridcell').nth(3).click();
  await expect(caseRows(page).nth(1)).toHaveCSS('outline-style', 'solid');
  await expect(caseRows(page).nth(2)).toHaveCSS('outline-style', 'none');
  await page.goto(`/detail/${String(case_id)}`);
  await recordingRests(page);
  const speed = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await hasLines(speed('25 mm/s'), ['solid', 'solid']);
  await hasLines(speed('50 mm/s'), ['solid', 'none']);
});

/** Checks that the last column of the history and the row menus are in view. */
async function seesLastColumns(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 768 });
  await page.goto('/upload?tab=history');
  const link = page.getByRole('table').getByRole('link').first();
  await expect(link).toBeVisible();
  await endsWithin(link, width);
  await page.goto('/institution/list');
  const row = caseRows(page).first();
  await row.hover();
  const menu = row.getByRole('button', { name: /^Actions/ });
  await expect(menu).toHaveCSS('opacity', '1');
  await endsWithin(menu, width);
  await menu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Checks that the row menus, which stay at the right end, cover no part of the last column. */
async function seesWholeColumns(page: Page, address: string): Promise<void> {
  await page.goto(address);
  const heads = page.getByRole('columnheader');
  const row = page.getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await expect(async () => {
    const count = await heads.count();
    const last = await boxOf(heads.nth(count - 2));
    expect(last.right).toBeLessThanOrEqual((await boxOf(heads.nth(count - 1))).left + 1);
  }).toPass();
}

test('at 1024 the menus of a list cover no part of its last column', async ({ world }) => {
  await world.addCase({ stage: 'assigned', recording: 'plain' });
  const page = await world.open(world.chief, '/');
  await page.setViewportSize({ width: 1024, height: 700 });
  await test.step('cases of a chief', () => seesWholeColumns(page, '/'));
  await world.signIn(page, world.head);
  await test.step('cases of a center', () => seesWholeColumns(page, '/admin'));
  await test.step('users', () => seesWholeColumns(page, '/admin/user'));
  await test.step('institutions', () => seesWholeColumns(page, '/admin/institution/list'));
});

test('a phone’s upload page keeps its fields above its footer; at 1024 and 1440 every last column is visible', async ({
  world,
}) => {
  const page = await world.open(world.doctor, '/upload', { viewport: phone });
  const start_ms = Date.now() - 2 * 86_400_000;
  const zips = [1, 2, 3].map(() =>
    recordingZip(drawnRecording(120, 250), { hn_id: world.newHnId(), start_ms }),
  );
  await chooseZips(page, await Promise.all(zips));
  const send = page
    .getByRole('main')
    .getByRole('button', { name: /^Send 3/ })
    .last();
  await expect(send).toBeEnabled();
  const fields = page.getByRole('main').getByRole('button', { name: 'Add patient' });
  await expect(fields).toHaveCount(3);
  for (const field of await fields.all()) {
    await field.focus();
    await endsAbove(field, send);
    expect(await heightOf(field)).toBeGreaterThanOrEqual(44);
  }
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBe(phone.height);

  await send.click();
  const sent = page.getByRole('complementary', { name: 'Sending' }).getByRole('listitem');
  await expect(sent.filter({ hasText: /case is ready|Open case/ }).first()).toBeVisible(jobWait);
  for (const width of [1024, 1440]) await test.step(String(width), () => seesLastColumns(page, width));
});

test('at 768 the desk shows the report’s tools and the square plot whole', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started', recording: 'plain' });
  const page = await world.open(world.technician, `/review/${String(case_id)}?tab=report`, {
    viewport: { width: 768, height: 1024 },
  });
  const download = page.getByRole('button', { name: 'Download' });
  await expect(download).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'Conclusion' });
  await expect(pane).toBeVisible();
  for (const tool of [download, page.getByRole('button', { name: /^Save version/ })])
    await expect(async () => {
      const [own, beside] = [await boxOf(tool), await boxOf(pane)];
      expect(own.right).toBeLessThanOrEqual(beside.left);
      expect(own.bottom - own.top).toBeLessThanOrEqual(40);
    }).toPass();
  await page.getByRole('tab', { name: 'Plots' }).click();
  const square = page.getByRole('img', { name: 'Poincaré' });
  await expect(square).toBeVisible();
  await expect(async () => {
    const plot = await boxOf(square);
    expect(plot.right - plot.left).toBeGreaterThanOrEqual(395);
    const column = await boxOf(page.getByRole('region', { name: 'Plots' }));
    expect(plot.right).toBeLessThanOrEqual(column.right);
  }).toPass();
});

test('on a phone an institution opens with its API keys', async ({ world }) => {
  const page = await world.open(world.admin, `/admin/institution/list?q=${world.mark}`, { viewport: phone });
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').first().click();
  const create = page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Create a key' });
  await create.scrollIntoViewIfNeeded();
  await endsWithin(create, phone.width);
  await create.click();
  await expect(page.getByRole('alertdialog', { name: 'Create a key' })).toBeVisible();
});

test('on a phone the buttons of a page are in one row; fields beside each other are equally high', async ({
  world,
}) => {
  const page = await world.open(world.admin, '/admin/messages', { viewport: phone });
  const add = page.getByRole('main').getByRole('button', { name: /^Add / });
  await expect(add).toHaveCount(3);
  await expect(async () => {
    const boxes = await Promise.all((await add.all()).map(boxOf));
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
    for (const { right } of boxes) expect(right).toBeLessThanOrEqual(phone.width);
  }).toPass();

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/admin/privacy');
  const around = (field: Locator): Promise<number> => heightOf(field.locator('..'));
  const beside = page.getByRole('textbox', { name: 'Patient ID' });
  await expect(beside).toBeVisible();
  const picker = page.getByRole('combobox', { name: 'Hospital', exact: true });
  await expect(async () => expect(await around(picker)).toBe(await around(beside))).toPass();
});
