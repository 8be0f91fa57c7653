/**
 * Finishes a reading as the expert does: the suggested strips, what the center still requires to be seen, the phrases
 * that fit, the preview, a version of the report, and the request for verification.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Expert } from './desk-expert.ts';
import { type Command, command, press } from './desk-hand.ts';

const longestMs = 120_000;
/** The bar of the desk; no other button of the page has the name of a step. */
const header = (page: Page): Locator => page.locator('header').first();
const step = (key: string, name: RegExp): Command => ({
  key,
  button: (page) => header(page).getByRole('button', { name }),
});

const strips: Command = {
  key: 'g',
  button: (page) => page.getByRole('button', { name: /^Add \d+ suggested strips?/ }),
};
const pageSeen: Command = {
  key: 'Space',
  button: (page) => page.getByRole('button', { name: /^Mark reviewed, next page/ }),
};
const phrases: Command = {
  key: 'F8',
  button: (page) => page.getByRole('button', { name: /^Insert \d+ matching phrases?/ }),
};

/** The most minutes of a page that still count at the width of the bench's screen, two steps above the first choice. */
const largePages = 30;
const longerPage = 2;

async function enlargePages(expert: Expert): Promise<void> {
  const { page, way } = expert;
  const minutes = page.getByRole('button', { name: String(largePages), exact: true });
  if (way === 'mouse') await command(expert, { key: '', button: () => minutes });
  else for (let step = 0; step < longerPage; step += 1) await press(expert, '-');
  await expect(minutes).toHaveAttribute('aria-pressed', 'true');
}

/** Looks at pages until the center's minimum is reached; these inputs are counted apart. */
async function lookOn(expert: Expert): Promise<void> {
  const { page } = expert;
  const look = step('r', /^Next: page scan/);
  const onward = step('r', /^Next: (conclusion|report)/).button(page);
  await look.button(page).or(onward).waitFor({ timeout: longestMs });
  if ((await onward.count()) > 0) return;
  const before = expert.hand.inputs;
  await command(expert, look);
  await enlargePages(expert);
  while (!(await isSoon(onward))) {
    await page.locator('[data-idle="true"]').first().waitFor();
    await command(expert, pageSeen);
  }
  expert.hand.coverage = expert.hand.inputs - before;
}

/** Seen minutes are sent every five seconds, and the case is then read again. */
const isSoon = (onward: Locator): Promise<boolean> =>
  onward.waitFor({ timeout: 7_000 }).then(
    () => true,
    () => false,
  );

export async function addStrips(expert: Expert): Promise<void> {
  const { page, hand } = expert;
  await strips.button(page).waitFor();
  await command(expert, strips);
  await strips.button(page).waitFor({ state: 'detached' });
  hand.strips = await page
    .getByRole('list', { name: 'Strips in the order of the report' })
    .locator('li')
    .count();
}

/** Writes the conclusion and waits until the preview shows it. */
export async function conclude(expert: Expert): Promise<void> {
  const { page } = expert;
  await lookOn(expert);
  const next = step('r', /^Next: (conclusion|report)/);
  await next.button(page).waitFor({ timeout: longestMs });
  await command(expert, next);
  await phrases.button(page).waitFor({ timeout: longestMs });
  await command(expert, phrases);
  await page.getByText(/^Not saved as a version/).waitFor({ timeout: longestMs });
  await page.locator('canvas').first().waitFor({ timeout: longestMs });
}

/** Makes the version, which leads on to the request, and requests the verification by the first chief. */
export async function request(expert: Expert): Promise<void> {
  const { page } = expert;
  const make = step('F2', /^Save and request review/);
  await make.button(page).waitFor({ timeout: longestMs });
  await command(expert, make);
  const dialog = page.getByRole('dialog', { name: 'Request verification' });
  const chief = dialog.getByRole('radio').first();
  await chief.waitFor({ timeout: longestMs });
  if ((await dialog.getByRole('radio', { checked: true }).count()) === 0)
    await command(expert, { key: 'Space', button: () => chief });
  const send = {
    key: 'Enter',
    button: () => dialog.getByRole('button', { name: /^Request verification/ }),
  };
  await command(expert, send);
  await expect(dialog).toBeHidden({ timeout: longestMs });
}
