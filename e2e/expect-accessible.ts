/**
 * Checks a page by axe: WCAG 2.2 A and AA, in both themes.
 *
 * One look costs a quarter of what it costs by axe's defaults: axe goes into a page once, only violations are
 * described, and the dark theme is checked for the rules that colours decide.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colourRules = ['color-contrast', 'link-in-text-block'];

const themes = [
  ['dark', { type: 'rule', values: colourRules }],
  ['light', { type: 'tag', values: tags }],
] as const;

/** Puts the theme on, and waits until no colour is on its way to the next any more. */
async function showIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (theme) => {
    document.documentElement.setAttribute('data-theme', theme);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }, scheme);
}

/** Nothing to put into the page, where axe is in it already. */
const noSource = ';';

async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: noSource } : {}) }).setLegacyMode();
}

/** What axe finds in the page as it stands, in both themes; the page is left in the light one. */
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

/** Checks the page at its own size and at the size of a phone, and restores its own. */
export async function expectAccessibleOnBoth(page: Page): Promise<void> {
  await expectAccessible(page);
  const own = page.viewportSize();
  await page.setViewportSize(phone);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page);
  if (own !== null) await page.setViewportSize(own);
}
