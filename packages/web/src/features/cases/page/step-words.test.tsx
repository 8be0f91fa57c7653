// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { texts as ja } from '../../../platform/texts/ja/actions.ts';
import { texts as ko } from '../../../platform/texts/ko/actions.ts';
import { texts as zh } from '../../../platform/texts/zh/actions.ts';
import { useStepWords } from './step-words.tsx';

type Step = CaseDetail['next_step'];

function Words({ next_step }: { next_step: Step }) {
  const said = useStepWords({ next_step, confirmer: null, technician: null, recording: 'ready' });
  return <p>{said === null ? '' : `${said.head ?? ''} | ${said.words}`}</p>;
}

const owed = (guard: Extract<Step, { kind: 'owed' }>['guard']): Step => ({
  kind: 'owed',
  action: 'review-request',
  guard,
  ...(guard === 'coverage' ? { coverage_short: { seen_percent: 29, asked_percent: 80 } } : {}),
});

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
  { language: 'ko', words: ko },
  { language: 'zh', words: zh },
] as const)('$language: short coverage shows the present and the required share', async (one) => {
  await showIn(one.language, <Words next_step={owed('coverage')} />);
  const said = (await screen.findByText(/\|/)).textContent;
  expect(said).toContain(one.words['name.review-request']);
  expect(said.match(/\d+(?=\s?%)/g)?.sort()).toEqual(['29', '80']);
});

test('other requirements have their own texts', async () => {
  await showIn('en', <Words next_step={owed('report')} />);
  expect((await screen.findByText(/\|/)).textContent).toContain(en['owed.report']);
});
