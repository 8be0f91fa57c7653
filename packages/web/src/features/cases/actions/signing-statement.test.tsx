// @vitest-environment happy-dom
import { signatureMeanings } from '@rhythmdesk/domain/report/signing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { texts as ja } from '../../../platform/texts/ja/actions.ts';
import { ActionDialog } from './action-dialog.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const target = {
  ...{ case_id: 7, version: 3, hn_id: 'HN26K00007', patient_first_name: '洋子', patient_last_name: '田中' },
  ...{ tech_center: null, team: null, technician: null },
};

test.each(languages)('$language: what is signed describes the dialog beside its field', async (one) => {
  answerCalls(() => Response.json({ points: [], groups: [] }));
  await showIn(
    one.language,
    <ActionDialog action="complete" target={target} onClose={vi.fn()} onDone={vi.fn()} onStale={vi.fn()} />,
  );
  const dialog = await screen.findByRole('dialog', { name: one.words['name.complete'] });
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain(signatureMeanings[one.language].complete);
  expect(dialog.contains(document.activeElement)).toBe(true);
});
