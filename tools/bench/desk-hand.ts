/** Performs the inputs of the expert at the desk: each press of a key or of the mouse is one input and is counted. */
import type { Locator, Page } from '@playwright/test';

export type Hand = {
  inputs: number;
  decisions: number;
  templatesShown: number;
  templatesMended: number;
  strips: number;
  rejected: number;
  retyped: number;
  walls: number;
  /** Strips seen on walls. */
  stripsSeen: number;
  readonly kept: Set<string>;
  /** Milliseconds from the key until the next finding is drawn. */
  readonly drawn: number[];
  /** Processor time of the page's main thread for that, in milliseconds. */
  readonly worked: number[];
};
export const freshHand = (): Hand => ({
  ...{ inputs: 0, decisions: 0, templatesShown: 0, templatesMended: 0, strips: 0 },
  ...{ rejected: 0, retyped: 0, walls: 0, stripsSeen: 0, drawn: [], worked: [], kept: new Set<string>() },
});

export type Handed = {
  readonly page: Page;
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
    addEventListener('keydown', () => (from = performance.now()), { capture: true, once: true });
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

/** Presses a key that opens another item and waits until it is drawn; returns the milliseconds. */
export async function pressToNext(handed: Handed, key: string): Promise<number> {
  const { page } = handed;
  await page.evaluate(watchNext, await currentKey(page));
  await press(handed, key);
  return (await page.evaluate(() => window.rdNextDrawn)) ?? Number.NaN;
}

/** Presses a key that reviews the item, and waits for the next item. */
export async function reviewItem(handed: Handed, key: string, isLast: boolean): Promise<void> {
  const { hand, threadSeconds } = handed;
  hand.decisions += 1;
  if (isLast) return press(handed, key);
  const before = await threadSeconds();
  hand.drawn.push(await pressToNext(handed, key));
  hand.worked.push(1000 * ((await threadSeconds()) - before));
}
