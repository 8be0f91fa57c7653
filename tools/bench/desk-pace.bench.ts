/**
 * Measures what a user sees who reviews findings one after the other: one key about every 700 ms, whatever the page is
 * still doing, so that calculation, saving and drawing of lists run as they do for users. Each time is from the key
 * until the next finding is selected in the queue and its strip is fully drawn. The findings of a kind are far apart in
 * the recording, because the queue is ordered by severity.
 *
 * The second half is judged beside busy processes, as on the machine of a user that other programs keep busy. It has no
 * goal: two busy processes for each processor leave the page and its server a third of the time.
 */
import type { Page } from '@playwright/test';
import { availableParallelism, loadavg } from 'node:os';
import { dayPlan } from '../demo/case-plans.ts';
import { startLoad } from '../testing/busy-load.ts';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { benchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { readerOf, untilAnalysed } from './desk-case.ts';
import { openDesk, threadClock } from './desk-figures.ts';
import { freshHand, type Handed, judging, queue, reviewItem } from './desk-hand.ts';
import { percentile } from './percentile.ts';

const case_id = 1;
const paceMs = 700;
const most = 24;
/** Busy processes for each processor. */
const busyEach = 2;

/** Returns the number of tile requests since the last call. */
const requests = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const found = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/tile'));
    performance.clearResourceTimings();
    return found.length;
  });

/** Opens the menu of a mixed template, in which the next `Enter` accepts all of its beats. */
async function openParts(page: Page): Promise<void> {
  const accept = judging.accept.button(page).and(page.locator('[aria-haspopup="menu"]'));
  if ((await accept.count()) === 0) return;
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
}

async function atPace(page: Page, name: string, print: Print, goalMs?: number): Promise<void> {
  const handed: Handed = {
    ...{ page, way: 'keyboard', hand: freshHand() },
    threadSeconds: await threadClock(page),
  };
  const open = queue(page).locator('li[data-key]');
  const judgements = Math.min(most, (await open.count()) - 1);
  const before = await handed.threadSeconds();
  await requests(page);
  for (let at = 0; at < judgements; at += 1) {
    const next = new Promise((wake) => setTimeout(wake, paceMs));
    await openParts(page);
    await reviewItem(handed, judging.accept, false);
    await next;
  }
  const { drawn } = handed.hand;
  const figure = (what: string, value: number, unit: string, goal?: number): void =>
    print({ what: `${name}, ${what}`, value, unit, ...(goal !== undefined && { goal }) });
  figure('key → next finding drawn, median', percentile(drawn, 0.5), 'ms', goalMs);
  figure('key → next finding drawn, p95', percentile(drawn, 0.95), 'ms');
  const worked = (1000 * ((await handed.threadSeconds()) - before)) / drawn.length;
  figure('processor time of the page’s main thread a finding', worked, 'ms');
  figure('requests for tiles a finding', (await requests(page)) / drawn.length, '');
  figure('findings', drawn.length, '');
  figure('load of the machine', loadavg()[0] ?? Number.NaN, '');
}

export default {
  name: 'desk-pace',
  run: async (print) => {
    const server = await benchServer([dayPlan(new Date('2026-11-20T03:00:00Z'))], undefined, true);
    const browser = await openBrowser();
    try {
      const reader = await readerOf(server, case_id);
      await untilAnalysed(server, case_id, reader);
      const page = await signedIn(browser, server.origin, reader);
      await openDesk(page, case_id, 'before a person’s pace', print);
      await queue(page)
        .getByRole('button', { name: /^Accept/ })
        .first()
        .waitFor();
      await atPace(page, "judged at a person's pace", print, 100);
      const load = await startLoad(busyEach * availableParallelism());
      try {
        await atPace(page, 'judged beside busy processes', print);
      } finally {
        await load.stop();
      }
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
