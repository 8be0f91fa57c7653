/**
 * Tests recordings in other formats: dropped, assigned to patients, converted to zips in the browser, sent, analysed
 * and read.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { chooseZips } from '../case-steps.ts';
import { edfOf, realEdfFile, wfdbOf } from '../foreign-recordings.ts';
import { drawnRecording } from '../known-recordings.ts';
import { recordingRests } from '../reading-steps.ts';
import { jobWait } from '../world/job-wait.ts';
import { test } from '../world/journey.ts';

const card = (page: Page, name: string): Locator => page.getByRole('article').filter({ hasText: name });

/** Enters the patient of the recording and sends the zip made from it. */
async function nameAndSend(page: Page, file: string, hn_id: string): Promise<void> {
  await card(page, file).getByLabel('HN ID').fill(hn_id);
  await expect(card(page, file).getByText('Checked', { exact: true })).toBeVisible();
  await expect(card(page, file).getByRole('listitem').filter({ hasText: 'SummaryData.csv' })).toContainText(
    'is present',
  );
  await page.getByRole('button', { name: 'Send 1 recording' }).click();
}

async function openSent(page: Page, hn_id: string): Promise<void> {
  const item = page
    .getByRole('complementary', { name: 'Sending' })
    .getByRole('listitem')
    .filter({ hasText: hn_id });
  await expect(item).toContainText('case is ready', jobWait);
  await page.getByRole('tab', { name: /^History/ }).click();
  await page.getByRole('searchbox', { name: 'File, HN ID, patient' }).fill(hn_id);
  await page.getByRole('row').filter({ hasText: hn_id }).getByRole('link', { name: 'Open case' }).click();
  await expect(page).toHaveTitle(new RegExp(hn_id));
  await recordingRests(page);
}

/** Chooses the two files of a WFDB record one after the other; the page joins them. */
async function bringWfdb(page: Page): Promise<void> {
  const [header, signal] = wfdbOf(drawnRecording(120), 'lab7');
  await chooseZips(page, [header]);
  await expect(card(page, 'lab7.hea').getByRole('alert')).toContainText(
    'lab7.dat belongs to this record and is not here.',
  );
  await chooseZips(page, [signal]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, 'lab7.hea, lab7.dat')).toContainText('Converted from WFDB on this computer');
  await expect(card(page, 'lab7.hea')).toContainText('The file contains no start time');
}

test('an EDF+ and a WFDB become a recording: the time is the hospital’s, signals that are no ECG are left out', async ({
  world,
}) => {
  const page = await world.open(world.doctor, '/upload');
  await test.step('WFDB', () => bringWfdb(page));
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const file = edfOf(drawnRecording(120, 250), 'holter-18.edf', Date.parse(`${day}T09:30:05Z`));
  await chooseZips(page, [file]);
  const mine = card(page, file.name);
  await expect(mine).toContainText('Converted from EDF+ on this computer');
  await expect(mine).toContainText('Left out, not an ECG lead: Resp nasal');
  await expect(mine).toContainText('1 note of the file becomes a diary entry');
  await expect(mine.getByLabel(/^Start, /)).toHaveValue(new RegExp(`^${day}T09:30:05`));
  await mine.getByLabel('HN ID').fill('HN12');
  await expect(mine).toContainText('An HN ID is HN and 6 to 12 letters or digits');
  const hn_id = world.newHnId();
  await nameAndSend(page, file.name, hn_id);
  await openSent(page, hn_id);
  await expect(page.getByRole('main')).toContainText('09:30:0');
});

test('a real record as EDF is sent, analysed and read', async ({ world }) => {
  const file = realEdfFile();
  test.skip(file === null, 'needs ../shared/data/formats/edf/mitdb203.edf');
  if (file === null) return;
  const page = await world.open(world.doctor, '/upload');
  const hn_id = world.newHnId();
  await chooseZips(page, [file]);
  await expect(card(page, file.name).getByText('To complete')).toBeVisible();
  await card(page, file.name)
    .getByLabel(/^Start, /)
    .fill('2026-03-02T08:15:00');
  await nameAndSend(page, file.name, hn_id);
  await openSent(page, hn_id);
  const main = page.getByRole('main');
  await expect(main).toContainText('Automatic analysis');
  await expect(main).toContainText(/Beats\s*[23],\d{3}/, jobWait);
});
