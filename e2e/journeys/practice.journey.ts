/**
 * Tests the guided first reading: offered on the desk, started, some steps done on the desk itself, left, resumed and
 * scored.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const coach = (page: Page): Locator => page.getByRole('complementary', { name: 'Guided first reading' });
const step = (page: Page): Locator => page.getByRole('region', { name: 'Current step' });
const due = (page: Page, name: string): Promise<void> =>
  expect(step(page).getByRole('heading', { name })).toBeVisible();

async function shown(page: Page): Promise<void> {
  await step(page).getByRole('button', { name: 'Show me' }).click();
  await recordingRests(page);
}

/** Writes the conclusion from phrases; it is stored in this browser like the rest. */
async function writesConclusion(page: Page): Promise<void> {
  await page.keyboard.press('5');
  // The key works once the phrases are loaded.
  const finder = page.getByRole('textbox', { name: 'Find a phrase' });
  await expect(finder).toBeVisible();
  await page.keyboard.press('/');
  await expect(finder).toBeFocused();
  await page.keyboard.type('fibrillation');
  await page.keyboard.press('Enter');
  const written = page.getByRole('textbox', { name: 'Conclusion' });
  await expect(written).toHaveValue(/^Atrial fibrillation for \d/);
  await expect(step(page).getByRole('heading', { name: 'Select beats in a plot' })).toBeVisible();
  const done = page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Write the conclusion' });
  await expect(done.getByRole('img', { name: 'done' })).toBeVisible();
  await expectAccessible(page);
}

test('a beginner practises on a synthetic recording, and is scored against the truth', async ({ world }) => {
  const page = await world.open(world.technician, '/practice');
  await expect(coach(page)).toBeVisible();
  await recordingRests(page);
  await due(page, 'Accept a finding');
  await expectAccessible(page);
  await shown(page);
  await page.keyboard.press('Enter');
  await due(page, 'Reject an artefact');
  await shown(page);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('menuitem', { name: 'Change to N' })).toBeVisible();
  await page.keyboard.press('n');
  await due(page, 'Move an onset');
  await shown(page);
  for (let beat = 0; beat < 12; beat += 1) await page.keyboard.press('[');
  await due(page, 'Accept a pause');
  await shown(page);
  await page.keyboard.press('Enter');
  await due(page, 'Reclassify a beat');
  await shown(page);
  await page.keyboard.press('s');
  await due(page, 'Undo a step');

  // Resumed after a reload, in the same browser.
  await page.reload();
  await expect(coach(page)).toBeVisible();
  await recordingRests(page);
  await due(page, 'Undo a step');
  // After a reload there is nothing to undo until the edits are loaded and the edit lock is back.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled();
  await expect(page.getByRole('status').filter({ hasText: 'You are editing' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await due(page, 'Reclassify a template');
  await shown(page);
  await page.getByRole('button', { name: /^T3 / }).click();
  await page.keyboard.press('v');
  await due(page, 'Split a template');
  await step(page).getByRole('button', { name: 'Skip this step' }).click();
  await due(page, 'Select beats in a plot');
  await writesConclusion(page);
  await page.getByRole('button', { name: 'Finish: show the score' }).click();
  const score = page.getByRole('complementary', { name: 'Your score' });
  await expect(score.getByRole('row', { name: /^VT/ })).toHaveText(/^VT100\s?%100\s?%100\s?%66\s?%$/);
  await expectAccessible(page);
  await score.getByRole('button', { name: 'Leave' }).click();
  await expect(page).not.toHaveURL(/practice/);
});
