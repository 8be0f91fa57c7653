// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { useToast } from '../../../ui/toasts/toast-queue.ts';
import { type ReadDetail, testDetail } from '../model/test-case-detail.ts';
import type { ActionDone } from '../model/perform.ts';
import { caseQuery, refreshCase } from '../model/use-case.ts';
import { useDoneAction, useGoingOn } from './use-going-on.ts';

type Step = CaseDetail['next_step'];

const case_id = 7;
const query = caseQuery(case_id);
const handedOn: Step = { kind: 'wait', action: 'verify', on: 'confirmer' };

/** Simulates a server whose reads of the case wait until the test answers them. */
function heldReads() {
  const waiting: ((answer: Response) => void)[] = [];
  answerCalls(() => new Promise<Response>((resolve) => void waiting.push(resolve)));
  const answer = async (read: ReadDetail): Promise<void> => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    for (const resolve of waiting.splice(0)) resolve(Response.json(testDetail(case_id, read)));
  };
  return { answer };
}

type Spies = { readonly run: () => void; readonly offer: () => void; readonly onToast: () => void };

/** Shows the version, and has a button for an action that was done and one for a save that was answered. */
function Page({ done, run, offer, onToast }: Spies & { readonly done: ActionDone }) {
  const cache = useQueryClient();
  const { data } = useQuery(query);
  const going = useDoneAction();
  const [saved, setSaved] = useState(0);
  useGoingOn(going, { case_id, actions: { run }, offer });
  const toast = useToast();
  const [earlier] = useState(toast);
  useEffect(() => {
    if (toast !== earlier) onToast();
  }, [toast, earlier, onToast]);
  const act = (): void => {
    void refreshCase(cache, case_id);
    going.onDone(done);
  };
  const save = (): void => {
    cache.setQueryData(query.queryKey, (now) => now && { ...now, version: done.version });
    setSaved(saved + 1);
  };
  return (
    <>
      <button onClick={act}>act</button>
      <button onClick={save}>save</button>
      <output>{`version ${String(data?.version)}, ${data?.next_step.kind ?? ''}`}</output>
      <p>{toast?.message}</p>
    </>
  );
}

async function actThenSave(action: ActionDone['action'], before: Step) {
  const spies = { run: vi.fn(), offer: vi.fn(), onToast: vi.fn() };
  const { answer } = heldReads();
  const done: ActionDone = { action, case_id, version: 6, status: 'review' };
  const user = await showIn('en', <Page {...spies} done={done} />);
  await answer({ version: 5, next_step: before });
  await screen.findByText(`version 5, ${before.kind}`);
  await user.click(screen.getByRole('button', { name: 'act' }));
  await user.click(screen.getByRole('button', { name: 'save' }));
  await screen.findByText(`version 6, ${before.kind}`);
  expect([spies.run, spies.offer, spies.onToast].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  return { ...spies, answer, user };
}

test('a review request opens the request for verification once, after the new next step is read', async () => {
  const { run, offer, answer, user } = await actThenSave('review-request', {
    kind: 'act',
    action: 'review-request',
  });
  await answer({ version: 6, next_step: { kind: 'act', action: 'request-verification' } });
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
  expect(run).toHaveBeenCalledWith('request-verification', expect.objectContaining({ version: 6 }));
  await user.click(screen.getByRole('button', { name: 'save' }));
  expect(run).toHaveBeenCalledOnce();
  expect(offer).not.toHaveBeenCalled();
});

test('a request for verification is confirmed once, with the name of the one who was asked', async () => {
  const { run, offer, onToast, answer } = await actThenSave('request-verification', {
    kind: 'act',
    action: 'request-verification',
  });
  await answer({ version: 6, next_step: handedOn, confirmer: 'Sato Ren' });
  await screen.findByText(en['done.request-verification'].replace('{{name}}', 'Sato Ren'));
  expect(onToast).toHaveBeenCalledOnce();
  expect(offer).toHaveBeenCalledExactlyOnceWith('request-verification');
  expect(run).not.toHaveBeenCalled();
});

test('after an action that was not the next step, the next case is offered once', async () => {
  const { offer, answer } = await actThenSave('return', { kind: 'act', action: 'verify' });
  await answer({ version: 6, next_step: { kind: 'wait', action: 'request-verification', on: 'assignee' } });
  await waitFor(() => expect(offer).toHaveBeenCalledExactlyOnceWith('return'));
});
