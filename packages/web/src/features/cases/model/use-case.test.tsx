// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import type { StreamEvent } from '@rhythmdesk/contract/notices';
import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { startEventStream } from '../../../platform/live/event-stream.ts';
import { useLiveEvent } from '../../../platform/live/use-live-event.ts';
import { answerCalls, callsBefore, showIn } from '../../../platform/test-page.tsx';
import { useSettled } from '../../../ui/list/use-pinned.ts';
import { testDetail } from './test-case-detail.ts';
import { refreshCase, useCase } from './use-case.ts';

const case_id = 7;
const user_id = 12;
const isOfCase = (path: string): boolean => path.endsWith(`case/case/${String(case_id)}`);
const report: CaseDetail['report_versions'][number] = {
  ...{ report_version: 1, file_id: 4, created_at: '2026-11-20T09:00:00.000Z', created_by: null },
  ...{ source: 'reading', current: true, signature: null },
};
const before: CaseDetail = {
  ...testDetail(case_id, { version: 5, next_step: { kind: 'finished' } }),
  report_versions: [report],
};

function Page() {
  const cache = useQueryClient();
  const opened = useCase(case_id);
  if (opened.kind !== 'open') return <p>{opened.kind}</p>;
  const { version, report_behind } = opened.detail;
  return (
    <>
      <p>{`version ${String(version)}, ${report_behind ? 'older than the reading' : 'up to date'}`}</p>
      <button onClick={() => void refreshCase(cache, case_id, 6)}>answered</button>
    </>
  );
}

/** Shows a text once a pause after an event is over, which a page starts before it. */
function Pause() {
  const [isOver, setOver] = useState(false);
  const begin = useSettled(() => setOver(true));
  useLiveEvent(() => begin());
  return isOver ? <p>paused</p> : null;
}

/** The test environment has no locks of the browser; this tab reads the stream itself. */
function leadTheTabs(): void {
  const request = (_name: string, _options: object, lead: () => Promise<void>) => lead();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** Simulates a server that answers reads of the case with `read` and sends events to the page's stream. */
async function openPage(read: () => CaseDetail) {
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const calls = answerCalls(({ path }) => {
    if (path.includes('notification/stream'))
      return new Response(new ReadableStream({ start: opened.resolve }));
    return path.endsWith(`case/case/${String(case_id)}`)
      ? Response.json(read())
      : Response.json({ noti_count: 0 });
  });
  leadTheTabs();
  onTestFinished(startEventStream({ user_id, token: () => 'token', refused: () => undefined }));
  const user = await showIn(
    'en',
    <>
      <Page />
      <Pause />
    </>,
  );
  const stream = await opened.promise;
  const send = (event: StreamEvent): void =>
    stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
  const reads = async (): Promise<number> =>
    (await callsBefore(calls)).filter(({ path }) => isOfCase(path)).length;
  return { user, send, reads };
}

test('an edit of the reading, whoever made it, shows that the report is older', async () => {
  let now = before;
  const { send } = await openPage(() => now);
  await screen.findByText('version 5, up to date');
  now = { ...before, report_behind: true };
  send({ type: 'reading', case_id, sequence: 3 });
  await screen.findByText('version 5, older than the reading');
  now = before;
  send({ type: 'reading', case_id, sequence: 4 });
  await screen.findByText('version 5, up to date');
});

test('an edit of another case, or before there is a report, reads nothing', async () => {
  const { send, reads } = await openPage(() => ({ ...before, report_versions: [] }));
  await screen.findByText('version 5, up to date');
  send({ type: 'reading', case_id: 8, sequence: 9 });
  send({ type: 'reading', case_id, sequence: 3 });
  await screen.findByText('paused');
  expect(await reads()).toBe(1);
});

const own: StreamEvent = { type: 'case', case_id, version: 6, saved: true };

test.each(['the response', 'the live event'])(
  'an own change is read once if %s arrives first',
  async (first) => {
    let now = before;
    const { user, send, reads } = await openPage(() => now);
    await screen.findByText('version 5, up to date');
    now = { ...before, version: 6 };
    const answer = () => user.click(screen.getByRole('button', { name: 'answered' }));
    if (first === 'the response') await answer();
    send(own);
    await screen.findByText('version 6, up to date');
    if (first !== 'the response') await answer();
    await screen.findByText('paused');
    expect(await reads()).toBe(2);
  },
);

test('a comment, which leaves the version as it is, is read after an own change', async () => {
  let now = { ...before, version: 6 };
  const { user, send, reads } = await openPage(() => now);
  await screen.findByText('version 6, up to date');
  await user.click(screen.getByRole('button', { name: 'answered' }));
  now = { ...now, report_behind: true };
  send({ type: 'case', case_id, version: 6 });
  await screen.findByText('version 6, older than the reading');
  expect(await reads()).toBe(3);
});
