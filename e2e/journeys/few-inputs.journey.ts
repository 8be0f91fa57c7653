/**
 * Counts the inputs of the daily work: each key press or click is one, and so is a text typed without a pause. A
 * technician works by keyboard alone from the list to the requested verification; a chief returns a case.
 */
import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';

/** The goals: the most inputs that the technician and the chief may need. */
const goals = { technician: 40, chief: 6 } as const;

/** Counts the inputs on one page. */
function hands(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(key: string): Promise<void> {
      count += 1;
      await page.keyboard.press(key);
    },
    async type(text: string): Promise<void> {
      count += 1;
      await page.keyboard.insertText(text);
    },
  };
}

const primary = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Case' }).getByRole('button', { name, exact: false });
const said = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first();

/** Works from the list to the requested verification; returns the address of the case. */
async function workByKeys(page: Page, hand: ReturnType<typeof hands>): Promise<string> {
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeVisible();
  await hand.press('n');
  await expect(page).toHaveURL(/\/detail\/\d+/);
  await expect(primary(page, 'Start analysis')).toBeEnabled();
  await hand.press('r');
  await expect(primary(page, 'Continue reading')).toBeEnabled();
  await expect(said(page, 'A report is required first.')).toBeVisible();
  await hand.press('p');
  await expect(page.getByRole('button', { name: 'Adopt the device report' })).toBeFocused();
  await hand.press('Enter');
  await expect(primary(page, 'Request review')).toBeEnabled();
  await hand.press('Escape');
  await expect(page.getByRole('button', { name: 'Adopt the device report' })).toBeHidden();
  await hand.press('r');
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const isAlone = (await dialog.getByRole('radio').count()) === 1;
  if (!isAlone) await hand.press('Space');
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(1);
  await hand.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(said(page, /^Waiting for .+ to verify$/)).toBeVisible();
  return new URL(page.url()).pathname;
}

test('a technician requests verification, and the chief returns the case, in few inputs', async ({
  world,
}) => {
  await world.addCase({ recording: 'plain' });
  const technician = await world.open(world.technician, '/');
  const working = hands(technician);
  const address = await workByKeys(technician, working);

  const chief = await world.open(world.chief, address);
  await expect(primary(chief, 'Verify')).toBeEnabled();
  const returning = hands(chief);
  await returning.press('Shift+R');
  await expect(chief.getByRole('dialog').getByLabel('Comment')).toBeFocused();
  await returning.type('Please measure the PR interval too.');
  await returning.press('Control+Enter');
  await expect(chief.getByRole('dialog')).toBeHidden();

  await expect(said(technician, 'Please measure the PR interval too.')).toBeVisible();
  await expect(said(technician, /^Returned by /)).toBeVisible();
  test
    .info()
    .annotations.push(
      { type: 'inputs', description: `technician ${String(working.count())}` },
      { type: 'inputs', description: `chief ${String(returning.count())}` },
    );
  expect(working.count()).toBeLessThanOrEqual(goals.technician);
  expect(returning.count()).toBeLessThanOrEqual(goals.chief);
});
