/** Measures a first visit to the sign-in page: when it is usable, and which scripts it requested until then. */
import type { Page } from '@playwright/test';

/**
 * The upper limit in kB, as sent. Nearly all of it is what the page names itself (`tools/build/sign-in-weight.ts`); the
 * rest is `scheme.js` and the texts of one language.
 */
export const firstVisitBoundKb = 141;

export type FirstVisit = { readonly ms: number; readonly kB: number; readonly scripts: readonly string[] };

declare global {
  interface Window {
    /** Resolves in the frame that paints the form. */
    rdUsableMs?: Promise<number>;
  }
}

/** Runs in the page before its own scripts. */
function watchForm(): void {
  window.rdUsableMs = new Promise((resolve) => {
    const look = (_changes: unknown, observer: MutationObserver): void => {
      if (document.querySelector('button[type="submit"]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
}

/** Runs in the page. */
async function readVisit(): Promise<FirstVisit> {
  const ms = (await window.rdUsableMs) ?? 0;
  const found = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= ms);
  const bytes = found.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return { ms, kB: bytes / 1000, scripts: found.map(({ name }) => new URL(name).pathname) };
}

export async function firstVisit(page: Page, address: string): Promise<FirstVisit> {
  await page.addInitScript(watchForm);
  // The browser lists a script once it is loaded. The page calls the API after its form and the scripts for it.
  const asked = page.waitForRequest((request) => request.url().includes('/api/'));
  await page.goto(address);
  await asked;
  await page.waitForLoadState('networkidle');
  return page.evaluate(readVisit);
}
