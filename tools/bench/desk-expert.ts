/**
 * Simulates an expert who knows the true findings, at the desk with real keys. Each finding is reviewed correctly:
 * alone, on the wall of similar findings or of its whole kind, or with all findings of high certainty; the expert takes
 * the way that reviews most for each input. What one key reviews is one decision.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { QueueGroup, QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { kindFindings, likeFindings } from '@rhythmdesk/ecg/reading/like-findings';
import {
  click,
  clickPast,
  currentKey,
  type Handed,
  reviewItem,
  press,
  pressToNext,
  queue,
} from './desk-hand.ts';
import { inputsAlone, type Run, wallPlan, type WallPlan, wallSize } from './desk-plans.ts';
import { retypeKeys, type Saying } from './desk-truth.ts';

type Wanted = { readonly say: Saying; readonly label: BeatClass | null };
export type Expert = Handed & {
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
    if (page > 0) await press(expert, 'PageDown');
    for (const { at, held } of presses)
      if (Math.floor(at / wallSize) === page)
        await click(expert, dialog.locator('ul button').nth(at % wallSize), { modifiers: held });
  }
}

type Wall = { readonly opens: string; readonly items: readonly QueueItem[]; readonly plan: WallPlan };

async function byWall(expert: Expert, { opens, items, plan }: Wall): Promise<void> {
  const { page, hand } = expert;
  hand.walls += 1;
  hand.stripsSeen += items.length;
  await press(expert, opens);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await takeOut(expert, plan.out, items.length);
  hand.decisions += 1 + plan.out.length;
  await press(expert, plan.key);
  await dialog.waitFor({ state: 'detached' });
  const isOut = (at: number): boolean => plan.out.some(({ first, last }) => at >= first && at <= last);
  const judged = new Set(items.filter((_, at) => !isOut(at)).map(({ key }) => key));
  await lookUntil(expert, ({ key, state }) => !judged.has(key) || state !== 'open');
}

const sureFrom = 0.95;

/** Accepts all findings of high certainty of a kind at once, if all of them are correct. */
async function bySure(expert: Expert, { items }: QueueGroup): Promise<boolean> {
  const sure = items.filter(({ state, certainty }) => state === 'open' && (certainty ?? 0) >= sureFrom);
  const isRight = sure.every((item) => {
    const { say, label } = expert.wanted(item);
    return say === 'accept' && label === null;
  });
  if (sure.length < 2 || !isRight) return false;
  await clickPast(
    expert,
    queue(expert.page).getByRole('button', { name: /^Accept \d[\d,]* with certainty/ }),
  );
  expert.hand.decisions += 1;
  const keys = new Set(sure.map(({ key }) => key));
  await lookUntil(expert, ({ key, state }) => !keys.has(key) || state !== 'open');
  return true;
}

/** Reclassifies the selected item and waits until the server has the change. */
async function rename(expert: Expert, item: QueueItem, letter: string): Promise<void> {
  await press(expert, letter);
  const nameOf = (one: QueueItem): string => (one.of === 'template' ? one.group.label : one.state);
  await lookUntil(expert, (one) => one.key !== item.key || nameOf(one) !== nameOf(item));
}

async function alone(expert: Expert, item: QueueItem, isLast: boolean): Promise<void> {
  const { hand } = expert;
  const { say, label } = expert.wanted(item);
  if (item.of === 'template') hand.templatesShown += 1;
  if (label !== null) {
    await rename(expert, item, label.toLowerCase());
    hand.templatesMended += 1;
  }
  if (say !== 'accept' && say !== 'reject') {
    hand.retyped += 1;
    await rename(expert, item, retypeKeys[say]);
  }
  if (say === 'reject') hand.rejected += 1;
  await reviewItem(expert, say === 'reject' ? 'Delete' : 'Enter', isLast);
  await lookUntil(expert, ({ key, state }) => key !== item.key || state !== 'open');
}

/** Returns the wall that reviews most for each input; null if the item alone is better. */
function bestWall({ wanted }: Expert, open: readonly QueueItem[], item: QueueItem): Wall | null {
  const walls = [
    { opens: 'w', items: likeFindings(open, item) },
    { opens: 'Shift+W', items: kindFindings(open, item) },
  ].flatMap(({ opens, items }): Wall[] => {
    const plan = wallPlan(items.map((one) => wanted(one).say));
    return plan === null ? [] : [{ opens, items, plan }];
  });
  const worth = ({ plan }: Wall): number => plan.judged / plan.inputs;
  const [best] = walls.toSorted((a, b) => worth(b) - worth(a));
  return best === undefined || worth(best) <= 1 / inputsAlone(wanted(item).say) ? null : best;
}

const stripsKept = 5;
/** More inputs than this mean an endless loop. */
const mostInputs = 3000;
const worthAStrip = new Set([
  'asystole',
  'v_runs',
  's_runs',
  's_patterns',
  'v_patterns',
  'af',
  'pauses',
  'rates',
  'extremes',
]);

async function keepStrip(expert: Expert, kind: string): Promise<void> {
  const { hand } = expert;
  if (hand.strips >= stripsKept || !worthAStrip.has(kind) || hand.kept.has(kind)) return;
  hand.kept.add(kind);
  hand.strips += 1;
  await press(expert, 'b');
}

/** Reviews the selected item in the way that reviews most for each input. */
async function judgeNext(expert: Expert, groups: readonly QueueGroup[], tried: Set<string>): Promise<void> {
  const open = itemsOf(groups).filter(({ state }) => state === 'open');
  const key = await currentKey(expert.page);
  const item = open.find((one) => one.key === key);
  const group = groups.find(({ items }) => items.some((one) => one.key === key));
  if (group === undefined || item === undefined) return void (await pressToNext(expert, 'Shift+J'));
  await keepStrip(expert, group.kind);
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
