/** Lists the pictures of the product: who sees what, and when the page is ready to be taken. */
import type { Locator, Page } from '@playwright/test';

export type Theme = 'light' | 'dark';

export type Scene = {
  /** The picture's file name begins with it. */
  readonly name: string;
  readonly user_id: string;
  /** The page; `CASE` in it is replaced by the id of the shown case. */
  readonly address: string;
  readonly themes: readonly Theme[];
  /** Brings the page to the shown state and waits until it is there. */
  readonly prepare: (page: Page) => Promise<void>;
};

/** The case of a day whose reading is shown; the demo makes the same one each time (`demo/case-plans.ts`). */
export const shownCase = { hn_id: 'HN26K04455', technician: 'demotechnician' } as const;

const both: readonly Theme[] = ['light', 'dark'];
const light: readonly Theme[] = ['light'];

const visible = (thing: Locator): Promise<void> => thing.first().waitFor();
const rows = (page: Page): Promise<void> => visible(page.locator('[role="row"][data-id]'));
const named = (page: Page, name: string): Locator => page.getByRole('button', { name });
const strip = (page: Page): Promise<void> => visible(page.locator('[data-idle="true"]'));

/** Closes the offer of the guided first reading, which each reader sees once. */
async function closeOffer(page: Page): Promise<void> {
  const offer = page.getByRole('region', { name: 'New to the desk?' });
  if (await offer.isVisible()) await offer.getByRole('button', { name: 'Not now' }).click();
}

/** Opens the reading desk with the suggested strips in the basket. */
async function desk(page: Page): Promise<void> {
  await strip(page);
  await closeOffer(page);
  const suggested = page.getByRole('button', { name: /^Add \d+ suggested strips/ });
  const chosen = page.getByText(/^[1-9]\d* strips$/);
  await visible(suggested.or(chosen));
  if (await suggested.isVisible()) await suggested.click();
  await visible(chosen);
  await strip(page);
}

/** Shows the preview of the report with the phrases that match the findings. */
async function report(page: Page): Promise<void> {
  await closeOffer(page);
  const first = page.locator('[data-page="1"]');
  await visible(first);
  const insert = page.getByRole('button', { name: /^Insert \d+ matching phrases/ });
  const written = first.getByText(/Atrial fibrillation for/);
  await visible(insert.or(written));
  if (await insert.isVisible()) await insert.click();
  await visible(written);
}

export const scenes: readonly Scene[] = [
  {
    ...{ name: 'hospital', user_id: 'demodoctor3', address: '/institution/list', themes: both },
    prepare: rows,
  },
  {
    ...{ name: 'technician', user_id: shownCase.technician, address: '/day', themes: both },
    prepare: (page) => visible(page.getByText('My pace')),
  },
  {
    ...{ name: 'chief', user_id: 'demochief', address: '/board', themes: both },
    prepare: (page) => visible(named(page, 'Distribute cases')),
  },
  {
    ...{ name: 'administrator', user_id: 'demoadmin', address: '/admin/statistics', themes: both },
    // The charts come with a script of their own.
    prepare: (page) => visible(page.locator('[aria-label="Requested, Completed"]')),
  },
  {
    ...{ name: 'case', user_id: shownCase.technician, address: '/detail/CASE', themes: light },
    prepare: strip,
  },
  {
    ...{ name: 'desk', user_id: shownCase.technician, address: '/review/CASE', themes: both },
    prepare: desk,
  },
  {
    ...{ name: 'report', user_id: shownCase.technician, address: '/review/CASE?tab=report', themes: light },
    prepare: report,
  },
  {
    ...{ name: 'critical', user_id: 'demochief', address: '/critical', themes: light },
    prepare: (page) => visible(page.getByText('Notify the hospital')),
  },
  {
    ...{ name: 'ledger', user_id: 'demoadmin', address: '/admin/ledger', themes: light },
    prepare: (page) => visible(page.getByText('How it adds up')),
  },
];
