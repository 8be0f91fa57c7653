/** Tests measuring on the strip of the desk: an end of an episode dragged by the mouse, and QT measured by keys. */
import { expect, type Locator, type Page } from '@playwright/test';
import { current, deskRests, openDeskOf, saved } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';

const grips = (page: Page): Locator => page.getByRole('slider', { name: /^(Onset|End) of / });
const figures = (page: Page): Locator => page.getByRole('complementary', { name: 'Strips and figures' });

const sampleOf = async (grip: Locator): Promise<number> => Number(await grip.getAttribute('aria-valuenow'));

/** Marks four beats of the strip as an episode, which is then selected with both ends in view. */
async function markEpisode(page: Page): Promise<Locator> {
  await page.keyboard.press('ArrowRight');
  for (let beat = 0; beat < 3; beat += 1) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('e');
  const menu = page.getByRole('menu', { name: 'Rhythms and patterns' });
  await menu.getByRole('menuitem', { name: 'AV block II°, Wenckebach' }).click();
  await expect(menu).toBeHidden();
  await expect(current(page)).toHaveText(/AV block II°, Wenckebach/);
  await expect(grips(page)).toHaveCount(2);
  return page.getByRole('slider', { name: 'End of AV block II°, Wenckebach' });
}

async function dragBy(page: Page, grip: Locator, px: number, key?: 'Escape' | 'Alt'): Promise<void> {
  const box = await grip.boundingBox();
  if (box === null) throw new Error('the grip has no place on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (key === 'Alt') await page.keyboard.down('Alt');
  await page.mouse.move(x + px, y, { steps: 8 });
  if (key === 'Escape') await page.keyboard.press('Escape');
  await page.mouse.up();
  if (key === 'Alt') await page.keyboard.up('Alt');
}

async function dragAnEnd(page: Page): Promise<void> {
  const grip = await markEpisode(page);
  await expectAccessible(page);
  const box = await grip.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  const before = await sampleOf(grip);
  const row = await current(page).innerText();

  // Esc restores the earlier end, and the desk stays open.
  await dragBy(page, grip, 200, 'Escape');
  await expect(grip).toHaveAttribute('aria-valuenow', String(before));
  await expect(page).toHaveURL(/\/review\/\d+/);
  await expect(current(page)).toHaveText(row, { useInnerText: true });

  await dragBy(page, grip, 200);
  await expect(grip).not.toHaveAttribute('aria-valuenow', String(before));
  await expect(current(page)).not.toHaveText(row, { useInnerText: true });
  await expect(figures(page)).toBeVisible();
  const snapped = await sampleOf(grip);
  expect(snapped).toBeGreaterThan(before);
  await expect(saved(page)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(grip).toHaveAttribute('aria-valuenow', String(before));
  await expect(current(page)).toHaveText(row, { useInnerText: true });

  // With Alt the end is between beats; keys move it from beat to beat.
  await dragBy(page, grip, 23, 'Alt');
  await expect(grip).not.toHaveAttribute('aria-valuenow', String(before));
  const free = await sampleOf(grip);
  await page.keyboard.press('{');
  await expect(grip).toHaveAttribute('aria-valuenow', String(before));
  expect(free).toBeGreaterThan(before);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect(grips(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
}

async function measureQt(page: Page): Promise<void> {
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Measured intervals' });
  await expect(dialog.getByText(/^Mean of \d+ beats/)).toBeVisible();
  await expectAccessible(page);
  const qt = dialog.getByRole('definition').nth(2);
  await expect(qt).toHaveText(/^\d+ ms$/);
  const seen = Number.parseInt(await qt.innerText(), 10);
  const tEnd = dialog.getByRole('slider', { name: 'T end' });
  // Tab moves the focus from the first mark to the last.
  await expect(dialog.getByRole('slider').first()).toBeFocused();
  for (let mark = 0; mark < 3; mark += 1) {
    if (await tEnd.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(tEnd).toBeFocused();
  const place = await sampleOf(tEnd);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(tEnd).toHaveAttribute('aria-valuenow', String(place + 11));
  await expect(qt).not.toHaveText(`${String(seen)} ms`);
  const measured = Number.parseInt(await qt.innerText(), 10);
  await page.keyboard.press('Enter');
  const kept = dialog.getByRole('region', { name: 'Manual measurements' });
  await expect(kept.getByText(new RegExp(`QT ${String(measured)} `))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  // The address contains the place, so no finding is opened automatically.
  await deskRests(page);
  await page.keyboard.press('t');
  await expect(dialog).toBeVisible();
  await expect(kept.getByText(new RegExp(`QT ${String(measured)} `))).toBeVisible();
  await kept
    .getByRole('button', { name: /^Remove measurement/ })
    .first()
    .click();
  await expect(kept.getByText(new RegExp(`QT ${String(measured)} `))).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(saved(page)).toBeVisible();
}

test('an end is dragged from beat to beat, and QT is measured by keys, stored and removed', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const page = await openDeskOf(world, case_id);
  await test.step('drag an end', () => dragAnEnd(page));
  await test.step('measure QT', () => measureQt(page));
});
