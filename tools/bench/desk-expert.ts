/**
 * An expert who knows the truth, at the desk by real keys: each finding is judged rightly, look-alikes by the wall and
 * what is sure of a kind as a whole where that is right. A press of a key or of the mouse is one input; what is judged
 * by one input is one decision.
 */
import type { Locator, Page } from '@playwright/test';
import type { QueueGroup, QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import { retypeKeys, type Saying } from './desk-truth.ts';

export type Wanted = { readonly say: Saying; readonly label: BeatClass | null };
export type Hand = {
  inputs: number;
  decisions: number;
  templatesShown: number;
  templatesMended: number;
  strips: number;
  rejected: number;
  retyped: number;
  walls: number;
  readonly kept: Set<string>;
  /** Milliseconds from the key to the next finding, drawn. */
  readonly drawn: number[];
};
export const freshHand = (): Hand => ({
  ...{ inputs: 0, decisions: 0, templatesShown: 0, templatesMended: 0, strips: 0 },
  ...{ rejected: 0, retyped: 0, walls: 0, drawn: [], kept: new Set<string>() },
});

export type Expert = {
  readonly page: Page;
  readonly hand: Hand;
  /** The queue as it stands once all is saved. */
  readonly look: () => Promise<readonly QueueGroup[]>;
  readonly wanted: (item: QueueItem) => Wanted;
};

const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
const current = (page: Page): Locator => queue(page).locator('li[data-key]:has([aria-current="true"])');

export async function press({ page, hand }: Pick<Expert, 'page' | 'hand'>, key: string): Promise<void> {
  hand.inputs += 1;
  await page.keyboard.press(key);
}

async function click({ page, hand }: Expert, what: Locator): Promise<void> {
  hand.inputs += 1;
  await what.click();
  // The button keeps no focus that would take the next key.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

declare global {
  interface Window {
    rdNextDrawn?: Promise<number>;
  }
}

/** Runs in the page: from the next key until another item stands and the recording rests, and a frame for its paint. */
function watchNext(before: string): void {
  window.rdNextDrawn = new Promise((resolve, reject) => {
    const watchedFrom = performance.now();
    let from = Number.NaN;
    addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
    const look = (): void => {
      const key = document.querySelector('li[data-key]:has([aria-current="true"])')?.getAttribute('data-key');
      const rests = document.querySelector('[data-idle="true"]') !== null;
      if (performance.now() - watchedFrom > 20_000) reject(new Error(`no other item than ${before}`));
      else if (key !== undefined && key !== null && key !== before && rests && performance.now() > from)
        requestAnimationFrame(() => resolve(performance.now() - from));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** None where an edit made vanish what was read: a step goes on from where it stood. */
async function currentKey(page: Page): Promise<string> {
  const keys = await current(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
  return keys[0] ?? '';
}

/** A key that judges, and the item that it opens. */
async function judge(expert: Expert, key: string, isLast: boolean): Promise<void> {
  const { page, hand } = expert;
  hand.decisions += 1;
  if (isLast) return press(expert, key);
  await page.evaluate(watchNext, await currentKey(page));
  await press(expert, key);
  const ms = await page.evaluate(() => window.rdNextDrawn);
  if (ms !== undefined) hand.drawn.push(ms);
}

const pageSize = 25;
const sureFrom = 0.95;

/** Of look-alikes: which of them the wall judges, by which key, and what that costs; null where each alone is cheaper. */
function wallPlan({ wanted }: Expert, like: readonly QueueItem[]) {
  const right = like.filter((item) => wanted(item).say === 'accept');
  const none = like.filter((item) => wanted(item).say === 'reject');
  const [key, own] = right.length >= none.length ? (['Enter', right] as const) : (['Delete', none] as const);
  const out = like.filter((item) => !own.includes(item));
  const cost = 2 + Math.floor((like.length - 1) / pageSize) + out.length;
  return cost < own.length ? { key, own, out } : null;
}

async function byWall(
  expert: Expert,
  like: readonly QueueItem[],
  { key, out }: { key: string; out: readonly QueueItem[] },
): Promise<void> {
  const { page, hand } = expert;
  hand.walls += 1;
  await press(expert, 'w');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let first = 0; first < like.length; first += pageSize) {
    if (first > 0) await press(expert, 'PageDown');
    for (const [i, item] of like.slice(first, first + pageSize).entries())
      if (out.includes(item)) {
        hand.inputs += 1;
        await dialog.locator('ul button').nth(i).click();
      }
  }
  hand.decisions += 1 + out.length;
  await press(expert, key);
  await dialog.waitFor({ state: 'detached' });
}

/** All that is sure of a kind at once, where the expert agrees with every one. */
async function bySure(expert: Expert, { items }: QueueGroup): Promise<boolean> {
  const sure = items.filter(({ state, certainty }) => state === 'open' && (certainty ?? 0) >= sureFrom);
  const isRight = sure.every((item) => {
    const { say, label } = expert.wanted(item);
    return say === 'accept' && label === null;
  });
  if (sure.length < 3 || !isRight) return false;
  await click(expert, queue(expert.page).getByRole('button', { name: /^Accept \d[\d,]* at least/ }));
  expert.hand.decisions += 1;
  return true;
}

/** Another name for what is read, until the reading has it. */
async function rename(expert: Expert, item: QueueItem, letter: string): Promise<void> {
  await press(expert, letter);
  const nameOf = (one: QueueItem | undefined): string =>
    one?.of === 'template' ? one.group.label : String(one?.state);
  for (;;) {
    const groups = await expert.look();
    const now = groups.flatMap(({ items }) => items).find(({ key }) => key === item.key);
    if (nameOf(now) !== nameOf(item)) return;
  }
}

async function alone(expert: Expert, item: QueueItem, isLast: boolean): Promise<void> {
  const { hand } = expert;
  const { say, label } = expert.wanted(item);
  if (label !== null) {
    await rename(expert, item, label.toLowerCase());
    hand.templatesMended += 1;
  }
  if (say === 'accept') return judge(expert, 'Enter', isLast);
  if (say === 'reject') {
    hand.rejected += 1;
    return judge(expert, 'Delete', isLast);
  }
  hand.retyped += 1;
  await rename(expert, item, retypeKeys[say]);
  return judge(expert, 'Enter', isLast);
}

const stripsKept = 5;
/** Then something goes round in a circle. */
const mostInputs = 3000;
const worthAStrip = new Set(['v_runs', 's_runs', 'af', 'pauses', 'extremes', 'v_patterns']);

async function keepStrip(expert: Expert, kind: string): Promise<void> {
  const { hand } = expert;
  if (hand.strips >= stripsKept || !worthAStrip.has(kind) || hand.kept.has(kind)) return;
  hand.kept.add(kind);
  hand.strips += 1;
  await press(expert, 'b');
}

const saved = (page: Page): Promise<void> => page.getByText(/^All changes saved/).waitFor();

/** What stands before the hand is judged by whatever costs fewest presses. */
async function judgeNext(expert: Expert, groups: readonly QueueGroup[], asked: Set<string>): Promise<void> {
  const { hand, page } = expert;
  const open = groups.flatMap(({ items }) => items.filter(({ state }) => state === 'open'));
  const key = await currentKey(page);
  const item = open.find((one) => one.key === key);
  const group = groups.find(({ items }) => items.some((one) => one.key === key));
  if (group === undefined || item === undefined) return press(expert, 'j');
  await keepStrip(expert, group.kind);
  if (!asked.has(group.kind)) {
    asked.add(group.kind);
    if (await bySure(expert, group)) return;
  }
  if (item.of === 'template') hand.templatesShown += 1;
  const like = likeFindings(open, item);
  const plan = wallPlan(expert, like);
  if (plan === null) await alone(expert, item, open.length === 1);
  else await byWall(expert, like, plan);
}

export async function judgeAll(expert: Expert): Promise<void> {
  const asked = new Set<string>();
  while (expert.hand.inputs < mostInputs) {
    if (expert.hand.inputs > 0) await saved(expert.page);
    const groups = await expert.look();
    if (groups.every(({ items }) => items.every(({ state }) => state !== 'open'))) return;
    await judgeNext(expert, groups, asked);
  }
  throw new Error(`still open after ${String(mostInputs)} inputs`);
}
