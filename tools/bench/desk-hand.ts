/** The hand of the expert at the desk: each press of a key or of the mouse is one input, and is counted. */
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
  /** On walls. */
  stripsSeen: number;
  readonly kept: Set<string>;
  /** Milliseconds from the key to the next finding, drawn. */
  readonly drawn: number[];
  /** Milliseconds of processor time that the page's main thread used for it. */
  readonly worked: number[];
};
export const freshHand = (): Hand => ({
  ...{ inputs: 0, decisions: 0, templatesShown: 0, templatesMended: 0, strips: 0 },
  ...{ rejected: 0, retyped: 0, walls: 0, stripsSeen: 0, drawn: [], worked: [], kept: new Set<string>() },
});

export type Handed = {
  readonly page: Page;
  readonly hand: Hand;
  /** Seconds of processor time that the page's main thread has used. */
  readonly threadSeconds: () => Promise<number>;
};

export const queue = (page: Page): Locator => page.getByRole('complementary', { name: 'Findings' });
const current = (page: Page): Locator => queue(page).locator('li[data-key]:has([aria-current="true"])');

export async function press({ page, hand }: Handed, key: string): Promise<void> {
  hand.inputs += 1;
  await page.keyboard.press(key);
}

type Held = { readonly modifiers?: ('Shift' | 'Control')[] };

/** A press of the mouse, which has the focus then. */
export async function click({ hand }: Handed, what: Locator, held: Held = {}): Promise<void> {
  hand.inputs += 1;
  await what.click(held);
}

/** A press of the mouse; what it pressed keeps no focus that would take the next key. */
export async function clickPast(handed: Handed, what: Locator, held: Held = {}): Promise<void> {
  await click(handed, what, held);
  await handed.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** None where an edit made vanish what was read, or no finding is read. */
export async function currentKey(page: Page): Promise<string> {
  const keys = await current(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
  return keys[0] ?? '';
}

declare global {
  interface Window {
    rdNextDrawn?: Promise<number>;
  }
}

/** Runs in the page: from the next key until another item is marked and all of its strip drawn, and a frame for its paint. */
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

/** A key that opens another item, until that is drawn: its milliseconds. */
export async function pressToNext(handed: Handed, key: string): Promise<number> {
  const { page } = handed;
  await page.evaluate(watchNext, await currentKey(page));
  await press(handed, key);
  return (await page.evaluate(() => window.rdNextDrawn)) ?? Number.NaN;
}

/** A key that judges, and the item that it opens. */
export async function judge(handed: Handed, key: string, isLast: boolean): Promise<void> {
  const { hand, threadSeconds } = handed;
  hand.decisions += 1;
  if (isLast) return press(handed, key);
  const before = await threadSeconds();
  hand.drawn.push(await pressToNext(handed, key));
  hand.worked.push(1000 * ((await threadSeconds()) - before));
}
