// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/case-form.ts';
import { texts as enList } from '../../../platform/texts/en/case-list.ts';
import { Page } from './worklist-page.tsx';

test('a new case keeps what is typed when the tablet is turned', async () => {
  signedInAs();
  answerCalls(() => Response.json({ items: [], total: 0, page: 1, size: 100 }));
  const user = await showIn('en', atAddress('/', <Page />));
  await user.click(await screen.findByRole('button', { name: enList['new-case'] }));
  const fieldOf = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
  await user.type(await fieldOf(en.patient_last_name), 'Kim');
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
  for (const width of [700, 1024]) {
    act(() => window.happyDOM.setViewport({ width }));
    expect((await fieldOf(en.patient_last_name)).value).toBe('Kim');
  }
});
