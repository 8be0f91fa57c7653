/** Measures the time until a page has painted. */
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    rdPainted?: Promise<number>;
  }
}

export type Painted = 'other rows' | 'the list' | 'the recording at rest';

/** Runs in the page: measures from the first input until the expected content is painted, plus one frame. */
function watch(what: Painted): void {
  const rows = (): string =>
    [...document.querySelectorAll('[role="row"][data-id]')].map((row) => row.getAttribute('data-id')).join();
  const before = rows();
  const atRest = (): boolean =>
    location.pathname.startsWith('/detail/') && document.querySelector('[data-idle="true"]') !== null;
  const seen = (): boolean => {
    if (what === 'the recording at rest') return atRest();
    return rows() !== '' && (what === 'the list' || rows() !== before);
  };
  window.rdPainted = new Promise((resolve, reject) => {
    const watchedFrom = performance.now();
    let startedAt = Number.NaN;
    const begin = (): void => {
      if (Number.isNaN(startedAt)) startedAt = performance.now();
    };
    for (const name of ['pointerdown', 'keydown', 'input']) addEventListener(name, begin, { capture: true });
    const look = (): void => {
      if (performance.now() - watchedFrom > 20_000) reject(new Error(`not within 20 s: ${what}`));
      else if (performance.now() > startedAt && seen())
        requestAnimationFrame(() => resolve(performance.now() - startedAt));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Returns the milliseconds from the input of `act` until the expected content is painted, by the page's own clock. */
export async function untilPainted(page: Page, act: () => Promise<void>, what: Painted): Promise<number> {
  await page.evaluate(watch, what);
  await act();
  const ms = await page.evaluate(() => window.rdPainted);
  if (ms === undefined) throw new Error('the page was left before it was painted');
  return ms;
}
