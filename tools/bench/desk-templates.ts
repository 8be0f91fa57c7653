/**
 * Reviews the templates as the expert: looks through the gallery, corrects wrong classes together, and accepts the
 * rest.
 */
import type { Locator, Page } from '@playwright/test';
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { QueueItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { isMixed } from '@rhythmdesk/ecg/reading/template-groups';
import { type Expert, lookUntil } from './desk-expert.ts';
import { clickPast, type Command, command, press } from './desk-hand.ts';
import { namingPlans, type NamingPlan, type TileName } from './desk-plans.ts';

type TemplateItem = Extract<QueueItem, { of: 'template' }>;
const isTemplate = (item: QueueItem): item is TemplateItem => item.of === 'template';

const gallery = (page: Page): Locator => page.getByRole('region', { name: 'Groups of similar beats' });
const tiles = (page: Page): Locator => gallery(page).locator('li > button');

/** Returns the numbers of the templates in the order of the tiles. */
const standing = (page: Page): Promise<number[]> =>
  tiles(page).evaluateAll((all) =>
    all.map((one) => Number(/^T(\d+)$/.exec(one.querySelector('b')?.textContent ?? '')?.[1] ?? 0) - 1),
  );

/** A tile out of view is scrolled into view first, which is an input too. */
async function pressTile(expert: Expert, at: number, modifiers: ('Shift' | 'Control')[] = []): Promise<void> {
  const tile = tiles(expert.page).nth(at);
  const isInSight = await tile.evaluate((element) => {
    const [own, list] = [element.getBoundingClientRect(), element.closest('ul')?.getBoundingClientRect()];
    return list !== undefined && own.top >= list.top && own.bottom <= list.bottom;
  });
  if (!isInSight) {
    expert.hand.inputs += 1;
    await tile.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  }
  await clickPast(expert, tile, { modifiers });
}

/** By mouse the class of one template is in a menu, that of several is a button. */
async function nameTogether(expert: Expert, label: BeatClass, isSeveral: boolean): Promise<void> {
  const { page } = expert;
  const named = { name: `Label beats as ${label}` };
  if (expert.way === 'keyboard') return press(expert, label.toLowerCase());
  if (isSeveral) return clickPast(expert, page.getByRole('button', named));
  await clickPast(expert, page.getByRole('button', { name: /^Beat class/ }));
  await clickPast(expert, page.getByRole('menuitem', named));
}

async function name(expert: Expert, { label, first, last, turned }: NamingPlan): Promise<void> {
  await pressTile(expert, first);
  if (last !== null) await pressTile(expert, last, ['Shift']);
  for (const at of turned) await pressTile(expert, at, ['Control']);
  await nameTogether(expert, label, last !== null || turned.length > 0);
  expert.hand.decisions += 1;
}

const tab = (key: string, name: string): Command => ({
  key,
  button: (page) => page.getByRole('tab', { name, exact: true }),
});
const acceptInView: Command = {
  key: 'Shift+Enter',
  button: (page) => gallery(page).getByRole('button', { name: /^Accept \d+ shown/ }),
};

/** Accepts the templates in view, one view after the other, until only mixed ones are open. */
async function acceptShown(expert: Expert): Promise<void> {
  const isLeft = (item: QueueItem): boolean =>
    isTemplate(item) && item.state === 'open' && !isMixed(item.group);
  for (;;) {
    const open = (await expert.look()).flatMap(({ items }) => items.filter(isLeft));
    if (open.length === 0) return;
    await acceptInView.button(expert.page).waitFor();
    await command(expert, acceptInView);
    expert.hand.decisions += 1;
    const before = open.length;
    await untilFewer(expert, isLeft, before);
  }
}

async function untilFewer(
  { look }: Expert,
  isLeft: (item: QueueItem) => boolean,
  before: number,
): Promise<void> {
  while ((await look()).flatMap(({ items }) => items.filter(isLeft)).length >= before)
    await new Promise((wake) => setTimeout(wake, 50));
}

/** With fewer templates, each one is read in the queue. */
const worthAGallery = 4;

export async function judgeTemplates(expert: Expert): Promise<void> {
  const { page, hand, look, wanted } = expert;
  const found = (await look()).flatMap(({ items }) => items.filter(isTemplate));
  if (found.length < worthAGallery) return;
  await command(expert, tab('2', 'Templates'));
  await tiles(page)
    .nth(found.length - 1)
    .waitFor();
  hand.templatesShown += found.length;
  const byNumber = new Map(found.map((item) => [item.group.template, item]));
  const shown = (await standing(page)).flatMap((number) => byNumber.get(number) ?? []);
  if (shown.length !== found.length) throw new Error('the gallery shows other templates than there are');
  const names = shown.map((item): TileName => {
    const { label: now, labelled, beats } = item.group;
    return { now, truth: wanted(item).label ?? now, mixed: labelled < beats };
  });
  for (const plan of namingPlans(names)) {
    await name(expert, plan);
    const own = names.flatMap(({ now, truth }, at) => (now !== truth && truth === plan.label ? [at] : []));
    hand.templatesMended += own.length;
    const numbers = new Set(own.map((at) => shown[at]?.group.template));
    await lookUntil(
      expert,
      (item) => !isTemplate(item) || !numbers.has(item.group.template) || item.group.label === plan.label,
    );
  }
  await acceptShown(expert);
  await command(expert, tab('1', 'Findings'));
}
