// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { testDetail } from './test-case-detail.ts';
import { useAutosave } from './use-autosave.ts';
import { caseQuery } from './use-case.ts';
import { SaverProvider, useMakeSaver } from './use-save.ts';

const case_id = 7;
const detailOf = (version: number, technician_comment: string): CaseDetail => ({
  ...testDetail(case_id, { version, next_step: { kind: 'finished' } }),
  technician_comment,
});

function Field({ detail }: { detail: CaseDetail }) {
  const { now, type, flush } = useAutosave(detail);
  return (
    <>
      <input value={now.value.text} onChange={({ target }) => type(target.value)} onBlur={flush} />
      <p>{`theirs: ${now.theirs?.text ?? 'none'}`}</p>
    </>
  );
}

/** Shows the field of a case whose conclusion another user changes at the press of a button, as a live event does. */
function Page() {
  const cache = useQueryClient();
  const saver = useMakeSaver(case_id);
  const [detail, setDetail] = useState(detailOf(3, 'Sinus rhythm.'));
  const [isOpen, setOpen] = useState(true);
  const read = (next: CaseDetail): void => {
    cache.setQueryData(caseQuery(case_id).queryKey, next);
    setDetail(next);
  };
  useState(() => cache.setQueryData(caseQuery(case_id).queryKey, detail));
  return (
    <SaverProvider value={saver}>
      {isOpen ? <Field detail={detail} /> : null}
      <button onClick={() => read(detailOf(4, 'Atrial fibrillation.'))}>other</button>
      <button onClick={() => setOpen(!isOpen)}>leave</button>
    </SaverProvider>
  );
}

const press = (name: string) => screen.getByRole('button', { name });

test('another user’s conclusion that arrives while one types is not overwritten', async () => {
  const calls = answerCalls(() => Response.json({ case_id, version: 5 }));
  const user = await showIn('en', <Page />);
  const field = await screen.findByRole('textbox');
  await user.type(field, ' Two pauses.');
  press('other').click();
  await user.tab();
  await screen.findByText('theirs: Atrial fibrillation.');
  expect(field).toHaveProperty('value', 'Sinus rhythm. Two pauses.');
  expect(calls).toEqual([]);
});

test('unsaved text is not sent over a change that was made while the user was away', async () => {
  const calls = answerCalls(() => Response.json({}, { status: 500 }));
  const user = await showIn('en', <Page />);
  await user.type(await screen.findByRole('textbox'), ' Three pauses.');
  press('leave').click();
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  const sent = calls.length;
  press('other').click();
  press('leave').click();
  await screen.findByText('theirs: Atrial fibrillation.');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Sinus rhythm. Three pauses.');
  expect(calls).toHaveLength(sent);
});
