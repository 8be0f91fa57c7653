/** Measures the desk besides the user's work: opening, panning, calipers, memory. */
import type { Browser, Page } from '@playwright/test';
import { lowerBound } from '@rhythmdesk/ecg/beats/lower-bound';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Print } from './bench.ts';
import type { Hand } from './desk-hand.ts';
import { frameFigures, startFrames, stopFrames } from './frame-watch.ts';
import { median } from './machine-reference.ts';
import { percentile } from './percentile.ts';

const inputSeconds = 2;

const rests = (page: Page): Promise<void> =>
  page.locator('[data-idle="true"]').waitFor({ state: 'attached', timeout: 60_000 });

declare global {
  interface Window {
    rdDeskOpened?: Promise<number>;
  }
}

/**
 * Runs in the page: measures from the key until queue and recording are shown at the desk, plus one frame for painting.
 */
function watchOpening(): void {
  window.rdDeskOpened = new Promise((resolve, reject) => {
    const watchedFrom = performance.now();
    let from = Number.NaN;
    addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
    const look = (): void => {
      const isThere =
        location.pathname.startsWith('/review/') &&
        document.querySelector('progress') !== null &&
        document.querySelector('[data-idle="true"]') !== null;
      if (performance.now() - watchedFrom > 60_000) reject(new Error('the desk did not open'));
      else if (isThere && performance.now() > from)
        requestAnimationFrame(() => resolve(performance.now() - from));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Opens the desk on a page that is loaded again each time, so that no reading is left from before. */
async function openOnce(page: Page, case_id: number, threadSeconds: () => Promise<number>) {
  await page.goto(`/detail/${String(case_id)}`);
  await rests(page);
  await page.evaluate(watchOpening);
  const before = await threadSeconds();
  await page.keyboard.press('d');
  const ms = (await page.evaluate(() => window.rdDeskOpened)) ?? Number.NaN;
  return { ms, workedMs: 1000 * ((await threadSeconds()) - before) };
}

const openings = 3;

export async function openDesk(page: Page, case_id: number, what: string, print: Print): Promise<void> {
  const threadSeconds = await threadClock(page);
  const times: number[] = [];
  const worked: number[] = [];
  for (let run = 0; run < openings; run += 1) {
    const { ms, workedMs } = await openOnce(page, case_id, threadSeconds);
    times.push(ms);
    worked.push(workedMs);
  }
  print({ what: `${what}, key → desk with its queue, median`, value: median(times), unit: 'ms', goal: 1500 });
  print({ what: `${what}, processor time of the page for it, median`, value: median(worked), unit: 'ms' });
}

/** Measures the frames a second of a page that does nothing; without a graphics card the machine draws in software. */
export async function bareFrames(browser: Browser, print: Print): Promise<void> {
  const page = await browser.newPage();
  await page.evaluate(startFrames);
  await page.waitForFunction(() => (window.rdFrames?.gaps.length ?? 0) > 120);
  const { gaps } = await page.evaluate(stopFrames);
  const wholeMs = gaps.reduce((sum, gap) => sum + gap, 0);
  const value = (1000 * gaps.length) / wholeMs;
  print({ what: 'an empty page, frames a second', value, unit: '/s', better: 'larger' });
  await page.close();
}

async function stripBox(page: Page) {
  const box = await page.getByRole('img', { name: 'ECG strip at paper scale' }).boundingBox();
  if (box === null) throw new Error('the strip has no place on the screen');
  return box;
}

export async function pan(page: Page, name: string, print: Print): Promise<void> {
  const box = await stripBox(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(startFrames);
  const until = Date.now() + 3_000;
  for (let turn = 0; Date.now() < until; turn += 1) await page.mouse.wheel(turn % 120 < 60 ? 40 : -40, 0);
  frameFigures(`${name}, pan with beats`, await page.evaluate(stopFrames), print);
  await rests(page);
}

/** Distance in pixels by which a user who aims at a beat misses it. */
const aims = [3, -3, 4, -4, 2, -2, 0, 5, -5, 1] as const;

const nearest = (beats: Uint32Array, sample: number): number => {
  const at = lowerBound(beats, sample);
  const [before = Infinity, after = Infinity] = [beats[at - 1], beats[at]];
  return Math.abs(before - sample) <= Math.abs(after - sample) ? before : after;
};

/** A position farther than this from every true beat (in seconds) is not a beat. */
const nearS = 0.15;

/** `found`: the detected beats; `drawn`: the beats of the synthetic recording. */
type Beats = { readonly found: Uint32Array; readonly drawn: Uint32Array; readonly sampling_hz: number };

/**
 * Drags the second end of the caliper to the beat after the next one, a few pixels beside it. Returns the error of both
 * intervals in samples; null if a detected beat does not exist in the recording.
 */
async function measured(
  page: Page,
  { found, drawn, sampling_hz }: Beats,
  aim: number,
): Promise<number | null> {
  await page.keyboard.press('m');
  const [first, second] = [
    page.getByRole('slider', { name: 'First caliper' }),
    page.getByRole('slider', { name: 'Second caliper' }),
  ];
  await second.waitFor();
  // A handle is at the foot of its row of the strip; the mouse drags the line above it.
  const at = async (end: typeof first) => {
    const box = await end.boundingBox();
    if (box === null) throw new Error('a caliper has no place on the screen');
    const px = { x: box.x + box.width / 2, y: box.y - box.height };
    return { sample: Number(await end.getAttribute('aria-valuenow')), px };
  };
  const [a, b] = [await at(first), await at(second)];
  const pxPerSample = (b.px.x - a.px.x) / (b.sample - a.sample);
  const target = found[lowerBound(found, b.sample + 1)] ?? b.sample;
  await page.mouse.move(b.px.x, b.px.y);
  await page.mouse.down();
  await page.mouse.move(b.px.x + (target - b.sample) * pxPerSample + aim, b.px.y, { steps: 4 });
  await page.mouse.up();
  const end = await at(second);
  await page.keyboard.press('m');
  const [from, to] = [nearest(drawn, a.sample), nearest(drawn, end.sample)];
  const isTrue = [from - a.sample, to - end.sample].every((off) => Math.abs(off) <= nearS * sampling_hz);
  return isTrue ? Math.abs(end.sample - a.sample - (to - from)) : null;
}

export async function calipers(page: Page, beats: Beats, name: string, print: Print): Promise<void> {
  const off: number[] = [];
  for (const aim of aims) {
    const samples = await measured(page, beats, aim);
    if (samples !== null) off.push(samples);
    await page.keyboard.press('PageDown');
    await rests(page);
  }
  const what = `${name}, calipers over two intervals, off the truth`;
  print({ what: `${what}, median`, value: median(off), unit: 'smp', goal: 1 });
  print({ what: `${what}, most`, detail: `of ${String(off.length)}`, value: Math.max(...off), unit: 'smp' });
}

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number() })),
});

/** Returns the private memory of the tab's processes, including its workers, in MB. */
export async function tabMemoryMb(browser: Browser): Promise<number> {
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

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

/** Returns a function for the processor time of the page's main thread in seconds, as the browser counts it. */
export async function threadClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const found = metrics.parse(await session.send('Performance.getMetrics')).metrics;
    return found.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN;
  };
}

export type Goals = { readonly inputs: number; readonly minutes: number };

export function printHand(print: Print, name: string, hand: Hand, goals: Goals): void {
  const figure = (what: string, value: number, unit: string, goal?: number): void =>
    print({ what: `${name}, ${what}`, value, unit, ...(goal !== undefined && { goal }) });
  const inputs = hand.inputs - hand.coverage;
  figure('inputs until the verification is requested', inputs, '', goals.inputs);
  figure('inputs that view the required coverage', hand.coverage, '');
  figure('at two seconds an input', (inputs * inputSeconds) / 60, 'min', goals.minutes);
  figure('decisions', hand.decisions, '', 300);
  figure('templates shown', hand.templatesShown, '', 40);
  print({
    what: `${name}, templates corrected`,
    value: hand.templatesMended,
    unit: '',
    goal: 2,
    better: 'larger',
  });
  print({ what: `${name}, strips added`, value: hand.strips, unit: '', goal: 5, better: 'larger' });
  figure('findings rejected one by one', hand.rejected, '');
  figure('findings called otherwise', hand.retyped, '');
  figure('walls', hand.walls, '');
  figure('strips looked at on them', hand.stripsSeen, '');
  if (hand.drawn.length === 0) return;
  figure('key → next finding drawn, median', percentile(hand.drawn, 0.5), 'ms', 100);
  figure('key → next finding drawn, p95', percentile(hand.drawn, 0.95), 'ms');
  figure('processor time of the page for a finding, median', percentile(hand.worked, 0.5), 'ms');
}
