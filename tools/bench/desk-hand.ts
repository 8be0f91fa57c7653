/**
 * Performs the inputs of the expert at the desk: each press of a key or of the mouse is one input and is counted. The
 * expert works by keyboard, or by mouse alone.
 */
import type { Locator, Page } from '@playwright/test';

export type Hand = {
  inputs: number;
  /** The part of them that viewed what the center requires. */
  coverage: number;
  decisions: number;
  templatesShown: number;
  templatesMended: number;
  strips: number;
  rejected: number;
  retyped: number;
  walls: number;
  /** Strips seen on walls. */
  stripsSeen: number;
  /** Milliseconds from the key until the next finding is drawn. */
  readonly drawn: number[];
  /** Processor time of the page's main thread for that, in milliseconds. */
  readonly worked: number[];
};
export const freshHand = (): Hand => ({
  ...{ inputs: 0, coverage: 0, decisions: 0, templatesShown: 0, templatesMended: 0, strips: 0 },
  ...{ rejected: 0, retyped: 0, walls: 0, stripsSeen: 0, drawn: [], worked: [] },
});

export type Way = 'keyboard' | 'mouse';

export type Handed = {
  readonly page: Page;
  readonly way: Way;
  readonly hand: Hand;
  /** Returns the processor time of the page's main thread in seconds. */
  readonly threadSeconds: () => Promise<number>;
};

export const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
const current = (page: Page): Locator => queue(page).locator('li[data-key]:has([aria-current="true"])');

export async function press({ page, hand }: Handed, key: string): Promise<void> {
  hand.inputs += 1;
  await page.keyboard.press(key);
}

type PressedModifiers = { readonly modifiers?: ('Shift' | 'Control')[] };

/** Clicks an element, which then has the focus. */
export async function click({ hand }: Handed, what: Locator, held: PressedModifiers = {}): Promise<void> {
  hand.inputs += 1;
  await what.click(held);
}

/** A command has a key and a button that does the same. */
export type Command = { readonly key: string; readonly button: (page: Page) => Locator };

/** Gives a command by its key or by its button. */
export async function command(handed: Handed, { key, button }: Command): Promise<void> {
  if (handed.way === 'keyboard') await press(handed, key);
  else await clickPast(handed, button(handed.page));
}

/** Clicks an element without leaving the focus on it, where it would take the next key. */
export async function clickPast(handed: Handed, what: Locator, held: PressedModifiers = {}): Promise<void> {
  await click(handed, what, held);
  await handed.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** Returns the key of the selected finding; empty if an edit removed it or none is selected. */
export async function currentKey(page: Page): Promise<string> {
  const keys = await current(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
  return keys[0] ?? '';
}

declare global {
  interface Window {
    rdNextDrawn?: Promise<number>;
  }
}

/**
 * Runs in the page: measures from the next key until another item is selected and its strip is fully drawn, plus one
 * frame for painting.
 */
function watchNext(before: string): void {
  window.rdNextDrawn = new Promise((resolve, reject) => {
    const watchedFrom = performance.now();
    let from = Number.NaN;
    for (const input of ['keydown', 'pointerdown'])
      addEventListener(input, () => (from = performance.now()), { capture: true, once: true });
    const look = (): void => {
      const key = document.querySelector('li[data-key]:has([aria-current="true"])')?.getAttribute('data-key');
      const rests = document.querySelector('[data-drawn="true"]') !== null;
      if (performance.now() - watchedFrom > 60_000) reject(new Error(`no other item than ${before}`));
      else if (key !== undefined && key !== null && key !== before && rests && performance.now() > from)
        requestAnimationFrame(() => resolve(performance.now() - from));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Gives a command that opens another item and waits until it is drawn; returns the milliseconds. */
export async function commandToNext(handed: Handed, given: Command): Promise<number> {
  const { page } = handed;
  await page.evaluate(watchNext, await currentKey(page));
  await command(handed, given);
  return (await page.evaluate(() => window.rdNextDrawn)) ?? Number.NaN;
}

const bar = (page: Page): Locator => page.getByRole('region', { name: 'ECG recording' });
export const judging = {
  accept: { key: 'Enter', button: (page) => bar(page).getByRole('button', { name: /^Accept/ }) },
  reject: { key: 'Delete', button: (page) => bar(page).getByRole('button', { name: /^Reject/ }) },
} as const satisfies Readonly<Record<string, Command>>;

/** Gives a command that reviews the item, and waits for the next item. */
export async function reviewItem(handed: Handed, given: Command, isLast: boolean): Promise<void> {
  const { hand, threadSeconds } = handed;
  hand.decisions += 1;
  if (isLast) return command(handed, given);
  const before = await threadSeconds();
  hand.drawn.push(await commandToNext(handed, given));
  hand.worked.push(1000 * ((await threadSeconds()) - before));
}

/** Waits until a menu is open, or the item with this key is not selected any more. */
async function menuOrNext(page: Page, before: string): Promise<boolean> {
  await page.waitForFunction((key) => {
    const current = document
      .querySelector('li[data-key]:has([aria-current="true"])')
      ?.getAttribute('data-key');
    return document.querySelector('[role="menu"]') !== null || current !== key;
  }, before);
  return (await page.getByRole('menu').count()) > 0;
}

/** Judges the item by a command that may ask what is meant; the first choice of the menu is taken. */
export async function judgeAsked(handed: Handed, given: Command): Promise<void> {
  const { page, hand } = handed;
  hand.decisions += 1;
  const before = await currentKey(page);
  await command(handed, given);
  if (await menuOrNext(page, before)) await command(handed, firstChoice);
}

/** The first choice of a menu has the focus. */
export const firstChoice: Command = {
  key: 'Enter',
  button: (page) => page.getByRole('menu').getByRole('menuitem').first(),
};
