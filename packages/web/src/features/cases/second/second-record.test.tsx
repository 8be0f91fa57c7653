// @vitest-environment happy-dom
import type { SecondDetail } from '@rhythmdesk/contract/second-readings';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showIn, signedInAs, atAddress } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/second.ts';
import { texts as ja } from '../../../platform/texts/ja/second.ts';
import { AgreementView } from './agreement-view.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const empty = () => Array.from({ length: 7 }, () => 0);
const table = [
  [90, 2, ...empty().slice(2)],
  [0, 5, ...empty().slice(2)],
  ...Array.from({ length: 4 }, empty),
  [0, 0, 1, 0, 0, 0, 0],
];

const agreement = {
  beats: { compared: 98, same: 95, share: 95 / 98, kappa: 0.7512, table },
  episodes: [{ kind: 'af' as const, first: 3, second: 2, first_found: 2, second_found: 2 }],
  af: { first_s: 120, second_s: 90, both_s: 80 },
  figures: [
    { figure: 'af_burden' as const, first: 0.25, second: 0.125 },
    { figure: 'longest_rr_ms' as const, first: 1800, second: null },
  ],
  differences: [
    {
      of: 'episode' as const,
      kind: 'af' as const,
      side: 'first' as const,
      start_sample: 2500,
      end_sample: 5000,
    },
    { of: 'beats' as const, first: 'N' as const, second: null, beats: 3, start_sample: 250, end_sample: 500 },
  ],
};

const detail: SecondDetail = {
  second_id: 4,
  case_id: 40,
  state: 'finished',
  drawn_at: '2026-11-20T05:00:00.000Z',
  taken_at: '2026-11-20T06:00:00.000Z',
  finished_at: '2026-11-20T07:00:00.000Z',
  hn_id: 'HN26S00004',
  hospital: { id: 5, name: 'Northgate Heart Centre', type: 'hospital' },
  masked: false,
  patient_first_name: 'Thomas',
  patient_last_name: 'Whitcombe',
  gender: 'male',
  age: 77,
  recording_start: '2026-11-18T00:00:00.000Z',
  recording_seconds: 600,
  time_zone: 'UTC',
  reader: { id: 9, name: 'Ben Second' },
  first_reader: { id: 8, name: 'Ada First' },
  share: 95 / 98,
  kappa: 0.7512,
  may_take: false,
  may_read: false,
  may_give_back: false,
  no_reader: false,
  agreement,
  sampling_hz: 250,
  critical_rules: null,
};

const as = (role_key: 'CHIEF' | 'CENTER') =>
  signedInAs({ user_role: { id: 4, role_key, group_type: 'tech_center', level: 3 } });

for (const { language, words } of languages) {
  test(`the agreement has beats, episodes and figures, without classes that neither used (${language})`, async () => {
    as('CHIEF');
    await showIn(language, atAddress('/second/4', <AgreementView agreement={agreement} detail={detail} />));
    expect(await screen.findByText('0.751')).toBeDefined();
    const beats = within(screen.getByRole('region', { name: words['beats.title'] }));
    expect(beats.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      words['beats.first'],
      'N',
      'S',
      'V',
      words['beats.none'],
    ]);
    const episodes = within(screen.getByRole('region', { name: words['episodes.title'] }));
    const of = (found: string, all: string) =>
      words['episodes.of'].replace('{{found}}', found).replace('{{all}}', all);
    expect(episodes.getByText(of('2', '3'))).toBeDefined();
    const figures = within(screen.getByRole('region', { name: words['figures.title'] }));
    expect(figures.getByText(words['figure.af_shared'])).toBeDefined();
    const differences = within(screen.getByRole('region', { name: words['differences.title'] }));
    const [first] = differences.getAllByRole('link');
    expect(first?.getAttribute('href')).toContain('/review/40?at=');
    expect(decodeURIComponent(first?.getAttribute('href') ?? '')).toContain('2026-11-18T00:00:10.000Z');
  });
}

test('a user who reads no recordings sees the time of a difference, without a link', async () => {
  as('CENTER');
  await showIn('en', atAddress('/second/4', <AgreementView agreement={agreement} detail={detail} />));
  const differences = within(await screen.findByRole('region', { name: en['differences.title'] }));
  expect(differences.queryByRole('link')).toBeNull();
  expect(differences.getByText('3 beats: N, then no beat')).toBeDefined();
});
