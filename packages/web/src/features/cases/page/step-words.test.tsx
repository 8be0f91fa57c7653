// @vitest-environment happy-dom
import type { CaseDetail } from '@rhythmdesk/contract/cases';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import { texts as enPage } from '../../../platform/texts/en/case-page.ts';
import { texts as jaPage } from '../../../platform/texts/ja/case-page.ts';
import { texts as en } from '../../../platform/texts/en/actions.ts';
import { texts as ja } from '../../../platform/texts/ja/actions.ts';
import { texts as ko } from '../../../platform/texts/ko/actions.ts';
import { texts as zh } from '../../../platform/texts/zh/actions.ts';
import { ReportBehind, useStepWords } from './step-words.tsx';

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

test.each([
  ['en', enPage],
  ['ja', jaPage],
] as const)(
  '%s: a report that is older than the reading is named, and its reader led to it',
  async (language, words) => {
    const detail = { case_id: 7, report_behind: true, can_edit_reading: true };
    await showIn(language, atAddress('/detail/7', <ReportBehind detail={detail} />));
    await screen.findByText(words['report-behind']);
    const link = screen.getByRole('link', { name: words['report-behind.open'] });
    expect(link.getAttribute('href')).toBe('/review/7?tab=report');
  },
);

test('other users are only told so, and a report of the present reading has no notice', async () => {
  const detail = { case_id: 7, report_behind: true, can_edit_reading: false };
  const behind = (
    <>
      <ReportBehind detail={detail} />
      <ReportBehind detail={{ ...detail, report_behind: false }} />
    </>
  );
  await showIn('en', atAddress('/detail/7', behind));
  expect(await screen.findAllByText(enPage['report-behind'])).toHaveLength(1);
  expect(screen.queryByRole('link')).toBeNull();
});
