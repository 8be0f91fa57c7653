/**
 * Measures the upload page: ten recordings of a day dropped at once, checked before the first byte is sent, queued, and
 * made into cases; then an EDF of 14 days, which the page converts to a zip itself.
 */
import type { Page } from '@playwright/test';
import { openBrowser, signedIn } from '../testing/demo-browser.ts';
import { benchServer } from './bench-server.ts';
import type { Bench, Print } from './bench.ts';
import { fortnight, longRecording } from './long-recording.ts';

const waitMs = 600_000;

/** Counts the user's inputs: clicks, choices in the file dialog, filled fields. */
function hands(page: Page) {
  let inputs = 0;
  return {
    count: () => inputs,
    click: async (name: string) => {
      inputs += 1;
      await page.getByRole('button', { name, exact: true }).click();
    },
    choose: async (paths: readonly string[]) => {
      const chooser = page.waitForEvent('filechooser');
      inputs += 2;
      await page.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles([...paths]);
    },
    fill: async (label: string | RegExp, text: string) => {
      inputs += 1;
      await page.getByLabel(label).first().fill(text);
    },
  };
}

const seconds = (fromMs: number): number => (performance.now() - fromMs) / 1000;

async function tenZips(page: Page, print: Print): Promise<void> {
  const paths: string[] = [];
  for (let at = 0; at < 10; at += 1) {
    paths.push(await longRecording({ hn_id: `HN26K980${String(at)}0`, days: 1 }, 'zip'));
  }
  const nurse = hands(page);
  await page.goto('/upload');
  const from = performance.now();
  await nurse.choose(paths);
  const send = page.getByRole('button', { name: 'Send 10 recordings', exact: true });
  await send.waitFor({ timeout: waitMs });
  print({ what: 'ten zips of a day chosen → all checked', value: seconds(from), unit: 's', goal: 60 });
  const sent = performance.now();
  await nurse.click('Send 10 recordings');
  print({ what: 'inputs until all are queued', value: nurse.count(), unit: '', goal: 8 });
  const ready = page.getByRole('complementary', { name: 'Sending' }).getByText(/case is ready/);
  await ready.nth(9).waitFor({ timeout: waitMs });
  print({ what: 'sent → ten cases ready', value: seconds(sent), unit: 's' });
}

async function fortnightAsEdf(page: Page, print: Print): Promise<void> {
  const path = await longRecording(fortnight, 'edf');
  await page.goto('/upload');
  const nurse = hands(page);
  const from = performance.now();
  await nurse.choose([path]);
  const hnId = page.getByRole('article').getByLabel('HN ID');
  await hnId.waitFor({ timeout: waitMs });
  print({ what: 'EDF of 14 days chosen → surveyed', value: seconds(from), unit: 's' });
  const made = performance.now();
  if ((await hnId.inputValue()) === '') await nurse.fill('HN ID', fortnight.hn_id);
  await page.getByRole('article').getByText('Checked', { exact: true }).waitFor({ timeout: waitMs });
  print({ what: 'named → made into a zip and checked', value: seconds(made), unit: 's' });
}

export default {
  name: 'page-upload',
  run: async (print) => {
    const server = await benchServer([]);
    const browser = await openBrowser();
    try {
      const page = await signedIn(browser, server.origin, 'demodoctor');
      await tenZips(page, print);
      await fortnightAsEdf(page, print);
    } finally {
      await browser.close();
      await server.close();
    }
  },
} satisfies Bench;
