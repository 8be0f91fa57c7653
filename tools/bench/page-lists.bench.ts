/**
 * Measures the administrator's list over a million cases in Chromium: from a click on a sort or filter until its rows
 * are painted; then opening and closing a case by one key each.
 */
import type { Page } from '@playwright/test';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { untilPainted } from './bench-browser.ts';
import { benchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { median } from './machine-reference.ts';
import { millionCases, millionCasesFolder } from './million-cases.ts';

const runs = 5;
const goal = 300;

async function sorts(page: Page, print: Print): Promise<void> {
  for (const column of ['severity', 'patient_name']) {
    const head = page.locator(`[role="columnheader"][data-field="${column}"]`);
    const found: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      found.push(await untilPainted(page, () => head.click(), 'other rows'));
    }
    print({ what: `sort by ${column} → rows drawn, median`, value: median(found), unit: 'ms', goal });
  }
}

/** Switches between two views, back and forth. */
async function views(page: Page, print: Print): Promise<void> {
  const found: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const name of [/^In review/, /^All/]) {
      const tab = page.getByRole('tab', { name }).first();
      found.push(await untilPainted(page, () => tab.click(), 'other rows'));
    }
  }
  print({ what: 'view changed → rows drawn, median', value: median(found), unit: 'ms', goal });
}

async function search(page: Page, print: Print): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search this list' });
  const found: number[] = [];
  for (const text of ['김', '王芳', '久美子']) {
    await field.focus();
    found.push(
      await untilPainted(page, () => page.keyboard.insertText(text).then(() => undefined), 'other rows'),
    );
    await field.fill('');
    await page.waitForTimeout(1_000);
  }
  print({ what: 'search typed → rows drawn, median', value: median(found), unit: 'ms' });
}

export default {
  name: 'page-lists',
  run: async (print) => {
    await (await millionCases()).close();
    const server = await benchServer([], millionCasesFolder());
    const browser = await openBrowser();
    try {
      const page = await signedIn(browser, server.origin, 'demoadmin');
      await page.locator('[role="row"][data-id]').first().waitFor();
      await page.waitForTimeout(1_000);
      await sorts(page, print);
      await views(page, print);
      await search(page, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
