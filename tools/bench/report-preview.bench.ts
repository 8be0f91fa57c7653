/**
 * Measures how long a reader waits for the report of a day with strips: from the press on the tab until page 1 has ink.
 * The first time is the first since the server's start; each later one renders the pages again.
 */
import type { Page } from '@playwright/test';
import { loadavg } from 'node:os';
import { dayPlan } from '../demo/case-plans.ts';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { benchServer } from './bench-server.ts';
import type { Bench } from './bench.ts';
import { readerOf, untilAnalysed } from './desk-case.ts';
import { openDesk, threadClock } from './desk-figures.ts';
import { commandToNext, freshHand, type Handed, press, queue } from './desk-hand.ts';
import { percentile } from './percentile.ts';

const case_id = 1;
const times = 6;
const strips = 12;
const goalMs = 800;
const outlineGoalMs = 100;

type Shown = { readonly outlineMs: number; readonly inkMs: number };

/** Runs in the page: presses the tab, and checks each frame for the outline of the page and for ink on it. */
async function showReport(): Promise<Shown> {
  const longestMs = 60_000;
  const inkOf = (canvas: HTMLCanvasElement): boolean => {
    if (canvas.width === 0) return false;
    const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height / 2).data ?? [];
    let dark = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255 && (data[at] ?? 255) < 200) dark += 1;
    return dark > 500;
  };
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(({ textContent }) =>
    textContent.startsWith('Report'),
  );
  const from = performance.now();
  tab?.click();
  let outlineMs = Number.NaN;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now() - from;
    if (Number.isNaN(outlineMs) && document.querySelector('[aria-busy="true"]') !== null) outlineMs = now;
    const canvas = document.querySelector<HTMLCanvasElement>('[data-page="1"] canvas');
    if (canvas !== null && inkOf(canvas)) return { outlineMs, inkMs: now };
    if (now > longestMs) throw new Error('no page within a minute');
  }
}

/** Adds the strips of findings one after the other. */
async function addStrips(page: Page, threadSeconds: () => Promise<number>): Promise<void> {
  const handed: Handed = { page, way: 'keyboard', hand: freshHand(), threadSeconds };
  for (let strip = 0; strip < strips; strip += 1) {
    await press(handed, 'b');
    await commandToNext(handed, { key: 'Shift+J', button: queue });
  }
  await page.getByText(/^All changes saved/).waitFor({ timeout: 60_000 });
}

async function showOften(page: Page): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (let time = 0; time < times; time += 1) {
    shown.push(await page.evaluate(showReport));
    await page.getByRole('tab', { name: 'Findings' }).click();
    await page.locator('[data-page="1"]').waitFor({ state: 'detached' });
  }
  return shown;
}

export default {
  name: 'report-preview',
  run: async (print) => {
    const server = await benchServer([dayPlan(new Date('2026-11-20T03:00:00Z'))], undefined, true);
    const browser = await openBrowser();
    try {
      const reader = await readerOf(server, case_id);
      await untilAnalysed(server, case_id, reader);
      const page = await signedIn(browser, server.origin, reader);
      await openDesk(page, case_id, 'before its report', print);
      await page.locator('[data-idle="true"]').first().waitFor();
      await addStrips(page, await threadClock(page));
      const [first, ...later] = await showOften(page);
      const ink = later.map(({ inkMs }) => inkMs);
      print({
        what: 'first report since the start, ink on page 1',
        value: first?.inkMs ?? Number.NaN,
        unit: 'ms',
        goal: goalMs,
      });
      print({
        what: 'report shown again, ink on page 1, median',
        value: percentile(ink, 0.5),
        unit: 'ms',
        goal: goalMs,
      });
      print({
        what: 'report, outline of the page, median',
        value: percentile(
          later.map(({ outlineMs }) => outlineMs),
          0.5,
        ),
        unit: 'ms',
        goal: outlineGoalMs,
      });
      print({ what: 'load of the machine', value: loadavg()[0] ?? Number.NaN, unit: '' });
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
