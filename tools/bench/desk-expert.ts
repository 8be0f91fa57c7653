/**
 * Simulates an expert who knows the true findings, at the desk with real keys. Each finding is reviewed correctly:
 * alone, on the wall of similar findings or of its whole kind, or with all findings of high certainty; the expert takes
 * the way that reviews most for each input. What one key reviews is one decision.
 */
import { usualCriticalSettings } from '@rhythmdesk/domain/critical/critical-rules';
import { mayBeCritical } from '@rhythmdesk/ecg/reading/critical-kinds';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { QueueGroup, QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { kindFindings, likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import {
  click,
  type Command,
  command,
  commandToNext,
  currentKey,
  firstChoice,
  type Handed,
  judgeAsked,
  judging,
  press,
  queue,
  reviewItem,
} from './desk-hand.ts';
import { inputsAlone, type Run, wallPlan, type WallPlan, wallSize } from './desk-plans.ts';
import { retypeKeys, rhythmNames, type Saying } from './desk-truth.ts';

type Wanted = { readonly say: Saying; readonly label: BeatClass | null };
export type Expert = Handed & {
  /** Whether the center's rules call an episode critical. */
  readonly critical: (item: Extract<QueueItem, { of: 'episode' }>) => boolean;
  /** Returns the queue as the server has it. */
  readonly look: () => Promise<readonly QueueGroup[]>;
  readonly wanted: (item: QueueItem) => Wanted;
};

const longestMs = 120_000;
const itemsOf = (groups: readonly QueueGroup[]): QueueItem[] => groups.flatMap(({ items }) => [...items]);

/** Waits until every item of the queue satisfies `isSo`. */
export async function lookUntil({ look }: Expert, isSo: (item: QueueItem) => boolean): Promise<void> {
  const until = Date.now() + longestMs;
  while (Date.now() < until) if (itemsOf(await look()).every(isSo)) return;
  throw new Error('what was pressed did not reach the server');
}

/** The buttons of the open wall. */
const wallButton = (key: string, name: RegExp): Command => ({
  key,
  button: (page) => page.getByRole('dialog').getByRole('button', { name }),
});
const nextPage = wallButton('PageDown', /^Next 25/);
const wallJudging = {
  Enter: wallButton('Enter', /^Accept \d/),
  Delete: wallButton('Delete', /^Reject \d/),
};

async function takeOut(expert: Expert, out: readonly Run[], count: number): Promise<void> {
  const dialog = expert.page.getByRole('dialog');
  const presses = out.flatMap(({ first, last }) =>
    first === last
      ? [{ at: first, held: [] }]
      : [
          { at: first, held: [] },
          { at: last, held: ['Shift' as const] },
        ],
  );
  for (let page = 0; page * wallSize < count; page += 1) {
    if (page > 0) await command(expert, nextPage);
    for (const { at, held } of presses)
      if (Math.floor(at / wallSize) === page)
        await click(expert, dialog.locator('ul button').nth(at % wallSize), { modifiers: held });
  }
}

const inQueue = (key: string, name: RegExp): Command => ({
  key,
  button: (page) => queue(page).getByRole('button', { name }),
});
const opening = {
  like: inQueue('w', /^Show (all )?\d+ similar/),
  kind: inQueue('Shift+W', /^Show (all )?\d+ open/),
} as const;

type Wall = {
  readonly opens: keyof typeof opening;
  readonly items: readonly QueueItem[];
  readonly plan: WallPlan;
};

/** Rejected runs ask what becomes of their beats; the expert corrects these in the templates. */
async function keepBeats(expert: Expert): Promise<void> {
  const { page } = expert;
  await page.waitForFunction(
    () =>
      document.querySelector('[role="menu"]') !== null || document.querySelector('[role="dialog"]') === null,
  );
  if ((await page.getByRole('menu').count()) > 0) await command(expert, firstChoice);
}

async function byWall(expert: Expert, { opens, items, plan }: Wall): Promise<void> {
  const { page, hand } = expert;
  hand.walls += 1;
  hand.stripsSeen += items.length;
  await command(expert, opening[opens]);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await takeOut(expert, plan.out, items.length);
  hand.decisions += 1 + plan.out.length;
  await command(expert, wallJudging[plan.key]);
  if (plan.key === 'Delete') await keepBeats(expert);
  await dialog.waitFor({ state: 'detached' });
  const isOut = (at: number): boolean => plan.out.some(({ first, last }) => at >= first && at <= last);
  const judged = new Set(items.filter((_, at) => !isOut(at)).map(({ key }) => key));
  await lookUntil(expert, ({ key, state }) => !judged.has(key) || state !== 'open');
}

const sureFrom = 0.95;
const acceptSure = inQueue('Shift+Enter', /^Accept \d[\d,]* at ≥/);

/** Returns whether the desk accepts the item unseen. */
function isSure(item: QueueItem): boolean {
  if (item.state !== 'open' || (item.certainty ?? 0) < sureFrom) return false;
  if (item.of === 'template') return !isMixed(item.group);
  return item.of !== 'episode' || !mayBeCritical(item.finding, usualCriticalSettings.rules.fast_af.bpm);
}

/** Accepts all findings of high certainty of a kind at once, if all of them are correct. */
async function bySure(expert: Expert, { items }: QueueGroup): Promise<boolean> {
  const sure = items.filter(isSure);
  const isRight = sure.every((item) => {
    const { say, label } = expert.wanted(item);
    return say === 'accept' && label === null;
  });
  if (sure.length < 2 || !isRight) return false;
  await command(expert, acceptSure);
  expert.hand.decisions += 1;
  const keys = new Set(sure.map(({ key }) => key));
  await lookUntil(expert, ({ key, state }) => !keys.has(key) || state !== 'open');
  return true;
}

/** Gives the selected item another class or rhythm: by a letter, or by a button and its menu. */
async function name(expert: Expert, letter: string, chosen: string | RegExp): Promise<void> {
  if (expert.way === 'keyboard') return press(expert, letter);
  const { page } = expert;
  await click(expert, page.getByRole('button', { name: /^(Beat class|Rhythm)…/ }));
  await click(expert, page.getByRole('menuitem', { name: chosen }));
}

/** Reclassifies the selected item and waits until the server has the change. */
async function rename(
  expert: Expert,
  item: QueueItem,
  letter: string,
  chosen: string | RegExp,
): Promise<void> {
  await name(expert, letter, chosen);
  const nameOf = (one: QueueItem): string => (one.of === 'template' ? one.group.label : one.state);
  await lookUntil(expert, (one) => one.key !== item.key || nameOf(one) !== nameOf(item));
}

/** By keyboard, a mixed template is accepted as it is by a key of its own. */
const acceptMixed: Command = { key: 'o', button: judging.accept.button };

async function alone(expert: Expert, item: QueueItem, isLast: boolean): Promise<void> {
  const { hand } = expert;
  const { say, label } = expert.wanted(item);
  if (item.of === 'template') hand.templatesShown += 1;
  if (label !== null) {
    await rename(expert, item, label.toLowerCase(), `Label beats as ${label}`);
    hand.templatesMended += 1;
  }
  if (say !== 'accept' && say !== 'reject') {
    hand.retyped += 1;
    await rename(expert, item, retypeKeys[say], rhythmNames[say]);
  }
  if (say === 'reject') hand.rejected += 1;
  const isMixedTemplate = item.of === 'template' && label === null && isMixed(item.group);
  const isAsked = say === 'reject' || isMixedTemplate;
  const asIs = isMixedTemplate && expert.way === 'keyboard' && say === 'accept';
  if (asIs) await reviewItem(expert, acceptMixed, isLast);
  else if (isAsked) await judgeAsked(expert, judging[say === 'reject' ? 'reject' : 'accept']);
  else await reviewItem(expert, judging.accept, isLast);
  await lookUntil(expert, ({ key, state }) => key !== item.key || state !== 'open');
}

/** Judged alone by the desk, because the usual rules call them critical. */
const isWalled =
  ({ critical }: Expert) =>
  (item: QueueItem): boolean =>
    item.of !== 'episode' || !critical(item);

/** Returns the wall that reviews most for each input; null if the item alone is better. */
function bestWall(expert: Expert, open: readonly QueueItem[], item: QueueItem): Wall | null {
  const { wanted } = expert;
  const walls = [
    { opens: 'like' as const, items: likeFindings(open, item).filter(isWalled(expert)) },
    { opens: 'kind' as const, items: kindFindings(open, item).filter(isWalled(expert)) },
  ].flatMap(({ opens, items }): Wall[] => {
    if (items.length < 2) return [];
    const plan = wallPlan(items.map((one) => wanted(one).say));
    return plan === null ? [] : [{ opens, items, plan }];
  });
  const worth = ({ plan }: Wall): number => plan.judged / plan.inputs;
  const [best] = walls.toSorted((a, b) => worth(b) - worth(a));
  return best === undefined || worth(best) <= 1 / inputsAlone(wanted(item).say) ? null : best;
}

/** More inputs than this mean an endless loop. */
const mostInputs = 3000;

/** Goes to the next open item; by mouse, to the first one that the queue lists. */
const nextOpen = ([first]: readonly QueueItem[]): Command => ({
  key: 'Shift+J',
  button: (page) => queue(page).locator(`li[data-key="${first?.key ?? ''}"] button`),
});

/** Reviews the selected item in the way that reviews most for each input. */
async function judgeNext(expert: Expert, groups: readonly QueueGroup[], tried: Set<string>): Promise<void> {
  const open = itemsOf(groups).filter(({ state }) => state === 'open');
  const key = await currentKey(expert.page);
  const item = open.find((one) => one.key === key);
  const group = groups.find(({ items }) => items.some((one) => one.key === key));
  if (group === undefined || item === undefined) return void (await commandToNext(expert, nextOpen(open)));
  if (!tried.has(group.kind)) {
    tried.add(group.kind);
    if (await bySure(expert, group)) return;
  }
  const wall = bestWall(expert, open, item);
  if (wall === null) await alone(expert, item, open.length === 1);
  else await byWall(expert, wall);
}

const saved = (expert: Expert): Promise<void> =>
  expert.page.getByText(/^All changes saved/).waitFor({ timeout: longestMs });

export async function judgeAll(expert: Expert): Promise<void> {
  const tried = new Set<string>();
  while (expert.hand.inputs < mostInputs) {
    if (expert.hand.inputs > 0) await saved(expert);
    const groups = await expert.look();
    if (itemsOf(groups).every(({ state }) => state !== 'open')) return;
    await judgeNext(expert, groups, tried);
  }
  throw new Error(`still open after ${String(mostInputs)} inputs`);
}
