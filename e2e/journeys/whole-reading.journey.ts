/**
 * Counts the inputs of a whole reading from its first finding to the request for verification, once by keyboard and once
 * by mouse alone. Each key press, click or choice is one input.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { current, deskRests, queue, saved } from '../desk-steps.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

type Way = 'keyboard' | 'mouse';
/** The goals for a recording of 24 hours, which the benchmark `desk` reads too. */
const goals = { keyboard: 40, mouse: 60 } as const satisfies Record<Way, number>;

/** Gives commands by their keys or by their buttons, and counts them. */
function inputs(page: Page, way: Way) {
  let count = 0;
  return {
    count: () => count,
    give: async (key: string, button: Locator): Promise<void> => {
      count += 1;
      if (way === 'keyboard') await page.keyboard.press(key);
      else await button.click();
    },
  };
}
type Inputs = ReturnType<typeof inputs>;

const left = (page: Page): Locator => queue(page).getByText(/^\d+ left$/);
const leftNow = async (page: Page): Promise<number> => Number.parseInt(await left(page).innerText(), 10);
const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'ECG recording' });

/** Judges what the next command judges: the certain findings of the kind, all of it on a wall, or the open one. */
async function judgeMost(page: Page, { give }: Inputs): Promise<void> {
  const sure = queue(page).getByRole('button', { name: /^Accept \d+ at ≥/ });
  const wall = queue(page).getByRole('button', { name: /^Show all \d+ open/ });
  const asked = page.getByRole('menu');
  if (await sure.isVisible()) return give('Shift+Enter', sure);
  if (await wall.isVisible()) {
    await give('Shift+W', wall);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await give('Enter', dialog.getByRole('button', { name: /^Accept \d+/ }));
    return expect(dialog).toBeHidden();
  }
  const accept = bar(page).getByRole('button', { name: /^Accept/ });
  const asks = (await accept.getAttribute('aria-expanded')) === 'false';
  const before = await leftNow(page);
  await give('Enter', accept);
  if (!asks) return;
  const isAsked = () => asked.isVisible();
  await expect.poll(async () => (await isAsked()) || (await leftNow(page)) < before).toBe(true);
  if (await isAsked()) await give('Enter', asked.getByRole('menuitem').first());
}

async function judgeAll(page: Page, hand: Inputs): Promise<void> {
  for (let before = await leftNow(page); before > 0; before = await leftNow(page)) {
    await judgeMost(page, hand);
    await expect.poll(() => leftNow(page)).toBeLessThan(before);
    await expect(saved(page)).toBeVisible();
  }
}

const header = (page: Page, name: string | RegExp): Locator =>
  page.locator('header').first().getByRole('button', { name });

async function conclude(page: Page, { give }: Inputs): Promise<void> {
  const strips = page.getByRole('button', { name: /^Add \d+ suggested strips?/ });
  await give('g', strips);
  await expect(strips).toBeHidden();
  await give('r', header(page, /^Next: conclusion/));
  const phrases = page.getByRole('button', { name: /^Insert \d+ matching phrases?/ });
  await expect(phrases).toBeVisible();
  await give('F8', phrases);
  await expect(phrases).toBeHidden();
}

async function handOn(page: Page, { give }: Inputs): Promise<void> {
  const make = header(page, /^Save and request review/);
  await expect(make).toBeVisible();
  await give('F2', make);
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  const chief = dialog.getByRole('radio').first();
  await expect(chief).toBeVisible();
  if ((await dialog.getByRole('radio').count()) > 1) await give('Space', chief);
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(1);
  await give('Enter', dialog.getByRole('button', { name: /^Request verification/ }));
  await expect(dialog).toBeHidden();
}

async function readWhole(world: World, way: Way): Promise<void> {
  const { case_id } = await world.addCase({ stage: 'started', recording: 'mixed' });
  const page = await world.open(world.technician, `/review/${String(case_id)}`);
  await expect(current(page)).toBeVisible();
  await deskRests(page);
  const found = await leftNow(page);
  const hand = inputs(page, way);
  await judgeAll(page, hand);
  await conclude(page, hand);
  await handOn(page, hand);
  const description = `${way}: ${String(hand.count())} for ${String(found)} findings`;
  test.info().annotations.push({ type: 'inputs', description });
  expect(hand.count()).toBeLessThanOrEqual(goals[way]);
}

test('a whole reading takes few keys', ({ world }) => readWhole(world, 'keyboard'));

test('a whole reading takes few clicks by mouse alone', ({ world }) => readWhole(world, 'mouse'));
