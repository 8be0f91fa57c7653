/** The reading desk by its keys alone: a queue judged, an episode mended, beats renamed, and each step taken back. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { current, openDesk, queue } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';

const judged = (page: Page): Locator => queue(page).getByText(/^\d+ of \d+ judged$/);
const beats = (page: Page): Locator => page.getByRole('definition').first();

async function judgedCount(page: Page): Promise<number> {
  return Number.parseInt(await judged(page).innerText(), 10);
}

test('a technician judges by keys, and what was done is there again after a reload', async ({ page }) => {
  test.setTimeout(600_000);
  await openDesk(page, current);
  const before = await judgedCount(page);
  const first = await current(page).innerText();
  await page.keyboard.press('Enter');
  await expect(judged(page)).toHaveText(new RegExp(`^${String(before + 1)} of`));
  await expect(current(page)).not.toHaveText(first, { useInnerText: true });
  await page.keyboard.press('F10');
  await expect(judged(page)).toHaveText(new RegExp(`^${String(before + 2)} of`));
  await page.keyboard.press('Control+z');
  await expect(judged(page)).toHaveText(new RegExp(`^${String(before + 1)} of`));
  await expect(page.getByText(/^All changes saved/)).toBeVisible();
  await page.reload();
  await recordingRests(page);
  await expect(judged(page)).toHaveText(new RegExp(`^${String(before + 1)} of`), { timeout: 120_000 });
});

test('beats are taken, removed and brought back by keys, and the figures follow', async ({ page }) => {
  test.setTimeout(600_000);
  await openDesk(page, current);
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
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/detail\/\d+/);
});

test('an episode is marked where none was found, by keys, and taken back', async ({ page }) => {
  test.setTimeout(600_000);
  await openDesk(page, current);
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

  // What was marked is read, so that the next key means it: it is called by a name of its own and back.
  await page.keyboard.press('e');
  await menu.getByRole('menuitem', { name: 'Other finding' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Name of the finding' });
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
  await expect(page.getByText(/^All changes saved/)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(found).toHaveCount(0);
  // What is not sent yet goes with the page, and the mark would stand for whoever reads this case next.
  await expect(page.getByText(/^All changes saved/)).toBeVisible();
});
