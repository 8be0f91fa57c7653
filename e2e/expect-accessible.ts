/**
 * Checks a page with axe: WCAG 2.2 A and AA, in both themes.
 *
 * A check takes a quarter of the time of axe's defaults: axe is loaded into a page once, only violations are described,
 * and in the dark theme only rules about colours are checked.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colourRules = ['color-contrast', 'link-in-text-block'];

const themes = [
  ['dark', { type: 'rule', values: colourRules }],
  ['light', { type: 'tag', values: tags }],
] as const;

/** Sets the theme and waits until no colour is in transition any more. */
async function showIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (theme) => {
    document.documentElement.setAttribute('data-theme', theme);
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // A button that becomes usable meanwhile begins another transition.
    for (let now = ending(); now.length > 0; now = ending())
      await Promise.allSettled(now.map(({ finished }) => finished));
  }, scheme);
}

/** Loads nothing into a page that already has axe. */
const noSource = ';';

async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: noSource } : {}) }).setLegacyMode();
}

/** Returns the violations on the current page in both themes; leaves the page in the light theme. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [scheme, { type, values }] of themes) {
    await showIn(page, scheme);
    const axe = await axeFor(page);
    const runOnly = { type, values: [...values] };
    const { violations } = await axe.options({ runOnly, resultTypes: ['violations'] }).analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${scheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    );
  }
  return found;
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

export const phone = { width: 390, height: 844 };

type Size = { readonly width: number; readonly height: number };

/** Changes the size of the window, and waits until the page has drawn its layout for it. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async (width) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    while (innerWidth !== width) await frame();
    // Listeners hear of the size before the first frame; what they change is in the second.
    for (let drawn = 0; drawn < 2; drawn += 1) await frame();
  }, size.width);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Checks the page at its own size and at the size of a phone, and restores its own. */
export async function expectAccessibleOnBoth(page: Page): Promise<void> {
  await expectAccessible(page);
  const own = page.viewportSize();
  await resize(page, phone);
  await expectAccessible(page);
  if (own !== null) await resize(page, own);
}
