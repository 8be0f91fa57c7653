// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { TeamShares } from '@rhythmdesk/contract/team-shares';
import { expect, test } from 'vitest';
import { answerCalls, callsBefore, sessionUser, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/institutions.ts';
import { texts as ja } from '../../../platform/texts/ja/institutions.ts';
import { TeamSection, TeamSharesTable } from './team-shares.tsx';

const team = { version: 1, analysis_ratio: 60, waiting: 3, in_work: 4 };
const shares: TeamShares = {
  center: { id: 20, name: 'Center' },
  takes_others_share: true,
  counted: 22,
  counted_since: '2026-11-12T00:00:00.000Z',
  teams: [
    { ...team, id: 21, name: '解析第一班', share: 0.75, dealt: 16, fair: 16.5 },
    { ...team, id: 22, name: 'Second', analysis_ratio: 20, share: 0.25, dealt: 6, fair: 5.5 },
    { ...team, id: 23, name: 'Third', analysis_ratio: null, share: 0, dealt: 0, fair: 0 },
  ],
  unshared: { waiting: 1, in_work: 0 },
};
const center = { id: 6, role_key: 'CENTER', group_type: 'tech_center', level: 3 } as const;

test.each([
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const)(
  '$language: each team’s share, its cases beside it, and its open cases are shown',
  async (one) => {
    signedInAs({ user_role: center });
    answerCalls(() => Response.json(shares));
    await showIn(one.language, <TeamSection center_id={20} team_id={21} />);
    const table = await screen.findByRole('table', { name: one.words['teams.title'] });
    const row = within(table).getByRole('row', { name: /解析第一班/ });
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells[0]).toMatch(/75\.0/);
    expect(cells[1]).toContain('16');
    expect(cells[1]).toContain('16.5');
    expect(cells.slice(2)).toEqual(['3', '4']);
    expect(
      within(table).getByRole('row', { name: new RegExp(one.words['teams.none']) }).textContent,
    ).toContain('1');
  },
);

test('a user who does not oversee the center sees nothing, and nothing is requested', async () => {
  signedInAs({ user_role: sessionUser().user_role });
  const calls = answerCalls(() => Response.json(shares));
  await showIn('en', <TeamSharesTable center_id={20} />);
  expect(await callsBefore(calls)).toEqual([]);
  expect(screen.queryByRole('table')).toBeNull();
});
