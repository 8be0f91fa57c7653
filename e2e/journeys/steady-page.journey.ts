/**
 * Measures how much an open case page moves while a colleague works on the case: the sum of its layout shifts, as
 * browsers measure it (CLS), on a desktop and on a phone. The goal is that of Web Vitals, 0.1.
 */
import { expect, type Page } from '@playwright/test';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

const goal = 0.1;
const sizes = [
  { name: 'desk', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;

/** Recorded by the page from its start: the sum of the shifts, and what moved. */
type Shifts = { sum: number; moved: string[] };
declare global {
  interface Window {
    shifts: Shifts;
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = { sum: 0, moved: [] };
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const isShift = (entry: PerformanceEntry): entry is Shift => 'hadRecentInput' in entry;
    const nameOf = (node: Node | null): string =>
      node === null ? '' : `${node.nodeName} ${(node.textContent ?? '').slice(0, 40)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        if (entry.hadRecentInput) continue;
        window.shifts.sum += entry.value;
        for (const { node } of entry.sources) window.shifts.moved.push(nameOf(node));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function shiftsOf(page: Page): Promise<Shifts> {
  // After two frames, the last layout shift has been reported.
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))),
  );
  return page.evaluate(() => window.shifts);
}

type Watcher = { readonly page: Page; readonly size: (typeof sizes)[number]; readonly opened: Shifts };

async function openWatching(world: World, path: string, size: (typeof sizes)[number]): Promise<Watcher> {
  const page = await world.open(world.chief, '/healthz', { viewport: size });
  await watchShifts(page);
  await page.goto(path);
  await recordingRests(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return { page, size, opened: await shiftsOf(page) };
}

const said = (page: Page, text: string) => page.getByRole('main').getByText(text).first();
const primary = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Case' }).getByRole('button', { name, exact: false });

const remark = 'The night is quiet, the morning is not.';

/** The technician starts, adds the report, writes, and asks for review; each time the watcher's page must follow. */
async function work(page: Page, follows: (words: string) => Promise<void>): Promise<void> {
  await primary(page, 'Start analysis').click();
  await follows('In analysis');
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(remark);
  await page.keyboard.press('Control+Enter');
  await follows(remark);
  await expect(primary(page, 'Continue reading')).toBeEnabled();
  await primary(page, 'Report').click();
  await page.getByRole('button', { name: 'Adopt the device report' }).click();
  await expect(primary(page, 'Request review')).toBeEnabled();
  await page.keyboard.press('Escape');
  await primary(page, 'Request review').click();
  await follows('In review');
}

async function expectSteady({ page, size, opened }: Watcher): Promise<void> {
  const after = await shiftsOf(page);
  const live = after.sum - opened.sum;
  const figures = `${size.name}: ${opened.sum.toFixed(3)} while opening, ${live.toFixed(3)} while a colleague works`;
  test.info().annotations.push({ type: 'layout shift', description: figures });
  process.stdout.write(`Layout shift, ${figures}\n`);
  expect(opened.sum, opened.moved.join('\n')).toBeLessThanOrEqual(goal);
  expect(live, after.moved.slice(opened.moved.length).join('\n')).toBeLessThanOrEqual(goal);
}

test('a case page does not move while a colleague works, on a desk and a phone', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'assigned', recording: 'plain' });
  const path = `/detail/${String(case_id)}`;
  const [desk, phone] = [
    await openWatching(world, path, sizes[0]),
    await openWatching(world, path, sizes[1]),
  ];
  const technician = await world.open(world.technician, path);
  await recordingRests(technician);
  await work(technician, async (words) => {
    await expect(said(desk.page, words)).toBeVisible();
    // A phone shows comments behind a tab.
    if (words !== remark) await expect(said(phone.page, words)).toBeVisible();
  });
  await expectSteady(desk);
  await expectSteady(phone);
});
