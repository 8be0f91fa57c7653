/**
 * Checks the goals for the number of inputs that an expert needs at the desk. The expert knows the truth of two
 * synthetic recordings (24 hours with about forty findings, and 14 days) and reads each with real keys, from the first
 * finding to the preview of the report. `DESK_BENCH_DIR` keeps server and recordings of the last run, whose reading is
 * then continued.
 */
import type { Browser, Page } from '@playwright/test';
import { loadavg } from 'node:os';
import { dayPlan, longPlan, type CasePlan } from '../demo/case-plans.ts';
import { openBrowser, signedIn } from './bench-browser.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { readerOf, untilAnalysed } from './desk-case.ts';
import { writeEdits } from './desk-edits.ts';
import { judgeAll, type Expert } from './desk-expert.ts';
import {
  bareFrames,
  calipers,
  type Goals,
  openDesk,
  pan,
  printHand,
  tabMemoryMb,
  threadClock,
} from './desk-figures.ts';
import { freshHand, press } from './desk-hand.ts';
import { type Mirror, mirrorOf } from './desk-mirror.ts';
import { judgeTemplates } from './desk-templates.ts';
import { type Truth, truthOf, wantedOf } from './desk-truth.ts';

/** Recordings depend on the number of the patient and the time of day, so they are the same in every run. */
const now = new Date('2026-11-20T03:00:00Z');

type Case = {
  readonly name: string;
  readonly plan: CasePlan;
  readonly case_id: number;
  readonly goals: Goals;
  /** Whether the desk is opened again with many edits. */
  readonly reopened: boolean;
};
type Known = { readonly mirror: Mirror; readonly truth: Truth };

const day = dayPlan(now);
const long: CasePlan = { ...longPlan(now), stage: 'start', hospital: 'minato' };
const cases: readonly Case[] = [
  { name: '24 h', plan: day, case_id: 1, goals: { inputs: 120, minutes: 4 }, reopened: false },
  { name: '14 days', plan: long, case_id: 2, goals: { inputs: 250, minutes: 12 }, reopened: true },
];

/** Inserts three phrases that fit the findings, then shows the report of the current reading. */
async function conclude(expert: Expert): Promise<void> {
  const { page } = expert;
  await press(expert, '5');
  await page.getByRole('textbox', { name: /^Find a phrase/ }).waitFor();
  await press(expert, '/');
  for (let phrase = 0; phrase < 3; phrase += 1) {
    for (let down = 0; down < phrase; down += 1) await press(expert, 'ArrowDown');
    await press(expert, 'Enter');
  }
  await page.getByText(/^Draft preview/).waitFor({ timeout: 60_000 });
  await page.locator('canvas').first().waitFor({ timeout: 60_000 });
}

/** Measures the desk before anything is reviewed. */
async function measureDesk(
  page: Page,
  { name, case_id }: Case,
  { mirror, truth }: Known,
  print: Print,
): Promise<void> {
  await openDesk(page, case_id, name, print);
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor();
  const { samples: found, sampling_hz } = mirror.base.beats;
  await pan(page, name, print);
  await calipers(page, { found, drawn: truth.beats.samples, sampling_hz }, name, print);
}

/** Measures memory as it is, and after garbage collection, which a browser runs when it chooses. */
async function memory(page: Page, browser: Browser, what: string, print: Print): Promise<void> {
  print({ what, value: await tabMemoryMb(browser), unit: 'MB', goal: 700 });
  await page.requestGC();
  print({ what: `${what}, collected`, value: await tabMemoryMb(browser), unit: 'MB' });
}

async function read(expert: Expert, { name, goals }: Case, print: Print): Promise<void> {
  const found = (await expert.look()).reduce((sum, { items }) => sum + items.length, 0);
  print({ what: `${name}, findings to judge`, value: found, unit: '' });
  await judgeTemplates(expert);
  await judgeAll(expert);
  await conclude(expert);
  printHand(print, name, expert.hand, goals);
}

const manyEdits = 20_000;

async function readCase(browser: Browser, server: BenchServer, of: Case, print: Print): Promise<void> {
  const { name, case_id, plan } = of;
  const reader = await readerOf(server, case_id);
  await untilAnalysed(server, case_id, reader);
  const called = { origin: server.origin, token: await server.token(reader), case_id };
  const mirror = await mirrorOf(called.origin, called.token, case_id);
  const truth = truthOf(plan, mirror.base);
  print({ what: `${name}, beats`, value: mirror.base.beats.samples.length, unit: '' });
  const page = await signedIn(browser, server.origin, reader);
  await measureDesk(page, of, { mirror, truth }, print);
  await memory(page, browser, `${name}, memory of the tab, opened`, print);
  const wanted: Expert['wanted'] = (item) => wantedOf(truth, item, mirror.members);
  const threadSeconds = await threadClock(page);
  try {
    await read({ page, hand: freshHand(), threadSeconds, look: mirror.look, wanted }, of, print);
  } finally {
    print({ what: `${name}, load of the machine`, value: loadavg()[0] ?? Number.NaN, unit: '' });
  }
  await memory(page, browser, `${name}, memory of the tab, read and with its preview`, print);
  await page.context().close();
  if (!of.reopened) return;
  await writeEdits(called, mirror, manyEdits);
  const again = await signedIn(browser, server.origin, reader);
  await openDesk(again, case_id, `${name} with 20,000 edits more`, print);
  await again.context().close();
}

export default {
  name: 'desk',
  run: async (print) => {
    const server = await benchServer([day, long], process.env['DESK_BENCH_DIR'], true);
    const browser = await openBrowser();
    try {
      await bareFrames(browser, print);
      for (const one of cases) await readCase(browser, server, one, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
