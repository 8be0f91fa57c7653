/** A critical case from its upload to the acknowledgement of its hospital, judged and told by the center's keys. */
import { expect, test } from '@playwright/test';
import { chooseZips, openFor } from '../case-steps.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { tachycardiaRecording } from '../known-recordings.ts';
import { signIn } from '../people.ts';
import { freshHnId, recordingZip } from '../recording-zip.ts';

test('a tachycardia in an upload stands on the board, is judged, told and acknowledged', async ({
  browser,
  page,
}) => {
  test.setTimeout(600_000);
  const hn_id = freshHnId();
  const chief = await openFor(browser, 'demochief');
  await chief.goto('/critical');
  const board = chief.getByRole('list', { name: 'Critical findings' });

  await signIn(page, 'demodoctor');
  await page.goto('/upload');
  const start_ms = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 86_400_000;
  await chooseZips(page, [await recordingZip(tachycardiaRecording(), { hn_id, start_ms })]);
  await expect(page.getByText('1 checked')).toBeVisible();
  await page.getByRole('button', { name: 'Send 1 recording' }).click();

  // It appears by itself once the analysis has ended.
  const row = board.getByRole('listitem').filter({ hasText: hn_id });
  await expect(row).toBeVisible({ timeout: 240_000 });
  // How many of its beats the engine names is the engine's business.
  const run = /^VT, \d+ beats$/;
  await row.getByRole('button', { name: run }).click();
  const pane = chief.getByRole('complementary', { name: 'Finding' });
  await expect(pane.getByText(hn_id)).toBeVisible();
  await expect(pane.getByRole('img', { name: run })).toBeVisible();
  await expect(pane.getByText('Chief and assignee told')).toBeVisible();
  await expectAccessible(chief);

  await chief.keyboard.press('t');
  await expect(pane.getByText('Confirmed true at the strip')).toBeVisible();
  await chief.keyboard.press('a');
  const name = pane.getByLabel('Acknowledged by');
  await expect(name).toBeFocused();
  await name.fill('Dr. Kudo');
  await chief.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await chief.getByRole('tab', { name: /^Acknowledged/ }).click();
  await expect(row.getByText(/^Dr\. Kudo/)).toBeVisible();
  await row.getByRole('button').click();
  // The list was turned over to others meanwhile, whose first one stands in the pane until this one does.
  await expect(pane.getByText(hn_id)).toBeVisible();
  await pane.getByRole('link', { name: 'Open the case' }).click();
  await expect(chief).toHaveTitle(new RegExp(hn_id));
  await chief.getByRole('button', { name: /^Ready since/ }).click();
  await expect(chief.getByText('Hospital acknowledged')).toBeVisible();
});
