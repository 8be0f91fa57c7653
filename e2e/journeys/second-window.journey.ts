/**
 * Tests one desk on two screens: each window follows place, finding and selection of the other; a key on the desk
 * classifies beats that were selected in a plot of the second window. Either can be reloaded, and if the desk is closed
 * the second window can become it. A custom key applies in both at once.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { current, judged, openDeskOf, saved } from '../desk-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const taken = (page: Page): Locator => page.getByRole('complementary', { name: 'Beats selected in a plot' });
const follows = (page: Page): Locator => page.getByText('Follows the desk');

/** Returns the middle of the strip in milliseconds, from the address. */
const middleOf = (page: Page): number => Date.parse(new URL(page.url()).searchParams.get('at') ?? '');

const standTogether = (one: Page, other: Page): boolean => Math.abs(middleOf(one) - middleOf(other)) < 20;

async function openSecond(desk: Page): Promise<Page> {
  const opened = desk.waitForEvent('popup');
  await desk.getByRole('button', { name: 'Second screen' }).click();
  const second = await opened;
  await expect(follows(second)).toBeVisible();
  await recordingRests(second);
  return second;
}

/**
 * Steps in one window: the desk selects another finding, and both show its place. No place of this recording's first
 * findings is so near an end that it cannot be in the middle of a strip.
 */
async function stepTogether(desk: Page, second: Page, pressed: Page): Promise<void> {
  const before = middleOf(desk);
  await pressed.bringToFront();
  await pressed.keyboard.press('ArrowDown');
  await expect.poll(() => middleOf(desk) !== before && standTogether(desk, second)).toBe(true);
  await expect(current(desk)).toHaveCount(1);
}

test('two windows of one desk follow each other, and only one writes', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const desk = await openDeskOf(world, case_id);
  const second = await openSecond(desk);
  await expect.poll(() => standTogether(desk, second)).toBe(true);
  await expectAccessible(second);
  await stepTogether(desk, second, desk);
  await stepTogether(desk, second, second);

  // Beats selected in the second window are shown on the desk, where a letter classifies them.
  await second.getByRole('spinbutton', { name: 'RR from, ms', exact: true }).fill('300');
  await second.getByRole('spinbutton', { name: 'RR to, ms', exact: true }).fill('700');
  await second.getByRole('spinbutton', { name: 'Next RR from, ms' }).fill('300');
  await second.getByRole('spinbutton', { name: 'Next RR to, ms' }).fill('2000');
  await second.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(taken(second).getByRole('heading')).toHaveText(/^[\d,]+ beats: /);
  await expect(taken(second).getByRole('button', { name: / as F/ })).toHaveCount(0);
  await expect(taken(desk).getByRole('heading')).toHaveText(/^[\d,]+ beats: /);
  await expectAccessible(desk);
  await desk.bringToFront();
  await desk.keyboard.press('f');
  await expect(taken(desk)).toBeHidden();
  await expect(taken(second).getByRole('heading')).toHaveCount(0);
  await expect(saved(desk)).toBeVisible();
  await desk.keyboard.press('Control+z');
  await expect(saved(desk)).toBeVisible();

  await second.reload();
  await expect(follows(second)).toBeVisible();
  await recordingRests(second);
  await stepTogether(desk, second, desk);
  await desk.reload();
  // If its address contains a place, a desk selects no finding until the user does.
  await expect(judged(desk)).toBeVisible();
  await recordingRests(desk);
  await expect(follows(second)).toBeVisible();
  await stepTogether(desk, second, desk);

  await desk.close();
  await expect(second.getByText('The window of the desk is closed')).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('tab', { name: 'Strip', exact: true }).click();
  await second.getByRole('button', { name: 'Use this window as the desk' }).click();
  await expect(judged(second)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Second screen' })).toBeVisible();
});

const keyList = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard' });

async function leaveKeyList(page: Page): Promise<void> {
  // A key pressed while the earlier dialog is closing may go to that dialog.
  await expect(async () => {
    await keyList(page).press('Escape');
    await expect(keyList(page)).toBeHidden({ timeout: 5000 });
  }).toPass();
}

/** Waits until a window lists this key: a change reaches the other windows a moment later. */
async function expectListedKey(page: Page, command: string, key: string): Promise<void> {
  await page.keyboard.press('?');
  const row = keyList(page)
    .locator('dl > div')
    .filter({ has: page.getByText(command, { exact: true }) });
  await expect(row.getByText(key, { exact: true })).toBeVisible();
  await leaveKeyList(page);
}

test('a user’s own key works in every window at once', async ({ world }) => {
  const { case_id } = await world.addCase({ stage: 'started' });
  const desk = await openDeskOf(world, case_id);
  const other = await desk.context().newPage();
  // Without a place in its address, a desk opens the first finding.
  await other.goto(new URL(desk.url()).pathname);
  await expect(current(other)).toBeVisible();
  await desk.bringToFront();
  await desk.keyboard.press('?');
  await desk.getByRole('button', { name: 'Your keys…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Your keys' });
  const next = dialog.getByRole('button', { name: 'Next finding: J, change' });
  await expect(next).toBeVisible();
  await expectAccessible(desk);
  await next.click();
  await desk.keyboard.press('z');
  await expect(dialog.getByRole('button', { name: 'Next finding: Z, change' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The list of keys from which it was opened is closed too.
  await leaveKeyList(desk);
  for (const page of [desk, other]) {
    await page.bringToFront();
    await expectListedKey(page, 'Finding', 'Z');
    const read = await current(page).innerText();
    await page.keyboard.press('j');
    await expect(current(page)).toHaveText(read, { useInnerText: true });
    await page.keyboard.press('z');
    await expect(current(page)).not.toHaveText(read, { useInnerText: true });
  }
  await desk.bringToFront();
  await desk.keyboard.press('?');
  await desk.getByRole('button', { name: 'Your keys…' }).click();
  await dialog.getByRole('button', { name: 'Reset all keys' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reset all keys' }).click();
  await expect(dialog.getByRole('button', { name: 'Next finding: J, change' })).toBeVisible();
});
