/**
 * Measures the page as users see it, in Chromium with a server that has a recording of 14 days: the first visit to
 * sign-in, opening and leaving a case, moving and zooming the recording with real keys and wheel turns. Chromium
 * without a display draws in software on the machine's own cores, so the frames are reported together with the page's
 * own work in each.
 */
import type { Browser, Page } from '@playwright/test';
import { firstVisit, firstVisitBoundKb, type FirstVisit } from '../../e2e/first-visit.ts';
import { longPlan } from '../demo/case-plans.ts';
import { openBrowser, screen, signedIn } from '../testing/demo-browser.ts';
import { untilPainted } from './bench-browser.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { frameFigures, startFrames, stopFrames } from './frame-watch.ts';
import { median } from './machine-reference.ts';

const runs = 5;

async function visitOnce(browser: Browser, { origin }: BenchServer): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: screen, locale: 'en-GB' });
  const visit = await firstVisit(await context.newPage(), `${origin}/login`);
  await context.close();
  return visit;
}

async function signIn(browser: Browser, server: BenchServer, print: Print): Promise<void> {
  const visits: FirstVisit[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visitOnce(browser, server));
  const of = (key: 'ms' | 'kB'): number => median(visits.map((visit) => visit[key]));
  print({ what: 'sign-in, first visit → usable, median', value: of('ms'), unit: 'ms', goal: 1000 });
  print({
    what: 'sign-in, scripts on the wire until usable',
    value: of('kB'),
    unit: 'kB',
    goal: firstVisitBoundKb,
  });
}

const restsAgain = (page: Page): Promise<void> =>
  page.locator('[data-idle="true"]').waitFor({ state: 'attached' });

async function openAndLeave(page: Page, print: Print): Promise<void> {
  const opened: number[] = [];
  const left: number[] = [];
  await page.locator('[role="row"][data-id]').first().waitFor();
  await page.keyboard.press('j');
  for (let run = 0; run < runs; run += 1) {
    opened.push(await untilPainted(page, () => page.keyboard.press('Enter'), 'the recording at rest'));
    left.push(await untilPainted(page, () => page.keyboard.press('Escape'), 'the list'));
  }
  print({
    what: 'case opened (Enter) → strip of 14 days, median',
    value: median(opened),
    unit: 'ms',
    goal: 1000,
  });
  print({ what: 'case left (Escape) → list, median', value: median(left), unit: 'ms' });
}

declare global {
  interface Window {
    /** Milliseconds; null if no tile was requested. */
    rdTilesDrawn?: Promise<number | null>;
  }
}

/**
 * Runs in the page: measures from the first tile request until everything in view is drawn, plus one frame for
 * painting.
 */
function watchTiles(): void {
  performance.clearResourceTimings();
  const requestedMs = (): number =>
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/tiles?'))
        .map(({ startTime }) => startTime),
    );
  const from = performance.now();
  window.rdTilesDrawn = new Promise((resolve) => {
    const look = (): void => {
      const requestedAt = requestedMs();
      const isDrawn = document.querySelector('[data-drawn="true"]') !== null;
      if (Number.isFinite(requestedAt) && isDrawn)
        requestAnimationFrame(() => resolve(performance.now() - requestedAt));
      else if (performance.now() - from > 2_000) resolve(null);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Jumps far to unseen places: each jump requests tiles and ends when the last one is drawn. */
async function jumps(page: Page, print: Print): Promise<void> {
  const strip = page.getByRole('img', { name: 'ECG strip at paper scale' });
  const trend = await page.getByRole('region', { name: 'ECG recording' }).boundingBox();
  if (trend === null) throw new Error('the recording has no place on the screen');
  await strip.focus();
  const found: number[] = [];
  for (const key of ['End', 'PageUp', 'PageUp', 'PageUp', 'Home', 'PageDown', 'PageDown', 'PageDown']) {
    await page.evaluate(watchTiles);
    await page.keyboard.press(key);
    const ms = await page.evaluate(() => window.rdTilesDrawn);
    if (typeof ms === 'number') found.push(ms);
    await restsAgain(page);
  }
  print({
    what: 'far jump: first tile asked → whole screen drawn, median',
    value: median(found),
    unit: 'ms',
    goal: 80,
  });
}

async function motion(page: Page, print: Print): Promise<void> {
  const strip = page.getByRole('img', { name: 'ECG strip at paper scale' });
  const box = await strip.boundingBox();
  if (box === null) throw new Error('the strip has no place on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const driven = {
    'pan by wheel': (turn: number) => page.mouse.wheel(turn % 120 < 60 ? 40 : -40, 0),
    'pan by drag': (turn: number) => page.mouse.move(x + 200 * Math.sin(turn / 12), y),
    'pan by arrow': (turn: number) => page.keyboard.press(turn % 80 < 40 ? 'ArrowRight' : 'ArrowLeft'),
    'zoom by key': (turn: number) => page.keyboard.press(turn % 8 < 4 ? '+' : '-'),
  };
  for (const [what, act] of Object.entries(driven)) {
    await strip.focus();
    await page.mouse.move(x, y);
    if (what === 'pan by drag') await page.mouse.down();
    await page.evaluate(startFrames);
    const until = Date.now() + 3_000;
    for (let turn = 0; Date.now() < until; turn += 1) await act(turn);
    const seen = await page.evaluate(stopFrames);
    if (what === 'pan by drag') await page.mouse.up();
    frameFigures(what, seen, print);
    await restsAgain(page);
  }
}

export default {
  name: 'page-recording',
  run: async (print) => {
    const server = await benchServer([{ ...longPlan(new Date()), hospital: 'minato' }]);
    const browser = await openBrowser();
    try {
      await signIn(browser, server, print);
      const page = await signedIn(browser, server.origin, 'demochief');
      await openAndLeave(page, print);
      await page.keyboard.press('Enter');
      await restsAgain(page);
      await jumps(page, print);
      await motion(page, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
