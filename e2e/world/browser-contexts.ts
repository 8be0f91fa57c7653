/**
 * Lends browser contexts to the journeys of one worker, one after the other. A context keeps scripts and fonts in its HTTP
 * cache; the first page of a new context costs about twice the processor time.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test';

type Tab = { readonly context: BrowserContext; readonly page: Page };

export type BrowserContexts = {
  /** Returns a context with one blank page. */
  readonly lend: (browser: Browser) => Promise<Tab>;
  /** Closes its pages and removes what they stored. */
  readonly takeBack: (context: BrowserContext) => Promise<void>;
};

async function empty(context: BrowserContext, origin: string): Promise<Page> {
  for (const page of context.pages()) await page.close();
  await context.clearPermissions();
  await context.clearCookies();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  return page;
}

export function browserContexts(origin: string): BrowserContexts {
  const idle: Tab[] = [];
  const closed = new Set<BrowserContext>();
  return {
    lend: async (browser) => {
      const found = idle.pop();
      if (found !== undefined && !closed.has(found.context)) return found;
      const context = await browser.newContext();
      context.once('close', () => closed.add(context));
      return { context, page: await context.newPage() };
    },
    takeBack: async (context) => {
      if (!closed.has(context)) idle.push({ context, page: await empty(context, origin) });
    },
  };
}
