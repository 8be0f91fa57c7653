/** A chief gives cases to a technician on the board, by keys and by sharing out; the technician finds them on the own day. */
import { expect, test } from '@playwright/test';
import { nextStep, openCase, openFor } from '../case-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { signIn } from '../people.ts';

test('a case is assigned on the board without a pointer, and stands on the technician’s day', async ({
  page,
  browser,
}) => {
  await signIn(page, 'demochief');
  await page.goto('/board');
  const waiting = page.getByRole('region', { name: 'Waiting' });
  const first = waiting.getByRole('list').getByRole('link').first();
  await expect(first).toBeVisible();
  await expectAccessible(page);

  const technician = await openFor(browser, 'demotechnician');
  await technician.goto('/day');
  await expect(technician.getByRole('table', { name: 'My pace' })).toBeVisible();
  await expectAccessible(technician);

  const hn_id = (await first.textContent()) ?? '';
  await expect(technician.getByRole('link', { name: hn_id })).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Assign' });
  await dialog.getByRole('radio', { name: /森 楓/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(waiting.getByRole('link', { name: hn_id })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  const taken = technician.getByRole('link', { name: hn_id });
  await expect(taken).toBeVisible();
  await taken.focus();
  await technician.keyboard.press('Enter');
  await expect(technician).toHaveTitle(new RegExp(hn_id));
});

test('what waits is shared out; a case that somebody took meanwhile is refused in its row', async ({
  page,
  browser,
}) => {
  const name = '森 楓';
  await signIn(page, 'demochief');
  await page.goto('/board');
  await page.getByRole('button', { name: `Change the places of ${name}` }).click();
  const places = page.getByRole('alertdialog', { name: `Places of ${name}` });
  await places.getByLabel('Places').fill('200');
  await places.getByRole('button', { name: 'Save' }).click();
  await expect(places).toBeHidden();

  await page.getByRole('button', { name: 'Share out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share out what waits' });
  const rows = dialog.getByRole('listitem').filter({ hasText: name });
  await expect(rows.nth(1)).toBeVisible();
  await expectAccessible(page);
  const [given = '', taken = ''] = await rows.locator('b').allTextContents();
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await expect(dialog.getByRole('button', { name: 'Assign 0' })).toBeDisabled();
  for (const hn_id of [given, taken]) await rows.filter({ hasText: hn_id }).getByRole('checkbox').check();

  const technician = await openFor(browser, 'demotechnician');
  await technician.goto('/');
  await openCase(technician, taken);
  await nextStep(technician, 'Assign to me').click();
  await expect(nextStep(technician, 'Start analysis')).toBeVisible();

  await dialog.getByRole('button', { name: 'Assign 2' }).click();
  await expect(rows.filter({ hasText: given }).getByLabel('Assigned')).toBeVisible();
  await expect(rows.filter({ hasText: taken }).getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting' });
  for (const hn_id of [given, taken]) await expect(waiting.getByRole('link', { name: hn_id })).toHaveCount(0);
  await technician.goto('/day');
  await expect(technician.getByRole('link', { name: given })).toBeVisible();
});
