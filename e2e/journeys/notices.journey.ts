/**
 * Tests writing and reading notices: a draft, a popup in the reader’s language, the list of readers, the end of a
 * notice.
 */
import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';

const rows = (page: Page) => page.getByRole('navigation', { name: 'Notices that you may write' });
const textField = (page: Page) => page.getByLabel('Text', { exact: true });

async function writeDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New notice' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Title').fill('The pool closes early');
  await textField(page).fill('On Friday the pool closes at noon.');
  await textField(page).press('Control+A');
  await textField(page).press('Control+B');
  await expect(textField(page)).toHaveValue('**On Friday the pool closes at noon.**');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText(/^Saved /)).toBeVisible();
}

async function showToHospitals(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /日本語/ }).click();
  await page.getByLabel('Title').fill('受付終了時刻の変更');
  await textField(page).fill('金曜日は正午で受付を終了します。');
  await page.getByRole('button', { name: 'Hospitals', exact: true }).click();
  await page.getByLabel('Popup after sign-in').check();
  await page.getByLabel('From', { exact: true }).fill('2026-01-01T00:00');
  await page.getByRole('button', { name: 'Show notice' }).click();
}

async function readAsDoctor(theirs: Page): Promise<void> {
  const popup = theirs.getByRole('dialog', { name: '受付終了時刻の変更' });
  await expect(popup).toContainText('金曜日は正午で受付を終了します。');
  await popup.getByLabel('今日は表示しない').check();
  const marked = theirs.waitForResponse((answer) => answer.url().endsWith('/notice/read'));
  await popup.getByRole('button', { name: '閉じる' }).click();
  expect((await marked).ok()).toBe(true);
  await expect(popup).toBeHidden();
  await theirs.goto('/notice');
  await theirs.getByText('受付終了時刻の変更').click();
  await expect(theirs.getByText('金曜日は正午で受付を終了します。')).toBeVisible();
}

/** Leaving a notice with unsaved text opens a question: answers once with "stay" and once with "leave". */
async function discardAnother(page: Page): Promise<void> {
  const saved = rows(page).getByRole('button', { name: /The pool closes early/ });
  await page.getByRole('button', { name: 'New notice' }).click();
  await page.getByLabel('Title').fill('Not to be lost');
  await saved.click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Not to be lost');
  await saved.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The pool closes early');
}

test('a notice is drafted, shown as a popup in the reader’s language, read, counted and deleted', async ({
  world,
}) => {
  const page = await world.open(world.admin, '/notice');
  await writeDraft(page);
  await test.step('what is written and not saved is not left without a question', () => discardAnother(page));
  await showToHospitals(page);
  const row = rows(page).getByRole('button', { name: /The pool closes early/ });
  await expect(row).toContainText('Shown');
  await readAsDoctor(await world.open(world.doctor, '/institution/list', { locale: 'ja-JP' }));
  await page.reload();
  await page.getByRole('button', { name: 'Readers' }).click();
  const readers = page.getByRole('dialog', { name: 'Readers' });
  await expect(readers.getByText(world.doctor.name)).toBeVisible();
  await readers.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Delete notice' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete notice' }).click();
  await expect(row).toBeHidden();
});
