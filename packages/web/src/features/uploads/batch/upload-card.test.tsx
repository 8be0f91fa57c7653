// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/uploads.ts';
import { texts as enReasons } from '../../../platform/texts/en/upload-refusals.ts';
import { texts as ja } from '../../../platform/texts/ja/uploads.ts';
import { texts as jaReasons } from '../../../platform/texts/ja/upload-refusals.ts';
import { emptyPatient } from '../patients/patient.ts';
import type { CheckResult } from '../check/check-result.ts';
import type { Card } from './batch.ts';
import { UploadCard } from './upload-card.tsx';
import type { Prepared } from './use-prepared.ts';

const languages = [
  { language: 'en', words: en, reasons: enReasons },
  { language: 'ja', words: ja, reasons: jaReasons },
] as const;

const result: CheckResult = {
  fault: null,
  files: {
    'Report.pdf': 'sound',
    'TraceData.dat': 'sound',
    'TraceViewData.dat': 'sound',
    'SummaryData.csv': 'sound',
  },
  facts: {
    hn_id: 'HN26K04065',
    start_ms: Date.UTC(2026, 10, 20, 6),
    duration_ms: 600_000,
    sampling_hz: 250,
    leads: [{ label: 'II', signal_share: 1 }],
  },
  coverage: { share: 1, gaps: [] },
  preview: null,
  fingerprint: 'f',
};

const card = (part: Partial<Card>): Card => ({
  id: 1,
  file: new File(['zip'], 'patch_4065.zip'),
  conversion: null,
  result: null,
  hospital_id: null,
  patient: emptyPatient,
  priority: 'normal',
  fingerprint: null,
  drop: 1,
  ...part,
});

async function show(language: 'en' | 'ja', prepared: Partial<Prepared> & Pick<Prepared, 'verdict' | 'card'>) {
  signedInAs();
  answerCalls(() => Response.json({ items: [] }));
  const whole: Prepared = { hospital: null, waiting: null, taken: null, settled: true, ...prepared };
  return showIn(language, atAddress('/upload', <UploadCard prepared={whole} hospitals={[]} nextId={null} />));
}

test.each(languages)(
  '$language: a duplicate says when and by whom it was sent, and opens that case',
  async (one) => {
    const taken = {
      case_id: 65,
      created_at: '2026-11-20T03:25:00.000Z',
      created_by: { id: 4, name: '原 直樹' },
    };
    const refusal = { reason: 'hn-taken' } as const;
    await show(one.language, { card: card({ result }), verdict: { kind: 'refused', refusal }, taken });
    const why = await screen.findByRole('alert');
    expect(why.textContent).toContain(one.reasons['reason.hn-taken'].replace('{{hn_id}}', 'HN26K04065'));
    expect(why.textContent).toContain('原 直樹');
    const link = screen.getByRole('link', { name: one.words['open-that-case'] });
    expect(link.getAttribute('href')).toBe('/detail/65');
  },
);

test.each(languages)(
  '$language: outside the caller’s scope nothing of the other case is shown',
  async (one) => {
    const refusal = { reason: 'hn-taken' } as const;
    await show(one.language, { card: card({ result }), verdict: { kind: 'refused', refusal } });
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('button', { name: one.words.remove })).toBeDefined();
  },
);

test.each(languages)('$language: an unreadable file says what to do', async (one) => {
  const refusal = { reason: 'broken' } as const;
  await show(one.language, { card: card({ result: 'broken' }), verdict: { kind: 'refused', refusal } });
  const why = await screen.findByRole('alert');
  expect(why.textContent).toContain(one.reasons['todo.copy-again']);
  expect(screen.getByRole('button', { name: one.words.replace })).toBeDefined();
});
