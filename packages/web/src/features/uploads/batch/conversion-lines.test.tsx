// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/uploads.ts';
import { texts as ko } from '../../../platform/texts/ko/uploads.ts';
import { ConversionLines } from './conversion-lines.tsx';

const surveyed = {
  title: 'EDF+',
  hn_id: null,
  clock_ms: null,
  clock_has_zone: false,
  duration_ms: 60_000,
  sampling_hz: 250,
  leads: [],
  coverage: { share: 1, gaps: [] },
  preview: null,
  left_out: [],
  flaws: [],
  diary: 0,
  labels: false,
  coarser_uv: null,
};

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)('$language: more notes than a diary accepts are left out, and the card says so', async (one) => {
  await showIn(one.language, <ConversionLines surveyed={{ ...surveyed, notes_left_out: 1_204 }} />);
  const said = one.words['notes-left-out'].replace('{{value}}', '1,204').replace('{{most}}', '500');
  expect(await screen.findByText(said)).toBeDefined();
});

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)('$language: the card says what is wrong with the file', async (one) => {
  const flaws = [
    { code: 'records-missing', detail: { found: 5_900, expected: 6_000 } },
    { code: 'notes-encoding', detail: { count: 3, encoding: 'CP949' } },
  ] as const;
  await showIn(
    one.language,
    <ConversionLines surveyed={{ ...surveyed, notes_left_out: 0, flaws: [...flaws] }} />,
  );
  const missing = one.words['flaw.records-missing']
    .replace('{{expected}}', '6,000')
    .replace('{{found}}', '5,900');
  expect(await screen.findByText(missing)).toBeDefined();
  const notes = one.words['flaw.notes-encoding'].replace('{{number}}', '3').replace('{{encoding}}', 'CP949');
  expect(screen.getByText(notes)).toBeDefined();
});
