/** The palette under fast hands: what is typed before its field is there belongs to it and to nothing else. */
import { expect, test } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { signIn } from '../people.ts';

test('letters typed while the palette is still loading reach its field and set off no key', async ({
  page,
}) => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/palette-(?!sources)[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, 'demochief');
  await expect(caseRows(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('xjHN26Q');
  await page.keyboard.press('Backspace');
  letGo();
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toHaveValue('xjHN26');
  await expect(caseRows(page).and(page.locator('.current'))).toHaveCount(0);
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Find or do' })).toHaveCount(0);
});
