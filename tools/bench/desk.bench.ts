/**
 * The goals for the hand: an expert who knows the truth of two drawn recordings, 24 hours with about forty findings and
 * 14 days, reads each at the desk by real keys, from the first finding to the preview of the report. `DESK_BENCH_DIR`
 * keeps server and recordings of the last run; they are read again from where they stand.
 */
import type { Browser, Page } from '@playwright/test';
import { recordingAnalysis } from '@rhythmdesk/contract/analysis';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { dayPlan, longPlan, type CasePlan } from '../demo/case-plans.ts';
import { openBrowser, signedIn } from './bench-browser.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { freshHand, judgeAll, press, type Expert, type Hand } from './desk-expert.ts';
import { mirrorOf } from './desk-mirror.ts';
import { truthOf, wantedOf } from './desk-truth.ts';
import { frameFigures, startFrames, stopFrames } from './frame-watch.ts';
import { percentile } from './percentile.ts';

const inputSeconds = 2;
/** Patients' recordings are drawn by their number and their time of day: the same in every run. */
const now = new Date('2026-11-20T03:00:00Z');
const technicians = ['demotechnician', 'demotechnician3'] as const;

type Case = { readonly name: string; readonly plan: CasePlan; readonly case_id: number };
type Goals = { readonly inputs: number; readonly minutes: number };

const rests = (page: Page): Promise<void> =>
  page.locator('[data-idle="true"]').waitFor({ state: 'attached', timeout: 60_000 });

const ownCase = z.object({ can_edit_reading: z.boolean() });

/** Whose case it is: the demo deals them out. */
async function readerOf({ origin, token }: BenchServer, case_id: number): Promise<string> {
  for (const user_id of technicians) {
    const headers = { authorization: `Bearer ${await token(user_id)}` };
    const answer = await fetch(`${origin}/api/v1/case/case/${String(case_id)}`, { headers });
    const read = ownCase.safeParse(await answer.json());
    if (read.success && read.data.can_edit_reading) return user_id;
  }
  throw new Error(`nobody reads case ${String(case_id)}`);
}

async function untilAnalysed({ origin, token }: BenchServer, case_id: number, reader: string): Promise<void> {
  const headers = { authorization: `Bearer ${await token(reader)}` };
  for (;;) {
    const answer = await fetch(`${origin}/api/v1/recording/${String(case_id)}/analysis`, { headers });
    const { state, summary } = recordingAnalysis.parse(await answer.json());
    if (summary !== null) return;
    if (state === 'failed') throw new Error(`case ${String(case_id)} was not analysed`);
    await new Promise((wake) => setTimeout(wake, 1000));
  }
}

declare global {
  interface Window {
    rdDeskOpened?: Promise<number>;
  }
}

/** Runs in the page: from the key until a finding stands in the queue and the recording rests at the desk. */
function watchOpening(): void {
  window.rdDeskOpened = new Promise((resolve, reject) => {
    const watchedFrom = performance.now();
    let from = Number.NaN;
    addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
    const look = (): void => {
      const isThere =
        location.pathname.startsWith('/review/') &&
        document.querySelector('li[data-key] [aria-current="true"]') !== null &&
        document.querySelector('[data-idle="true"]') !== null;
      if (performance.now() - watchedFrom > 60_000) reject(new Error('the desk did not open'));
      else if (isThere && performance.now() > from)
        requestAnimationFrame(() => resolve(performance.now() - from));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function openDesk(page: Page, { case_id }: Case): Promise<number> {
  await page.goto(`/detail/${String(case_id)}`);
  await rests(page);
  await page.evaluate(watchOpening);
  await page.keyboard.press('d');
  const ms = (await page.evaluate(() => window.rdDeskOpened)) ?? Number.NaN;
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor();
  return ms;
}

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number() })),
});

/** What the tab's processes hold for themselves, its threads with them, in MB. */
async function tabMemoryMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = processes.parse(await session.send('SystemInfo.getProcessInfo'));
  const own = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const text = readFileSync(`/proc/${String(id)}/smaps_rollup`, 'utf8');
      return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1000;
    });
  await session.detach();
  return Math.max(...own);
}

/** Three phrases that the reading gives occasion for, then the report as it stands, set and drawn. */
async function conclude(expert: Expert): Promise<void> {
  const { page } = expert;
  await press(expert, '5');
  await page.getByRole('textbox', { name: /^Find a phrase/ }).waitFor();
  await press(expert, '/');
  for (let phrase = 0; phrase < 3; phrase += 1) {
    for (let down = 0; down < phrase; down += 1) await press(expert, 'ArrowDown');
    await press(expert, 'Enter');
  }
  await page.getByText(/^as the reading stands/).waitFor({ timeout: 60_000 });
  await page.locator('canvas').first().waitFor({ timeout: 60_000 });
}

/** Where fewer than three templates were wrong, small ones of one class are laid together. */
async function mendTemplates(expert: Expert): Promise<void> {
  const { page, hand } = expert;
  if (hand.templatesMended >= 3) return;
  await press(expert, '2');
  const tiles = page.getByRole('button', { name: /^T\d+ / });
  await tiles.first().waitFor();
  while (hand.templatesMended < 3) {
    const count = await tiles.count();
    const names = await tiles.allInnerTexts();
    const classOf = (name: string): string => /\b([NVSFQ])\b/.exec(name)?.[1] ?? '';
    const first = count - 1;
    const second = names.findLastIndex(
      (name, i) => i < first && classOf(name) === classOf(names[first] ?? ''),
    );
    if (second < 0) return;
    await tiles.nth(second).click();
    await tiles.nth(first).click({ modifiers: ['Control'] });
    hand.inputs += 2;
    await press(expert, 'm');
    hand.decisions += 1;
    hand.templatesMended += 1;
    await page.waitForFunction((before) => {
      const now = [...document.querySelectorAll('button')].filter((one) => /^T\d+ /.test(one.innerText));
      return now.length < before;
    }, count);
  }
}

function printHand(print: Print, name: string, hand: Hand, goals: Goals): void {
  const figure = (what: string, value: number, unit: string, goal?: number): void =>
    print({ what: `${name}, ${what}`, value, unit, ...(goal !== undefined && { goal }) });
  figure('inputs until the preview stands', hand.inputs, '', goals.inputs);
  figure('at two seconds an input', (hand.inputs * inputSeconds) / 60, 'min', goals.minutes);
  figure('decisions', hand.decisions, '', 300);
  figure('templates shown', hand.templatesShown, '', 40);
  figure('templates mended', hand.templatesMended, '');
  figure('findings rejected one by one', hand.rejected, '');
  figure('findings called otherwise', hand.retyped, '');
  figure('walls', hand.walls, '');
  figure('strips kept', hand.strips, '');
  figure('key → next finding drawn, median', percentile(hand.drawn, 0.5), 'ms', 100);
  figure('key → next finding drawn, p95', percentile(hand.drawn, 0.95), 'ms');
}

async function pan(page: Page, name: string, print: Print): Promise<void> {
  const strip = page.getByRole('img', { name: 'ECG strip at paper scale' });
  const box = await strip.boundingBox();
  if (box === null) throw new Error('the strip has no place on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(startFrames);
  const until = Date.now() + 3_000;
  for (let turn = 0; Date.now() < until; turn += 1) await page.mouse.wheel(turn % 120 < 60 ? 40 : -40, 0);
  frameFigures(`${name}, pan with beats`, await page.evaluate(stopFrames), print);
  await rests(page);
}

async function readCase(browser: Browser, server: BenchServer, of: Case, goals: Goals, print: Print) {
  const reader = await readerOf(server, of.case_id);
  await untilAnalysed(server, of.case_id, reader);
  const mirror = await mirrorOf(server.origin, await server.token(reader), of.case_id);
  const truth = truthOf(of.plan, mirror.base);
  const page = await signedIn(browser, server.origin, reader);
  const opened = await openDesk(page, of);
  print({ what: `${of.name}, desk opened`, value: opened, unit: 'ms', goal: 1500 });
  const hand = freshHand();
  const wanted = (item: Parameters<Expert['wanted']>[0]) => wantedOf(truth, item, mirror.members);
  const expert: Expert = { page, hand, look: mirror.look, wanted };
  const found = (await mirror.look()).reduce((sum, { items }) => sum + items.length, 0);
  print({ what: `${of.name}, findings to judge`, value: found, unit: '' });
  await pan(page, of.name, print);
  await judgeAll(expert);
  await mendTemplates(expert);
  await conclude(expert);
  printHand(print, of.name, hand, goals);
  print({ what: `${of.name}, memory of the tab`, value: await tabMemoryMb(browser), unit: 'MB', goal: 700 });
  await page.context().close();
}

export default {
  name: 'desk',
  run: async (print) => {
    const day = dayPlan(now);
    const long: CasePlan = { ...longPlan(now), stage: 'start', hospital: 'minato' };
    const server = await benchServer([day, long], process.env['DESK_BENCH_DIR'], true);
    const browser = await openBrowser();
    try {
      const cases: readonly [Case, Goals][] = [
        [
          { name: '24 h', plan: day, case_id: 1 },
          { inputs: 120, minutes: 4 },
        ],
        [
          { name: '14 days', plan: long, case_id: 2 },
          { inputs: 250, minutes: 12 },
        ],
      ];
      for (const [one, goals] of cases) await readCase(browser, server, one, goals, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
