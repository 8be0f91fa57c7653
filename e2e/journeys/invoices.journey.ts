/**
 * Tests the invoices of a month: closed, printed, sent, corrected by an adjustment in the next month, reopened and
 * closed again.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { test } from '../world/journey.ts';

const months = (page: Page): Locator => page.getByRole('navigation', { name: 'Months' }).getByRole('button');
const dialog = (page: Page): Locator => page.getByRole('dialog');
const preview = (page: Page): Locator => page.getByRole('complementary', { name: 'Preview' });

/** Returns the middle of the previous month, which is over at any hour in any time zone. */
function lastMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
}

/** Returns the earliest open month. */
async function openMonth(page: Page): Promise<string> {
  const open = months(page).filter({ hasText: 'Open' }).last();
  await open.click();
  await expect(open).toHaveAttribute('aria-current', 'true');
  return /^[A-Z][a-z]+ \d{4}/.exec((await open.textContent()) ?? '')?.[0] ?? '';
}

async function closeMonth(page: Page, month: string): Promise<void> {
  await page.getByRole('button', { name: `Close ${month}` }).click();
  await expect(dialog(page).getByRole('heading', { name: `Close ${month}?` })).toBeVisible();
  await expect(dialog(page).getByText(/frozen/)).toBeVisible();
  const seen = dialog(page).getByRole('checkbox');
  if ((await seen.count()) > 0) await seen.check();
  await dialog(page)
    .getByRole('button', { name: `Close ${month}` })
    .click();
  await expect(page.getByText(new RegExp(`^${month} is closed: `)).first()).toBeVisible();
}

/** The preview shows the amount of each case without scrolling sideways. */
async function expectAmountsInSight(account: Locator): Promise<void> {
  const amount = account.getByRole('cell', { name: /^\D{0,3}[\d,.]+$/ }).first();
  await expect(amount).toBeVisible();
  const beyond = await amount.evaluate((cell) => {
    const preview = cell.closest('aside, [role=complementary]') ?? document.body;
    return cell.getBoundingClientRect().right - preview.getBoundingClientRect().right;
  });
  expect(beyond).toBeLessThan(0);
}

test('an administrator closes a month, prints and sends an invoice, and corrects it afterwards', async ({
  world,
}) => {
  await world.addCase({ stage: 'completed', recording: 'plain', ended: lastMonth() });
  const page = await world.open(world.admin, '/admin/invoice');
  await expect(page.getByRole('heading', { name: 'Invoice', level: 1 })).toBeVisible();
  const month = await openMonth(page);
  await closeMonth(page, month);

  // By keyboard alone: the button with the name of a row opens it.
  const row = page.getByRole('row').filter({ hasText: world.mark });
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const account = preview(page);
  await expect(account.getByRole('heading', { name: world.groups.hospital.name })).toBeVisible();
  await expectAccessible(page);
  await expectAmountsInSight(account);

  const saved = page.waitForEvent('download');
  await account.getByRole('button', { name: 'PDF' }).click();
  const file = (await saved).suggestedFilename();
  expect(file).toMatch(/^[A-Z0-9]+-\d{4}-\d\d-\d{4}\.pdf$/);
  await expect(account.getByText(file.slice(0, -4))).toBeVisible();

  await account.getByRole('button', { name: 'Mark as sent' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(account.getByText(/^Sent /)).toBeVisible();

  await account
    .getByRole('button', { name: /^Adjust / })
    .first()
    .click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('requested twice');
  await dialog(page).getByRole('button', { name: 'Book' }).click();
  // Read at once, because the message disappears by itself.
  const booked = await page
    .getByText(/^Booked in .+: /)
    .first()
    .textContent();
  expect(booked).not.toContain(month);

  await account.getByRole('button', { name: 'Reopen' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('wrong billing address');
  await dialog(page).getByRole('button', { name: 'Reopen' }).click();
  await expect(account.getByText('wrong billing address')).toBeVisible();
  await expect(account.getByRole('button', { name: 'Mark as sent' })).toHaveCount(0);

  await closeMonth(page, month);
  await expect(account.getByText(`${file.slice(0, -4)} · Edition 2`)).toBeVisible();
});
