/** A chief gives a case to a technician on the board by keys alone; the technician finds it on the own day’s page. */
import { expect, test } from '@playwright/test';
import { openFor } from '../case-steps.ts';
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
