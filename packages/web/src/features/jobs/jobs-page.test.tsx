// @vitest-environment happy-dom
import type { GivenUpJob } from '@rhythmdesk/contract/jobs';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/dialogs.ts';
import { texts as ja } from '../../platform/texts/ja/dialogs.ts';
import { texts as jobs } from '../../platform/texts/en/jobs.ts';
import { JobCards } from './job-rows.tsx';
import { Page } from './jobs-page.tsx';

const job: GivenUpJob = {
  id: 1,
  job: 'send-mail',
  case_id: null,
  hn_id: null,
  attempts: 8,
  fault: 'refused',
  failed_at: '2026-11-20T01:00:00.000Z',
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: more jobs have failed than are listed, and the page says so', async (one) => {
  answerCalls(() => Response.json({ items: [job], total: 311, files_waiting: [] }));
  await showIn(one.language, <Page />);
  const said = one.words.part.replace('{{shown}}', '1').replace('{{total}}', '311');
  expect(await screen.findByText(said)).toBeDefined();
});

test('files that wait for the bucket are named by machine, and a bucket that accepts none is reported', async () => {
  const files_waiting = [
    {
      node_name: 'server-1',
      files: 2_000,
      bytes: 3_000_000_000,
      since: '2026-11-20T01:00:00.000Z',
      failing: true,
    },
    { node_name: 'server-2', files: 1, bytes: 700, since: '2026-11-20T03:00:00.000Z', failing: false },
  ];
  answerCalls(() => Response.json({ items: [], total: 0, files_waiting }));
  await showIn('en', <Page />);
  const first = await screen.findByText(/^server-1/);
  const [bar, other] = screen.getAllByRole('status').filter(({ textContent }) => /^server/.test(textContent));
  expect(first.textContent).toMatch(/^server-1: 2,000 files \(3.00\sGB\) are not in the bucket yet/);
  expect(bar?.textContent).toContain('The bucket does not accept them.');
  expect(other?.textContent).toMatch(/^server-2: 1 file \(700\sB\) is not in the bucket yet/);
  expect(other?.textContent).not.toContain('does not accept');
});

test('a card separates the button from the text beside it', async () => {
  await showIn('en', <JobCards jobs={[job]} nowMs={0} busy={false} onAgain={() => undefined} />);
  const button = await screen.findByRole('button', { name: new RegExp(`^${jobs.again}`) });
  const line = button.parentElement;
  if (line === null) throw new Error('the button is not in a card');
  const { display, gap } = getComputedStyle(line);
  expect([display, gap]).toEqual(['flex', '8px']);
});
