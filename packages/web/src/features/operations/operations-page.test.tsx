// @vitest-environment happy-dom
import type { OperationOverview } from '@rhythmdesk/contract/operations';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, RenewAll, showIn } from '../../platform/test-page.tsx';
import { texts as en } from '../../platform/texts/en/operations.ts';
import { texts as ja } from '../../platform/texts/ja/operations.ts';
import { Page } from './operations-page.tsx';

const empty: OperationOverview = {
  version: '1.2.3',
  troubles: [],
  nodes: [],
  jobs: { waiting: 0, later: 0, running: 0, failed: 0, oldest_s: 0 },
  disks: [{ folder: 'files', free_bytes: 50e9, bytes: 100e9 }],
  floor_bytes: 2e9,
  database_bytes: 9e6,
  database_version: '18.4',
  files_waiting: null,
  certificates: [],
  backup: null,
  verified: null,
  migrations: { count: 150, last: '0157-operations.sql', applied_at: '2026-11-20T01:00:00.000Z' },
  partners: [],
};
const backup = {
  place: '/backup/monday',
  snapshot_at: '2026-11-20T01:00:00.000Z',
  files: 7,
  bytes: 900,
  unreadable: 0,
  verified_at: '2026-11-21T01:00:00.000Z',
  faults: 2,
};

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)('$language: a new installation says what it does not have yet', async ({ language, words }) => {
  answerCalls(() => Response.json(empty));
  await showIn(language, atAddress('/admin/operations', <Page />));
  expect(await screen.findByText(words.well)).toBeDefined();
  for (const text of [words['no-nodes'], words['no-backup'], words['no-certificates'], words['no-partners']])
    expect(screen.getByText(text)).toBeDefined();
  fireEvent.click(screen.getByText(words.licences));
  expect(await screen.findByText('MIT')).toBeDefined();
});

test('what fails is named: troubles, silent programs, a wrong clock, failed jobs, an expired certificate, a damaged backup', async () => {
  const node = {
    ...{
      program: 'worker',
      host: 'ecg-2',
      pid: 7,
      version: '1.2.3',
      runtime: 'v24.1.0',
      clock_ahead_ms: -90_000,
    },
    ...{ disk_free_bytes: 1e9, memory_bytes: 1e8, silent: true },
    ...{ started_at: '2026-11-20T01:00:00.000Z', seen_at: '2026-11-20T02:00:00.000Z' },
  };
  answerCalls(() =>
    Response.json({
      ...empty,
      troubles: ['disk-low'],
      nodes: [node],
      jobs: { ...empty.jobs, failed: 3 },
      certificates: [
        {
          ...{ use: 'hl7', subject: 'C=JP\nCN=ecg.example', renewal_refused: true },
          ...{ not_after: '2026-11-01T00:00:00.000Z', days: -20 },
        },
      ],
      backup: { ...backup, unreadable: 4, verified_at: null, faults: null },
      verified: backup,
      partners: [{ channel: 'hl7', active: 2, failing: 1, waiting: 5, undelivered: 1 }],
    }),
  );
  await showIn('en', atAddress('/admin/operations', <Page />));
  expect(await screen.findByText(en['trouble.disk-low'])).toBeDefined();
  expect(screen.getByText(en.silent)).toBeDefined();
  expect(screen.getByText(/90 s off$/)).toBeDefined();
  expect(screen.getAllByText('HL7 v2 (ecg.example)')).toHaveLength(2);
  expect(screen.getByText(en['renewal-refused'])).toBeDefined();
  expect(screen.getByText(/Expired/)).toBeDefined();
  expect(screen.getByText(/2 faults/)).toBeDefined();
  expect(screen.getByText('2 active, 1 failing')).toBeDefined();
  expect(screen.getByRole('link', { name: en['see-failed'] }).getAttribute('href')).toBe('/admin/jobs');
});

test('a state that cannot be fetched again says that it is old', async () => {
  let isDown = false;
  answerCalls(() =>
    isDown
      ? Response.json({ code: 'server/fault', detail: 'x', request_id: 'r' }, { status: 500 })
      : Response.json(empty),
  );
  const user = await showIn(
    'en',
    <>
      <RenewAll />
      {atAddress('/admin/operations', <Page />)}
    </>,
  );
  expect(await screen.findByText(en.well)).toBeDefined();
  isDown = true;
  await user.click(screen.getByRole('button', { name: 'renew' }));
  expect(await screen.findByText(/could not be refreshed/)).toBeDefined();
});
