/** Tests the selected strips: added, drawn on by mouse and keys, ordered, and all restored after a reload. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openDeskOf, saved } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const basket = (page: Page): Locator => page.getByRole('region', { name: 'Selected strips' });
const strips = (page: Page): Locator =>
  basket(page).getByRole('list', { name: 'Strips in the order of the report' }).getByRole('listitem');
const caption = (strip: Locator): Locator => strip.getByRole('textbox', { name: /^Caption of the strip/ });

async function keepStrip(page: Page, text: string): Promise<void> {
  const before = await strips(page).count();
  await page.keyboard.press('b');
  await expect(strips(page)).toHaveCount(before + 1);
  const field = caption(strips(page).last());
  await field.fill(text);
  await field.press('Enter');
  // The reading now contains the caption, and later edits of this strip include it.
  await expect(field).toHaveValue(text);
}

/** Draws an arrow on the paper with the mouse. */
async function drawArrow(page: Page, editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: /^Arrow/ }).click();
  const box = await editor.getByRole('group', { name: /^Strip on paper/ }).boundingBox();
  if (box === null) throw new Error('the paper has no place on the screen');
  await page.mouse.move(box.x + 200, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 50, { steps: 3 });
  await page.mouse.move(box.x + 300, box.y + 60, { steps: 3 });
  await page.mouse.up();
}

/** Expects the drawn marks of a strip to be shown again. */
async function isDrawn(editor: Locator, measured: string): Promise<void> {
  await expect(editor.getByRole('textbox', { name: 'Text of drawing 1' })).toHaveValue('<b>P wave</b>');
  const end = editor.getByRole('slider', { name: 'Caliper 2, end' });
  await expect(end).toHaveAttribute('aria-valuenow', measured);
}

/** Puts a caliper on the beat in the middle and moves its end one sample further; returns its end. */
async function measureByKeys(page: Page, end: Locator): Promise<string> {
  await page.keyboard.press('c');
  await expect(end).toBeFocused();
  const further = String(Number(await end.getAttribute('aria-valuenow')) + 1);
  await page.keyboard.press('ArrowRight');
  await expect(end).toHaveAttribute('aria-valuenow', further);
  return further;
}

/** Closes a dialog by its key and waits until it is closed before the next key press. */
async function leaveByKey(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Adds the three extremes by one key and removes them by one. */
async function addExtremes(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await expect(strips(page)).toHaveCount(3);
  for (const name of [/^Maximum rate \d+ bpm$/, /^Minimum rate \d+ bpm$/, /^Longest RR \d+\.\d\d s$/])
    await expect(basket(page).getByPlaceholder(name)).toBeVisible();
  await expect(basket(page).getByRole('button', { name: /^Add \d+ suggested/ })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(strips(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
}

/** Draws on the second of two strips and sets its speed; returns the end of its caliper. */
async function drawOnSecond(page: Page): Promise<string> {
  await strips(page)
    .last()
    .getByRole('button', { name: /^Draw on the strip/ })
    .click();
  const editor = page.getByRole('dialog', { name: 'Strip 2 of 2' });
  await drawArrow(page, editor);
  await expect(editor.getByRole('textbox', { name: 'Text of drawing 1' })).toBeFocused();
  await page.keyboard.type('<b>P wave</b>');
  await page.keyboard.press('Enter');
  const measured = await measureByKeys(page, editor.getByRole('slider', { name: 'Caliper 2, end' }));
  await editor.getByRole('button', { name: '50 mm/s', exact: true }).click();
  await expectAccessible(page);
  await leaveByKey(page, editor);
  return measured;
}

test('strips are added, drawn on and sorted, and stay so after a reload', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const page = await openDeskOf(world, case_id);
  await test.step('extremes', () => addExtremes(page));
  await keepStrip(page, 'First of two');
  await page.keyboard.press('PageDown');
  await recordingRests(page);
  await keepStrip(page, 'Second of two');
  const measured = await drawOnSecond(page);

  await caption(strips(page).last()).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(caption(strips(page).first())).toHaveValue('Second of two');
  await expect(saved(page)).toBeVisible();

  await page.reload();
  await recordingRests(page);
  const moved = strips(page).first();
  await expect(caption(moved)).toHaveValue('Second of two');
  await expect(caption(strips(page).last())).toHaveValue('First of two');
  await expect(moved).toContainText('50 mm/s');
  await moved.getByRole('button', { name: /^Draw on the strip/ }).click();
  const again = page.getByRole('dialog', { name: 'Strip 1 of 2' });
  await isDrawn(again, measured);
  await leaveByKey(page, again);

  // The report contains the strips in their current state.
  const printed = page.waitForResponse((answer) => answer.url().includes('/report/preview'));
  await page.locator('body').press('5');
  expect((await printed).status()).toBe(200);
});
