/**
 * Tests the reading desk by keys alone: findings are reviewed, beats removed, an episode marked, and each step undone.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { current, deskRests, isJudged, openDeskOf, queue, saved } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const beats = (page: Page): Locator => page.getByRole('definition').first();

async function judgeByKeys(page: Page): Promise<void> {
  const first = await current(page).innerText();
  await page.keyboard.press('Enter');
  await isJudged(page, 1);
  await expect(current(page)).not.toHaveText(first, { useInnerText: true });
  await page.keyboard.press('F10');
  await isJudged(page, 2);
  await page.keyboard.press('Control+z');
  await isJudged(page, 1);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await deskRests(page);
  await isJudged(page, 1);
}

async function removeBeats(page: Page): Promise<void> {
  const all = await beats(page).innerText();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await expect(beats(page)).not.toHaveText(all);
  await page.keyboard.press('Control+z');
  await expect(beats(page)).toHaveText(all);
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: /^T1 / })).toBeVisible();
  await page.keyboard.press('1');
}

/** Marks an episode where none was found, gives it a name of its own, and undoes that. */
async function markEpisode(page: Page): Promise<void> {
  const found = page.getByRole('button', { name: /^AV block II°, Mobitz 1\b/ });
  const named = queue(page).getByRole('button', { name: /Wandering pacemaker/ });
  await page.keyboard.press('ArrowRight');
  for (let beat = 0; beat < 3; beat += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('e');
  const menu = page.getByRole('menu', { name: 'Rhythms and patterns' });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'AV block II°, Mobitz' }).click();
  await expect(menu).toBeHidden();
  await expect(found).toBeVisible();
  await expect(current(page)).toHaveText(/AV block II°, Mobitz/);

  await page.keyboard.press('e');
  await menu.getByRole('menuitem', { name: 'Other finding' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Finding name' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Name').fill('Wandering pacemaker');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(named).toHaveAttribute('aria-current', 'true');
  await expect(found).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(named).toHaveCount(0);
  await expect(found).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(found).toHaveCount(0);
}

/** The page of the case and the desk show one reading: neither computes what the other one already shows. */
async function openAgain(page: Page): Promise<void> {
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await recordingRests(page);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/review\/\d+/);
  await deskRests(page);
  await isJudged(page, 1);
  expect(started.filter((url) => url.includes('reading-worker'))).toEqual([]);
}

test('a technician judges, removes and marks by keys, and every step is undone', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const page = await openDeskOf(world, case_id);
  await test.step('judge', () => judgeByKeys(page));
  await test.step('remove beats', () => removeBeats(page));
  await test.step('mark an episode', () => markEpisode(page));
  await test.step('open again', () => openAgain(page));
});
