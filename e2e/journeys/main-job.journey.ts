/**
 * Tests the main job end to end: a recording is uploaded, requested, assigned, read, measured, reported, reviewed,
 * returned once, verified and completed, and the hospital sees the result without a reload.
 */
import { expect, type Page } from '@playwright/test';
import {
  actInDialog,
  askChief,
  nextStep,
  openCase,
  signWith,
  signWithReason,
  uploadAndRequest,
} from '../case-steps.ts';
import { knownRecording, stepAt, type KnownRecording } from '../known-recordings.ts';
import { measure, measuredMs, measuredMv, recordingRests, refine } from '../reading-steps.ts';
import { jobWait } from '../world/job-wait.ts';
import { test } from '../world/journey.ts';

const status = (page: Page, word: string) => page.getByRole('main').getByText(word, { exact: true }).first();

/** Measures an RR interval in the middle of the first screen of the strip. */
async function readInterval(page: Page, recording: KnownRecording): Promise<void> {
  const beats = recording.beats.filter(({ sample }) => sample > 120);
  const [from, to] = [beats[1]?.sample ?? 0, beats[2]?.sample ?? 0];
  const known = ((to - from) * 1000) / recording.sampling_hz;
  const tolerance = 2000 / recording.sampling_hz + 0.5;
  await recordingRests(page);
  await measure(page, from, to);
  await expect.poll(async () => Math.abs((await measuredMs(page)) - known)).toBeLessThanOrEqual(tolerance);
  await refine(page, from, to);
  await expect.poll(() => measuredMs(page)).toBe(Math.round(known));
  const lead = recording.leads[0];
  const steps = stepAt(recording, 0, to) - stepAt(recording, 0, from);
  const mv = (steps * (lead?.gain_uv_per_lsb ?? 0)) / 1000;
  await expect
    .poll(async () => Math.abs((await measuredMv(page, lead?.label ?? '')) - mv))
    .toBeLessThanOrEqual(0.0051);
}

async function takeAndRead(page: Page, hn_id: string, recording: KnownRecording): Promise<void> {
  await openCase(page, hn_id);
  await nextStep(page, 'Assign to me').click();
  await nextStep(page, 'Start analysis').click();
  await expect(status(page, 'In analysis')).toBeVisible();
  await readInterval(page, recording);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Adopt the device report' }).click();
  await expect(page.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible();
  await page.getByRole('button', { name: 'ECG', exact: true }).click();
}

test('a case is followed from the upload to the report in the hospital', async ({ world }) => {
  const hn_id = world.newHnId();
  const recording = knownRecording('101');
  test.info().annotations.push({ type: 'recording', description: recording.source });
  const hospital = await world.open(world.doctor, '/upload');
  await uploadAndRequest(hospital, hn_id, recording);
  const technician = await world.open(world.technician, '/');
  await takeAndRead(technician, hn_id, recording);
  await askChief(technician);
  const chief = await world.open(world.chief, new URL(technician.url()).pathname);
  await actInDialog(
    chief,
    'Return for changes',
    (dialog) => dialog.getByLabel('Comment').fill('Please measure the PR interval too.'),
    'menu',
  );
  await expect(status(technician, 'In analysis')).toBeVisible();
  await askChief(technician);
  // Only a finished analysis has the open findings for which verifying needs a reason.
  await expect(chief.getByRole('main')).toContainText(/Beats\s*[12],\d{3}/, jobWait);
  await actInDialog(chief, 'Verify', signWithReason);
  await actInDialog(technician, 'Complete', signWith);
  await expect(status(technician, 'Completed')).toBeVisible();

  await hospital.getByRole('button', { name: /^Notifications/ }).click();
  await hospital
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('button')
    .filter({ hasText: `${hn_id}: the analysis is complete.` })
    .click();
  await expect(hospital).toHaveTitle(new RegExp(hn_id));
  await hospital.getByRole('button', { name: 'Report v1' }).click();
  await expect(hospital.getByRole('group', { name: 'Page 1 of 1' })).toBeVisible();
  await expect(hospital.getByRole('main')).not.toContainText('This PDF cannot be shown here');
});
