/**
 * Tests the upload of ten patients at once: from a list or typed, kept over a reload, sent and requested together, in
 * few inputs.
 */
import { expect, type Page } from '@playwright/test';
import { chooseZips } from '../case-steps.ts';
import { drawnRecording } from '../known-recordings.ts';
import { recordingZip, type ChosenFile } from '../recording-zip.ts';
import { jobWait } from '../world/job-wait.ts';
import { test } from '../world/journey.ts';
import type { World } from '../world/world.ts';

const dayMs = 86_400_000;
const start_ms = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs;

const zipsOf = (ids: readonly string[]): Promise<ChosenFile[]> =>
  Promise.all(ids.map((hn_id) => recordingZip(drawnRecording(30), { hn_id, start_ms })));

/** Returns the message about patient data that is kept for a recording that was not dropped yet. */
const kept = (page: Page, hn_id: string) => page.getByText(new RegExp(`${hn_id}.*Drop the same files again`));

const queue = (page: Page) => page.getByRole('complementary', { name: 'Sending' });
const itemOf = (page: Page, hn_id: string) => queue(page).getByRole('listitem').filter({ hasText: hn_id });

/** Expects every upload to have arrived with its request. */
async function expectRequested(page: Page, ids: readonly string[]): Promise<void> {
  for (const hn_id of ids) {
    const item = itemOf(page, hn_id);
    await expect(item.getByRole('link')).toHaveText(/Requested|Processing/, jobWait);
    await expect(item.getByRole('button', { name: 'Request analysis' })).toHaveCount(0);
  }
}

/** Checks ten recordings on the upload page; `input` performs a user's input and counts it. */
async function chooseTen(world: World) {
  const page = await world.open(world.doctor, '/upload');
  const ids = Array.from({ length: 10 }, world.newHnId);
  let inputs = 0;
  const input = async (act: () => Promise<unknown>): Promise<void> => {
    inputs += 1;
    await act();
  };
  const zips = await zipsOf(ids);
  await input(() => chooseZips(page, zips));
  // The file dialog's own confirmation counts too.
  inputs += 1;
  await expect(page.getByText('10 checked')).toBeVisible();
  return { page, ids, input, count: () => inputs };
}

test('ten patients of a list are sent and requested in at most twelve inputs', async ({ world }) => {
  const { page, ids, input, count } = await chooseTen(world);
  const rows = ids.map(
    (hn_id, at) => `${hn_id}\tKim ${String(at)}\t19${String(50 + at)}-03-04\tF\tP-${String(at)}`,
  );
  const csv = `HN ID\tName\tDate of birth\tSex\tPatient ID\n${rows.join('\n')}\n`;
  await input(() => page.getByRole('button', { name: 'Patients from a list' }).click());
  const dialog = page.getByRole('dialog', { name: 'Patients from a list' });
  await input(() => dialog.getByRole('textbox').fill(csv));
  await expect(dialog.getByText('Added to the recording on this page')).toHaveCount(10);
  await input(() => dialog.getByRole('button', { name: 'Add 10 patients' }).click());
  await expect(page.getByRole('button', { name: /Kim 9 · P-9/ })).toBeVisible();
  await input(() => page.getByRole('button', { name: 'Send and request 10' }).click());
  await expectRequested(page, ids);
  process.stdout.write(`ten patients by a list: ${String(count())} inputs\n`);
  expect(count()).toBeLessThanOrEqual(12);
});

test('ten patients are copied in row by row with Enter between, in at most forty inputs', async ({
  world,
}) => {
  const { page, ids, input, count } = await chooseTen(world);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await input(() => page.getByRole('button', { name: 'Add patient' }).first().click());
  for (const [at, hn_id] of ids.entries()) {
    const dialog = page.getByRole('dialog', { name: `Patient ${hn_id}` });
    await expect(dialog.getByRole('textbox', { name: 'Family name' })).toBeFocused();
    await page.evaluate(
      (row) => navigator.clipboard.writeText(row),
      `Lee\tMina\tQ-${String(at)}\t1961-05-06\tfemale`,
    );
    await input(() => page.keyboard.press('Control+V'));
    await expect(dialog.getByRole('textbox', { name: 'Patient ID' })).toHaveValue(`Q-${String(at)}`);
    await input(() => page.keyboard.press('Enter'));
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await input(() => page.keyboard.press('Control+Enter'));
  for (const hn_id of ids) await expect(itemOf(page, hn_id)).toBeVisible();
  // The journey before this one sends and requests all ten.
  await expectRequested(page, ids.slice(0, 1));
  process.stdout.write(`ten patients row by row: ${String(count())} inputs\n`);
  expect(count()).toBeLessThanOrEqual(40);
});

/** A list of patients shows what is wrong with each bad row and accepts the others, which wait for their recordings. */
async function readList(page: Page, hn_id: string): Promise<void> {
  await page.getByRole('button', { name: 'Patients from a list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Patients from a list' });
  const lines = [
    'HN ID\tName\tDate of birth\tSex\tPatient ID',
    `${hn_id}\tMori\t03/04/1960\tF\t1`,
    'HN1\tMori\t600131\tF\t2',
  ];
  await dialog.getByRole('textbox').fill(lines.join('\n'));
  await expect(
    dialog.getByText('HN1 is not a valid HN ID. 600131: write the year with four digits.'),
  ).toBeVisible();
  await expect(dialog.getByText('03/04/1960: choose above which comes first, day or month.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add 0 patients' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: /Order in dates/ }).click();
  await page.getByRole('option', { name: 'Day first' }).click();
  await expect(dialog.getByText('1960-04-03')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 1 patient' }).click();
  await expect(kept(page, hn_id)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(kept(page, hn_id)).toHaveCount(0);
}

/** Typed patient data is restored when the same file is dropped after a reload. */
async function reloadAndDrop(page: Page, hn_id: string): Promise<void> {
  const [zip] = await zipsOf([hn_id]);
  if (zip === undefined) throw new Error('no zip');
  await chooseZips(page, [zip]);
  await page.getByRole('button', { name: 'Add patient' }).click();
  const saved = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData() ?? '').includes('K-7'),
  );
  await page.getByRole('textbox', { name: 'Family name' }).fill('Nakamura');
  await page.getByRole('textbox', { name: 'Patient ID' }).fill('K-7');
  await saved;
  page.on('dialog', (prompt) => void prompt.accept());
  await page.reload();
  await expect(kept(page, hn_id)).toBeVisible();
  await chooseZips(page, [zip]);
  await expect(page.getByRole('button', { name: 'Nakamura · K-7' })).toBeVisible();
  await expect(kept(page, hn_id)).toHaveCount(0);
  const forgotten = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().endsWith('/user/draft'),
  );
  await page.getByRole('button', { name: 'Send 1 recording' }).click();
  await forgotten;
}

test('a list names the faults of its rows, and typed patient data survives a reload', async ({ world }) => {
  const page = await world.open(world.doctor, '/upload');
  await test.step('list', () => readList(page, world.newHnId()));
  await test.step('reload', () => reloadAndDrop(page, world.newHnId()));
});
