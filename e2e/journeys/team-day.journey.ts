/**
 * Tests that a chief assigns cases to a technician on the board, by keys and by sharing out, and that the technician
 * finds them on the day page.
 */
import { expect, type Page } from '@playwright/test';
import { nextStep } from '../case-steps.ts';
import { expectAccessible, expectAccessibleOnBoth } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';
import type { Person } from '../world/world-people.ts';

/** Assigns the first waiting case to the person by keys alone; returns its HN ID. */
async function assignByKeys(page: Page, person: Person): Promise<string> {
  const waiting = page.getByRole('region', { name: 'Unassigned' });
  const first = waiting.getByRole('list').getByRole('link').first();
  await expect(first).toBeVisible();
  await expectAccessibleOnBoth(page);
  const hn_id = (await first.textContent()) ?? '';
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Assign' });
  await dialog.getByRole('radio', { name: new RegExp(person.name) }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(waiting.getByRole('link', { name: hn_id })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  return hn_id;
}

test('a case is assigned on the board without a pointer, and appears on the technician’s day', async ({
  world,
}) => {
  await world.addCase({ recording: 'plain' });
  await world.addCase({ recording: 'plain', priority: 'urgent' });
  const technician = await world.open(world.technician, '/day');
  await expect(technician.getByRole('table', { name: 'My pace' })).toBeVisible();
  const page = await world.open(world.chief, '/board');
  const hn_id = await assignByKeys(page, world.technician);

  const taken = technician.getByRole('link', { name: hn_id });
  await expect(taken).toBeVisible();
  await expectAccessibleOnBoth(technician);
  await taken.focus();
  await technician.keyboard.press('Enter');
  await expect(technician).toHaveTitle(new RegExp(hn_id));
});

test('waiting cases are distributed; a case that another user took meanwhile is refused in its row', async ({
  world,
}) => {
  const made = [
    await world.addCase({ recording: 'plain' }),
    await world.addCase({ recording: 'plain' }),
    await world.addCase({ recording: 'plain' }),
  ];
  const page = await world.open(world.chief, '/board');
  await page.getByRole('button', { name: 'Distribute cases' }).click();
  const dialog = page.getByRole('dialog', { name: 'Distribute unassigned cases' });
  const rows = dialog.getByRole('listitem');
  const rowOf = (hn_id: string) => rows.filter({ hasText: hn_id });
  const mine = rows.filter({ hasText: world.technician.name });
  await expect(mine.first()).toBeVisible();
  await expectAccessible(page);
  const given = await mine.first().locator('b').innerText();
  const [taken] = made.filter(({ hn_id }) => hn_id !== given);
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
  await expect(dialog.getByRole('button', { name: 'Assign 0' })).toBeDisabled();
  for (const hn_id of [given, taken?.hn_id ?? '']) await rowOf(hn_id).getByRole('checkbox').check();

  const technician = await world.open(world.technician, `/detail/${String(taken?.case_id)}`);
  await nextStep(technician, 'Assign to me').click();
  await expect(nextStep(technician, 'Start analysis')).toBeVisible();

  await dialog.getByRole('button', { name: 'Assign 2' }).click();
  await expect(rowOf(given).getByLabel('Assigned')).toBeVisible();
  await expect(rowOf(taken?.hn_id ?? '').getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const waiting = page.getByRole('region', { name: 'Unassigned' });
  for (const hn_id of [given, taken?.hn_id ?? ''])
    await expect(waiting.getByRole('link', { name: hn_id })).toHaveCount(0);
  await technician.goto('/day');
  await expect(technician.getByRole('link', { name: given })).toBeVisible();
});
