/**
 * Tests the statistics: figures of a period, the cases behind one, the same figures as a table and as a spreadsheet.
 */
import { expect } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';

test('a chief counts a month, opens the cases of a figure, and exports the figures', async ({ world }) => {
  for (const stage of ['completed', 'completed', 'started'] as const) {
    await world.addCase({ stage, recording: 'plain' });
  }
  const page = await world.open(world.chief, '/admin/statistics');
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: 'Completed' });
  await expect(card.getByRole('link')).toHaveText('2');
  await expect(page.getByRole('heading', { name: 'Time per status' })).toBeVisible();
  await expectAccessible(page);

  const steps = page.getByRole('region', { name: 'Requested and completed, a day' });
  await steps.getByRole('button', { name: 'Table' }).click();
  await expect(steps.getByRole('columnheader', { name: 'Completed' })).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^statistics.*\.xlsx$/);

  const listed = page.waitForResponse(
    (answer) => answer.url().includes('/case/cases?') && answer.url().includes('step='),
  );
  await card.getByRole('link').click();
  const answer: unknown = await (await listed).json();
  expect(answer).toMatchObject({ total: 2 });
  await expect(page.getByText(/Completed, /)).toBeVisible();
});
