/** The case lists under the hands of those who work in them: address, keys, preview, bulk, live changes, masking. */
import { expect, test, type Locator, type Page, type Response } from '@playwright/test';
import { caseRows, grid, openFor, openListening } from '../case-steps.ts';
import { signIn } from '../people.ts';

const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search this list' });
const view = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const current = (page: Page): Locator => caseRows(page).and(page.locator('.current'));
const idOf = async (row: Locator): Promise<string> => (await row.getAttribute('data-id')) ?? '';

async function openList(page: Page): Promise<void> {
  await signIn(page, 'demochief');
  await expect(caseRows(page).first()).toBeVisible();
}

const head = (page: Page, name: string): Locator => grid(page).getByRole('columnheader', { name });

test('view, filter, sort and search stand in the address through reload and back', async ({ page }) => {
  await openList(page);
  await view(page, 'In review').click();
  await expect(view(page, 'In review')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Priority' }).click();
  // It is ticked as soon as the address says so, which `check` would not wait for.
  const normal = page.getByRole('dialog', { name: 'Priority' }).getByRole('checkbox', { name: 'Normal' });
  await normal.click();
  await expect(normal).toBeChecked();
  await page.keyboard.press('Escape');
  await head(page, 'HN ID').click();
  await expect(head(page, 'HN ID')).toHaveAttribute('aria-sort', 'ascending');
  await search(page).fill('HN26K');
  await expect(page).toHaveURL(/q=HN26K/);
  const address = page.url();
  await page.reload();
  await expect(head(page, 'HN ID')).toHaveAttribute('aria-sort', 'ascending');
  await expect(search(page)).toHaveValue('HN26K');
  const first = await idOf(caseRows(page).first());
  await caseRows(page).first().dblclick();
  await expect(page).toHaveURL(new RegExp(`/detail/${first}$`));
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(view(page, 'In review')).toHaveAttribute('aria-selected', 'true');
  await expect(caseRows(page).first()).toHaveAttribute('data-id', first);
});

test('a case that was opened twice by haste is left by one key', async ({ page }) => {
  await openList(page);
  const id = caseRows(page).first().getByRole('link');
  await Promise.all([id.click(), page.keyboard.press('Enter')]);
  await expect(page).toHaveURL(/\/detail\/\d+$/);
  await expect(page).toHaveTitle(/HN26K/);
  await page.keyboard.press('Escape');
  await expect(caseRows(page).first()).toBeVisible();
  await expect(page.locator('[role="gridcell"]:focus')).toHaveCount(1);
});

const isSaved = (answer: Response): boolean => answer.request().method() === 'PUT' && answer.ok();

test('the chosen columns are remembered for their user', async ({ page }) => {
  await openList(page);
  const column = head(page, 'Patient ID');
  await expect(column).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  const saved = page.waitForResponse(isSaved);
  await menu.getByRole('checkbox', { name: 'Patient ID' }).check();
  await saved;
  await page.keyboard.press('Escape');
  await expect(column).toBeVisible();
  await page.reload();
  await expect(column).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  const restored = page.waitForResponse(isSaved);
  await menu.getByRole('button', { name: 'As it was at first' }).click();
  await expect(column).toHaveCount(0);
  await restored;
});

test('J and K move, Space previews, Enter opens', async ({ page }) => {
  await openList(page);
  const rows = caseRows(page);
  const [first, second] = [await idOf(rows.nth(0)), await idOf(rows.nth(1))];
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', first);
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', second);
  await page.keyboard.press('k');
  await expect(current(page)).toHaveAttribute('data-id', first);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // The pane itself may still be on its way.
  const toggle = page.getByRole('main').getByRole('button', { name: 'Preview', exact: true });
  const isOpen = (await toggle.getAttribute('aria-pressed')) === 'true';
  await expect(preview).toBeVisible({ visible: isOpen });
  await page.keyboard.press('Space');
  await expect(preview).toBeVisible({ visible: !isOpen });
  if (isOpen) await page.keyboard.press('Space');
  await expect(preview).toBeVisible();
  // By its role: while a part of the pane is on its way, what is there stands in the page once more, hidden.
  await expect(preview.getByRole('heading', { name: 'Heart rate, whole recording' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(current(page)).toHaveAttribute('data-id', second);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/detail/${second}$`));
});

test('a chief assigns two cases at once, and another browser of the center sees it without a reload', async ({
  browser,
  page,
}) => {
  await openList(page);
  await view(page, 'Unassigned').click();
  await expect(page).toHaveURL(/view=unassigned/);
  await expect(view(page, 'Unassigned')).toHaveAttribute('aria-selected', 'true');
  // Until its answer comes the rows of the view before stand there.
  await expect(page.locator('[aria-busy="true"]').filter({ has: grid(page) })).toHaveCount(0);
  const watcher = await openListening(browser, 'demochief', '/?view=unassigned');
  const rows = caseRows(page);
  const ids = [await idOf(rows.nth(0)), await idOf(rows.nth(1))];
  const watched = ids.map((id) => watcher.locator(`[role="row"][data-id="${id}"]`));
  for (const row of watched) await expect(row).toContainText('Requested');
  const loads: string[] = [];
  watcher.on('load', () => loads.push(watcher.url()));
  for (const id of ids) await page.locator(`[role="row"][data-id="${id}"]`).getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 2 cases' });
  await dialog.getByRole('radio', { name: /木村 葵/ }).check();
  await dialog.getByRole('button', { name: 'Assign 2 cases' }).click();
  await expect(page.getByRole('dialog', { name: '2 of 2 assigned' })).toBeVisible();
  for (const row of watched) await expect(row).toContainText('Assigned');
  await watcher.getByRole('button', { name: 'Refresh order' }).click();
  for (const row of watched) await expect(row).toHaveCount(0);
  expect(loads).toEqual([]);
});

test('a technician sees no patient’s name in the pool, a distributer none at all and no recording', async ({
  browser,
}) => {
  const technician = await openFor(browser, 'demotechnician');
  await technician.goto('/?view=unassigned');
  const hidden = 'Hidden until the case is yours, or not for your role';
  await expect(caseRows(technician).first()).toBeVisible();
  await expect(caseRows(technician).first().getByTitle(hidden)).toBeVisible();
  const distributer = await openFor(browser, 'demodistributer');
  await expect(caseRows(distributer).first().getByTitle(hidden)).toBeVisible();
  const requests: string[] = [];
  distributer.on('request', (request) => requests.push(request.url()));
  await caseRows(distributer).first().dblclick();
  await expect(distributer).toHaveTitle(/HN26K/);
  await expect(distributer.getByText('Hospital', { exact: true }).last()).toBeVisible();
  await expect(distributer.getByRole('region', { name: 'ECG recording' })).toHaveCount(0);
  expect(requests.filter((url) => url.includes('/api/v1/recording/'))).toEqual([]);
});
