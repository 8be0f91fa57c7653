/**
 * Tests fast typing with dialogs: keys typed before the field of a dialog is shown go into that field and nowhere else.
 */
import { expect } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { deskRests, judged } from '../desk-steps.ts';
import { password } from '../people.ts';
import { test } from '../world/journey.ts';

test('letters typed while the palette is loading reach its field and run no command', async ({
  world,
  page,
}) => {
  await world.addCase({ recording: 'plain' });
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/palette-(?!sources)[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await world.signIn(page, world.chief);
  await page.goto('/');
  await expect(caseRows(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('xjHN26Q');
  await page.keyboard.press('Backspace');
  letGo();
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('xjHN26');
  await expect(caseRows(page).and(page.locator('.current'))).toHaveCount(0);
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveCount(0);
});

test('a password typed directly after the key that asks for a signature is only in its field', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'submitted' });
  const page = await world.open(world.chief, `/review/${String(case_id)}?tab=findings`);
  await deskRests(page);
  const before = await judged(page).innerText();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/action-dialog-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('r');
  await page.keyboard.type(password);
  letGo();
  const dialog = page.getByRole('dialog', { name: 'Verify' });
  await expect(dialog.getByLabel('Your password')).toHaveValue(password);
  await dialog.getByLabel('Reason to continue').fill('Read on paper.');
  await dialog.getByLabel('Your password').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(judged(page)).toHaveText(before);
  await expect(page).toHaveURL(/\/review\/\d+/);
});
