/** Tests the upload: a bad zip is refused before it is sent, a reload loses nothing, the history shows every upload. */
import { uploadPath } from '@rhythmdesk/contract/uploads';
import { expect, type Page } from '@playwright/test';
import { chooseZips } from '../case-steps.ts';
import { drawnRecording, type KnownRecording } from '../known-recordings.ts';
import { recordingZip } from '../recording-zip.ts';
import { jobWait } from '../world/job-wait.ts';
import { test } from '../world/journey.ts';

const dayMs = 86_400_000;
const start_ms = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs;

/** Counts the uploads that the page starts from now on; an upload that continues is not counted. */
function countBegun(page: Page): () => number {
  let begun = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(uploadPath)) begun += 1;
  });
  return () => begun;
}

async function history(page: Page, hn_id: string): Promise<void> {
  await page.getByRole('tab', { name: /^History/ }).click();
  await page.getByRole('searchbox', { name: 'File, HN ID, patient' }).fill(hn_id);
  // A search covers all times: the filter of the period goes, and those after it move.
  await expect(page).toHaveURL(new RegExp(`q=${hn_id}`));
}

/**
 * Filters by each outcome: the first list does not contain the upload, the second does and is exported as a
 * spreadsheet.
 */
async function filteredAndExported(page: Page, hn_id: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: hn_id });
  // A box changes with the address, and the next choice is added to what the address contains.
  const outcome = async (name: string, isChosen = true): Promise<void> => {
    const box = page.getByRole('dialog', { name: 'Result' }).getByRole('checkbox', { name });
    await box.click();
    await expect(box).toBeChecked({ checked: isChosen });
  };
  await page.getByRole('button', { name: 'Result any' }).click();
  await outcome('Refused');
  await expect(page.getByText('No upload matches')).toBeVisible();
  await outcome('Refused', false);
  await outcome('Case created');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/outcome=done$/);
  await expect(row).toHaveCount(1);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  expect((await file).suggestedFilename()).toMatch(/^uploads-.*\.xlsx$/);
}

/** Noise does not compress, so the zip is as large as its signal and needs several requests. */
function longRecording(): KnownRecording {
  const quiet = drawnRecording(2 * 3600, 500);
  let state = 1;
  const frames = quiet.frames.map((step) => {
    state = (state * 48_271) % 2_147_483_647;
    return step + (state % 64);
  });
  return { ...quiet, frames };
}

test('a bad zip, a file that is no zip and a repeated HN ID are refused with their reasons, and nothing is sent', async ({
  world,
}) => {
  const page = await world.open(world.doctor, '/upload');
  const [bad_id, hn_id] = [world.newHnId(), world.newHnId()];
  const short = drawnRecording(120);
  const bad = await recordingZip(short, { hn_id: bad_id, start_ms }, { leaveOut: 'TraceData.dat' });
  await chooseZips(page, [bad]);
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  const reason = (name: string) => card(name).getByRole('alert');
  await expect(page.getByText('1 refused')).toBeVisible();
  await expect(reason(bad.name)).toContainText('TraceData.dat is not in the zip.');
  await expect(reason(bad.name)).toContainText('3 of the four files are present.');
  await expect(page.getByText('0 recordings, 0 B')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();

  const good = await recordingZip(short, { hn_id, start_ms });
  const words = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a zip') };
  await chooseZips(page, [good, { ...good, name: 'again.zip' }, words]);
  await expect(reason('notes.txt')).toContainText(
    'notes.txt is neither a recording zip nor a recording that can be converted here.',
  );
  await expect(reason('again.zip')).toContainText(`${hn_id} is on this page twice.`);
  await card('again.zip').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Send 1 recording' })).toBeEnabled();
  await history(page, bad_id);
  await expect(page.getByText('No upload matches')).toBeVisible();
});

test('an upload continues after a reload in the middle', async ({ world }) => {
  const page = await world.open(world.doctor, '/upload');
  const hn_id = world.newHnId();
  const network = await page.context().newCDPSession(page);
  const limitUpload = (bytes: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await limitUpload(400_000);
  await chooseZips(page, [await recordingZip(longRecording(), { hn_id, start_ms }, { level: 0 })]);
  await page.getByRole('button', { name: 'Send 1 recording' }).click();
  const sent = page.getByRole('progressbar', { name: `${hn_id} sent` });
  await expect.poll(async () => Number(await sent.getAttribute('aria-valuenow'))).toBeGreaterThan(15);
  // The rest must not arrive before the page is closed.
  await limitUpload(10_000);
  const resumed = page.waitForResponse((answer) => answer.request().method() === 'HEAD');
  const begun = countBegun(page);
  await page.reload();
  const offset = Number((await resumed).headers()['upload-offset']);
  expect(offset).toBeGreaterThan(0);
  await limitUpload(-1);
  const item = page.getByRole('complementary', { name: 'Sending' }).getByRole('listitem');
  await expect(item.filter({ hasText: hn_id })).toContainText('case is ready', jobWait);
  expect(begun()).toBe(0);
  await history(page, hn_id);
  const row = page.getByRole('row').filter({ hasText: hn_id });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Case created');
  await filteredAndExported(page, hn_id);
  await row.getByRole('link', { name: 'Open case' }).click();
  await expect(page).toHaveTitle(new RegExp(hn_id));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/tab=history.*outcome=done/);
  await expect(row).toHaveCount(1);
});
