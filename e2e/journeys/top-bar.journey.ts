/** Checks at every width, and at the widths that 125 and 150 % zoom leave, that no part of a header leaves the window. */
import { expect, type Page } from '@playwright/test';
import { current, openDeskOf, saved } from '../desk-steps.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

/** 1280 px at 125 and 150 % zoom are 1024 and 853 px; 1152 px at 150 % are 768. */
const widths = [768, 853, 900, 1024, 1100, 1280];

const peopleOf = (world: World) => [
  ...[world.carrier, world.doctor, world.technician, world.chief],
  ...[world.manager, world.head, world.distributer, world.admin],
];

/** Returns what is wrong in the header at this width. */
async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => {
    const header = document.querySelector('header');
    const root = document.documentElement;
    const faults = root.scrollWidth > root.clientWidth ? ['the page scrolls sideways'] : [];
    if (header === null) return [...faults, 'there is no header'];
    if (header.scrollWidth > header.clientWidth) faults.push('the header is cut');
    for (const control of header.querySelectorAll('a, button:enabled')) {
      const { left, right, width: own } = control.getBoundingClientRect();
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (getComputedStyle(control).visibility === 'hidden') continue;
      if (left < 0 || right > innerWidth || own === 0) faults.push(`${name} is outside the window`);
      const top = document.elementFromPoint((left + right) / 2, 24);
      if (!control.contains(top)) faults.push(`${name} is covered`);
    }
    return faults;
  });
}

/** Reads the names of the entries that the bar shows, its menu “More” included. */
async function entriesOf(page: Page): Promise<string[]> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const shown = await bar.getByRole('link').allTextContents();
  const more = bar.getByRole('button', { name: 'More' });
  if (!(await more.isVisible())) return shown;
  await more.click();
  const folded = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  return [...shown, ...folded];
}

test('every action of the header is inside the window, for every role and width', async ({ world }) => {
  const page = await world.open(world.admin, '/notice');
  for (const person of peopleOf(world))
    await test.step(person.role_key, async () => {
      await page.setViewportSize({ width: 1920, height: 800 });
      await world.signIn(page, person);
      await page.goto('/notice');
      const account = page.getByRole('banner').getByRole('button', { name: /^Account/ });
      await expect(account).toBeVisible();
      const all = await entriesOf(page);
      for (const width of widths) {
        await expect(async () => expect(await faultsAt(page, width)).toEqual([])).toPass();
        if (width >= 900) await expect.poll(() => entriesOf(page)).toEqual(all);
      }
      await page.setViewportSize({ width: 768, height: 800 });
      await account.click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
    });
});

test('the desk’s bar shows lock, saved state, name and steps in one line at 1280 and 1440', async ({
  world,
}) => {
  const { case_id } = await world.addCase({
    ...{ stage: 'submitted', recording: 'mixed', priority: 'urgent' },
    patient: { patient_last_name: '勘解由小路' },
  });
  const page = await openDeskOf(world, case_id, world.chief);
  await expect(current(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(saved(page)).toBeVisible();
  await expect(page.getByText('You are editing')).toBeVisible();
  const bar = page.locator('header').first();
  for (const width of [1280, 1366, 1440]) {
    await expect(async () => expect(await faultsAt(page, width)).toEqual([])).toPass();
    const cut = () =>
      bar
        .locator('h1, h1 span, [role="status"], [role="tab"], button')
        .evaluateAll((parts) =>
          parts
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
            .map(({ textContent }) => textContent),
        );
    await expect.poll(cut).toEqual([]);
    await expect.poll(async () => (await bar.boundingBox())?.height).toBe(48);
  }
});

test('the rail opens for the pointer and for the keyboard, and closes after a click', async ({ world }) => {
  const page = await world.open(world.admin, '/notice');
  const rail = page.getByRole('navigation', { name: 'Administration' });
  const width = async (): Promise<number | undefined> => (await rail.boundingBox())?.width;
  await rail.hover();
  await expect.poll(width).toBe(256);
  await rail.getByRole('link', { name: 'Users' }).click();
  await expect(page).toHaveURL(/\/admin\/user$/);
  await page.mouse.move(900, 500);
  await expect.poll(width).toBe(56);
  await page.keyboard.press('Tab');
  await expect.poll(width).toBe(256);
});
