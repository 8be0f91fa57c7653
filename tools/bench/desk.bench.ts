/**
 * Checks the goals for the number of inputs that an expert needs at the desk. The expert knows the truth of two
 * synthetic recordings (24 hours with about forty findings, and 14 days) and reads each with real keys, that of 24 hours
 * also by mouse alone, from the first finding to the request for verification. `DESK_BENCH_DIR` keeps server and
 * recordings of the last run, whose reading is then continued; `DESK_BENCH_ONLY` names the cases that are read.
 */
import type { Browser, Page } from '@playwright/test';
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { isCritical } from '@rhythmdesk/ecg/reading/critical-places';
import { loadavg } from 'node:os';
import { dayPlan, longPlan, type CasePlan } from '../demo/case-plans.ts';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { benchServer, type BenchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { readerOf, requireCoverage, untilAnalysed } from './desk-case.ts';
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
import { addStrips, conclude, request } from './desk-finish.ts';
import { freshHand, type Way } from './desk-hand.ts';
import { type Mirror, mirrorOf } from './desk-mirror.ts';
import { judgeTemplates } from './desk-templates.ts';
import { type Truth, truthOf, wantedOf } from './desk-truth.ts';

/** Recordings depend on the number of the patient and the time of day, so they are the same in every run. */
const now = new Date('2026-11-20T03:00:00Z');

type Case = {
  readonly name: string;
  readonly plan: CasePlan;
  readonly way: Way;
  readonly goals: Goals;
  /** Whether opening, panning, calipers and memory are measured. */
  readonly measured: boolean;
  /** Whether the desk is opened again with many edits. */
  readonly reopened: boolean;
};
/** Cases have the numbers of the order in which they are loaded. */
type Loaded = { readonly of: Case; readonly case_id: number };
type Known = { readonly mirror: Mirror; readonly truth: Truth };

const day = dayPlan(now);
const long: CasePlan = { ...longPlan(now), stage: 'start', hospital: 'minato' };
/** The same recording as another case, for the mouse. */
const again: CasePlan = { ...day, hn_id: 'HN26K99024' };
const keyboard = { way: 'keyboard', measured: true } as const;
const cases: readonly Case[] = [
  {
    ...{ name: '24 h', plan: day, ...keyboard, reopened: false },
    goals: { inputs: 40, minutes: 1.5 },
  },
  {
    ...{ name: '14 days', plan: long, ...keyboard, reopened: true },
    goals: { inputs: 250, minutes: 12 },
  },
  {
    ...{ name: '24 h by mouse', plan: again, way: 'mouse', measured: false, reopened: false },
    goals: { inputs: 60, minutes: 4 },
  },
];

const readyToJudge = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor();

async function openReady(page: Page, case_id: number): Promise<void> {
  await page.goto(`/review/${String(case_id)}?tab=findings`);
  await readyToJudge(page);
}

/** Measures the desk before anything is reviewed. */
async function measureDesk(
  page: Page,
  { of: { name }, case_id }: Loaded,
  { mirror, truth }: Known,
  print: Print,
): Promise<void> {
  await openDesk(page, case_id, name, print);
  await readyToJudge(page);
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
  await addStrips(expert);
  await conclude(expert);
  await request(expert);
  printHand(print, name, expert.hand, goals);
}

const manyEdits = 20_000;

async function readCase(browser: Browser, server: BenchServer, { of, case_id }: Loaded, print: Print) {
  const { name, plan } = of;
  const reader = await readerOf(server, case_id);
  await untilAnalysed(server, case_id, reader);
  const called = { origin: server.origin, token: await server.token(reader), case_id };
  const mirror = await mirrorOf(called.origin, called.token, case_id);
  const truth = truthOf(plan, mirror.base);
  print({ what: `${name}, beats`, value: mirror.base.beats.samples.length, unit: '' });
  const page = await signedIn(browser, server.origin, reader);
  if (of.measured) {
    await measureDesk(page, { of, case_id }, { mirror, truth }, print);
    await memory(page, browser, `${name}, memory of the tab, opened`, print);
  } else await openReady(page, case_id);
  const { samples, sampling_hz } = mirror.base.beats;
  const critical: Expert['critical'] = ({ finding }) =>
    isCritical(finding, { sampling_hz, samples }, usualCriticalSettings.rules);
  const wanted: Expert['wanted'] = (item) => wantedOf(truth, item, mirror.members);
  const threadSeconds = await threadClock(page);
  try {
    const handed = { page, way: of.way, hand: freshHand(), threadSeconds };
    await read({ ...handed, critical, look: mirror.look, wanted }, of, print);
  } finally {
    print({ what: `${name}, load of the machine`, value: loadavg()[0] ?? Number.NaN, unit: '' });
  }
  if (of.measured)
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
    const only = process.env['DESK_BENCH_ONLY']?.split(',');
    const chosen = cases.filter(({ name }) => only?.includes(name) !== false);
    const plans = chosen.map(({ plan }) => plan);
    const server = await benchServer(plans, process.env['DESK_BENCH_DIR'], true);
    await requireCoverage(server);
    const browser = await openBrowser();
    try {
      await bareFrames(browser, print);
      for (const [at, of] of chosen.entries())
        await readCase(browser, server, { of, case_id: at + 1 }, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
