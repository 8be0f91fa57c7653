/**
 * Tests reading with the automatic analysis: findings by key, other criteria with their effect, the earlier version.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { recordingRests } from '../reading-steps.ts';
import { test } from '../world/journey.ts';

const findings = (page: Page): Locator => page.getByRole('list', { name: 'Findings' });

/** Waits until every kind has its places. A kind of beats, and its chip, has them once the beats are loaded. */
async function kindsStand(page: Page): Promise<void> {
  await expect(findings(page)).toBeVisible();
  const waiting = findings(page).locator('button:disabled', { has: page.locator('.name') });
  await expect(waiting).toHaveCount(0);
}

async function chooseCriteria(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change criteria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Criteria of the analysis' });
  await expect(dialog.getByText('No figure changes.')).toBeVisible();
  const slow = dialog.getByLabel('Bradycardia', { exact: true });
  await slow.fill('100');
  await expect(dialog.getByText(/^\d+ figures? changes?\.$/)).toBeVisible();
  const row = dialog.getByRole('row').filter({ hasText: 'Bradycardia' });
  await expect(row.getByRole('cell').last()).toHaveText(/^[1-9]\d*$/);
  await dialog.getByRole('button', { name: /^Save as version \d+$/ }).click();
  await expect(dialog).toBeHidden();
}

const recording = (page: Page): Locator => page.getByRole('region', { name: 'ECG recording' });
/** Kinds with more than one place, as the chips over the trend name them. */
const chips = (page: Page): Locator =>
  recording(page)
    .locator('button[aria-pressed]')
    .filter({ hasText: /^\D+ (?:[2-9]|[\d,]{2,})$/ });
const position = (page: Page, index: number): Locator =>
  recording(page).getByText(new RegExp(`^${String(index)} of [\\d,]+$`));
const kindIn = (page: Page): string => new URL(page.url()).searchParams.get('kind') ?? '';

async function readKinds(page: Page): Promise<void> {
  const [first, second] = [chips(page).first(), chips(page).nth(1)];
  await first.click();
  await expect(page).toHaveURL(/[?&]finding=1(&|$)/);
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(position(page, 1)).toBeVisible();
  const read = kindIn(page);
  expect(read).not.toBe('');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/[?&]finding=2(&|$)/);
  await expect(position(page, 2)).toBeVisible();
  expect(kindIn(page)).toBe(read);
  const of = await position(page, 2).innerText();

  await page.reload();
  await recordingRests(page);
  await kindsStand(page);
  await expect(recording(page).getByText(of)).toBeVisible();
  await expect(chips(page).and(page.locator('[aria-pressed="true"]'))).toHaveCount(1);
  await expect(findings(page).locator('[aria-current="true"]').first()).toBeVisible();
  expect(kindIn(page)).toBe(read);

  await second.click();
  await expect(page).not.toHaveURL(new RegExp(`[?&]kind=${read}(&|$)`));
  await expect(page).toHaveURL(/[?&]finding=1(&|$)/);
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expect(position(page, 1)).toHaveCount(0);
  await expect(second).toHaveAttribute('aria-pressed', 'true');
}

async function changeCriteria(page: Page): Promise<void> {
  const slow = findings(page).getByRole('button', { name: 'Bradycardia' });
  const before = (await slow.count()) === 0 ? 'none' : await slow.innerText();
  await chooseCriteria(page);
  await expect(slow).toBeVisible();
  await expect(slow).not.toHaveText(before, { useInnerText: true });
  await expect(page.getByText('1 differs from the default.')).toBeVisible();
  await page.getByRole('button', { name: 'Show versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of the analysis' });
  await versions.getByRole('button', { name: 'Version 1', exact: false }).click();
  await expect(versions.getByText('Earlier versions can be read but not changed.')).toBeVisible();
  const earlier = versions.getByRole('row').filter({ hasText: 'Bradycardia' }).first();
  await expect(earlier).toBeVisible();
}

test('one kind of finding is read at a time, and other criteria make a version beside the former one', async ({
  world,
}) => {
  const { case_id } = await world.addCase({ stage: 'started', recording: 'mixed' });
  const page = await world.open(world.technician, `/detail/${String(case_id)}`);
  await recordingRests(page);
  await kindsStand(page);
  await test.step('kinds of finding', () => readKinds(page));
  await test.step('criteria', () => changeCriteria(page));
});
