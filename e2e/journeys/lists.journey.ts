/**
 * Tests the case lists: address and columns after a reload, keys, assigning many cases at once with live changes,
 * masking.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { caseRows, grid } from '../case-steps.ts';
import { test } from '../world/journey.ts';

const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search this list' });
const view = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const current = (page: Page): Locator => caseRows(page).and(page.locator('.current'));
const rowOf = (page: Page, case_id: number): Locator =>
  grid(page).locator(`[role="row"][data-id="${String(case_id)}"]`);
const idOf = async (row: Locator): Promise<string> => (await row.getAttribute('data-id')) ?? '';
const head = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name });

async function narrow(page: Page, words: string): Promise<void> {
  await view(page, 'In review').click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Priority' }).click();
  // The box is checked when the address changes, which `check` would not wait for.
  const normal = page.getByRole('dialog', { name: 'Priority' }).getByRole('checkbox', { name: 'Normal' });
  await normal.click();
  await expect(normal).toBeChecked();
  await page.keyboard.press('Escape');
  await head(page, 'HN ID').click();
  await expect(head(page, 'HN ID')).toHaveAttribute('aria-sort', 'ascending');
  await search(page).fill(words);
  await expect(page).toHaveURL(new RegExp(`q=${words}`));
}

/** Adds the column and expects it again after the reload that the caller makes. */
async function addColumn(page: Page, name: string): Promise<void> {
  await expect(head(page, name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const kept = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData() ?? '').includes('patient_id'),
  );
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name }).check();
  await kept;
  await page.keyboard.press('Escape');
}

test('view, filter, sort, search and columns survive a reload and the return from a case', async ({
  world,
}) => {
  await world.addCase({ stage: 'requested', recording: 'plain' });
  const urgent = await world.addCase({ stage: 'reviewed', recording: 'plain', priority: 'urgent' });
  const [first, second] = [
    await world.addCase({ stage: 'reviewed', recording: 'plain' }),
    await world.addCase({ stage: 'reviewed', recording: 'plain' }),
  ];
  const page = await world.open(world.chief, '/');
  await narrow(page, world.mark);
  await addColumn(page, 'Patient ID');
  const address = page.url();
  await page.reload();
  const stands = async (): Promise<void> => {
    await expect(page).toHaveURL(address);
    await expect(view(page, 'In review')).toHaveAttribute('aria-selected', 'true');
    await expect(head(page, 'HN ID')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head(page, 'Patient ID')).toBeVisible();
    await expect(search(page)).toHaveValue(world.mark);
    await expect(caseRows(page)).toHaveCount(2);
    await expect(caseRows(page).first()).toHaveAttribute('data-id', String(first.case_id));
  };
  await stands();
  await expect(rowOf(page, urgent.case_id)).toHaveCount(0);
  await rowOf(page, second.case_id).dblclick();
  await expect(page).toHaveURL(new RegExp(`/detail/${String(second.case_id)}$`));
  await page.goBack();
  await stands();
  // A case that was opened twice, by click and by Enter, is closed by one key.
  await rowOf(page, first.case_id).getByRole('link').click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(new RegExp(first.hn_id));
  await page.keyboard.press('Escape');
  await stands();
  await expect(page.locator('[role="gridcell"]:focus')).toHaveCount(1);
});

test('J and K move, Space previews, Enter opens', async ({ world }) => {
  for (const stage of ['requested', 'started'] as const) await world.addCase({ stage });
  const page = await world.open(world.chief, '/');
  const rows = caseRows(page);
  await expect(rows).toHaveCount(2);
  const [first, second] = [await idOf(rows.nth(0)), await idOf(rows.nth(1))];
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', first);
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', second);
  await page.keyboard.press('k');
  await expect(current(page)).toHaveAttribute('data-id', first);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // The pane itself may still be loading.
  const toggle = page.getByRole('main').getByRole('button', { name: 'Preview', exact: true });
  const isOpen = (await toggle.getAttribute('aria-pressed')) === 'true';
  await expect(preview).toBeVisible({ visible: isOpen });
  await page.keyboard.press('Space');
  await expect(preview).toBeVisible({ visible: !isOpen });
  if (isOpen) await page.keyboard.press('Space');
  // By its role: while a part of the pane is loading, the old content is in the page once more, hidden.
  await expect(preview.getByRole('heading', { name: 'Heart rate, whole recording' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', second);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/detail/${second}$`));
});

test('a chief assigns two cases at once, and another browser of the center sees it without a reload', async ({
  world,
}) => {
  const made = [await world.addCase({ recording: 'plain' }), await world.addCase({ recording: 'plain' })];
  const page = await world.open(world.chief, '/?view=unassigned');
  const watcher = await world.open(world.chief, '/?view=unassigned');
  const watched = made.map(({ case_id }) => rowOf(watcher, case_id));
  for (const row of watched) await expect(row).toContainText('Requested');
  const loads: string[] = [];
  watcher.on('load', () => loads.push(watcher.url()));
  for (const { case_id } of made) await rowOf(page, case_id).getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 cases' });
  await dialog.getByRole('radio', { name: new RegExp(world.colleague.name) }).check();
  await dialog.getByRole('button', { name: 'Assign 2 cases' }).click();
  await expect(page.getByRole('dialog', { name: '2 of 2 assigned' })).toBeVisible();
  for (const row of watched) await expect(row).toContainText('Assigned');
  await watcher.getByRole('button', { name: 'Refresh' }).click();
  for (const row of watched) await expect(row).toHaveCount(0);
  expect(loads).toEqual([]);
});

test('a technician sees no patient’s name in the pool, a distributer none at all and no recording', async ({
  world,
}) => {
  const { case_id, hn_id } = await world.addCase({ recording: 'plain' });
  const hidden = 'Hidden: the case is not assigned to you, or your role has no access';
  const technician = await world.open(world.technician, '/?view=unassigned');
  await expect(rowOf(technician, case_id).getByTitle(hidden)).toBeVisible();
  const distributer = await world.open(world.distributer, '/admin');
  await expect(rowOf(distributer, case_id).getByTitle(hidden)).toBeVisible();
  const requests: string[] = [];
  distributer.on('request', (request) => requests.push(request.url()));
  await rowOf(distributer, case_id).dblclick();
  await expect(distributer).toHaveTitle(new RegExp(hn_id));
  await expect(distributer.getByText('Hospital', { exact: true }).last()).toBeVisible();
  await expect(distributer.getByRole('region', { name: 'ECG recording' })).toHaveCount(0);
  expect(requests.filter((url) => url.includes('/api/v1/recording/'))).toEqual([]);
});
