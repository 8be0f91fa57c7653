// @vitest-environment happy-dom
import type { CriticalDetail, CriticalFinding } from '@rhythmdesk/contract/critical';
import { usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/critical.ts';
import { texts as ko } from '../../../platform/texts/ko/critical.ts';
import { lastDays, localToday } from '../../../ui/list/period.ts';
import { Page } from './critical-page.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const finding = (finding_id: number, part: Partial<CriticalFinding>): CriticalFinding => ({
  finding_id,
  case_id: finding_id,
  hn_id: `HN26K0000${String(finding_id)}`,
  hospital: { id: 5, name: 'Northgate Heart Centre', type: 'hospital' },
  masked: false,
  patient_first_name: 'Thomas',
  patient_last_name: 'Whitcombe',
  gender: 'male',
  age: 77,
  technician: null,
  rule: 'vt',
  kind: 'vt',
  start_sample: 1000,
  end_sample: 2000,
  start: '2026-11-20T04:18:22.000Z',
  time_zone: 'Asia/Tokyo',
  beats: 14,
  seconds: 4.6,
  bpm: 182,
  places: 1,
  state: 'confirmed',
  steps: 3,
  deadline_minutes: 30,
  found_at: '2026-11-20T05:00:00.000Z',
  due_at: '2026-11-20T05:30:00.000Z',
  called_at: null,
  judged_by: null,
  judged_at: null,
  acknowledged_name: null,
  acknowledged_at: null,
  ended_at: null,
  has_strip: false,
  acts: ['call', 'acknowledge', 'escalate'],
  ...part,
});

const rows = [
  finding(1, {}),
  finding(2, { rule: 'pause', kind: 'pause', state: 'open', steps: 2, acts: [] }),
];

const number = (name: string, phone: string, on_duty: boolean) => ({
  name,
  place: '',
  phone,
  ...usualDuty,
  on_duty,
  duty_changes_at: on_duty ? null : '2026-11-23T23:30:00.000Z',
});

const detailOf = (finding_id: number): CriticalDetail => ({
  ...(rows.find((row) => row.finding_id === finding_id) ?? finding(finding_id, {})),
  contacts: [number('Day', '+81 1', false), number('Night', '+81 2', true)],
  contacts_version: 1,
  may_change_contacts: false,
  events: [],
  next_level: null,
});

/** Simulates a server with two findings; the calls record what the page did. */
function server(median_minutes: number | null = null) {
  return answerCalls(({ path }) => {
    if (path.includes('/act')) return Response.json({ finding_id: 1, state: 'confirmed' });
    const one = /critical\/findings\/(\d+)/.exec(path)?.[1];
    if (one !== undefined) return Response.json(detailOf(Number(one)));
    if (path.includes('critical/times'))
      return Response.json({ count: 0, median_minutes, p90_minutes: median_minutes, late: 0 });
    const counts = { open: 2, acknowledged: 0, false: 0, withdrawn: 0 };
    const settings = { settings_version: 0, settings_at: null };
    return Response.json({ items: rows, total: 2, page: 1, size: 50, counts, ...settings });
  });
}

function Board() {
  return <Page />;
}

/** The window is wide enough for the list and the finding beside it. */
beforeEach(() => {
  window.happyDOM.setViewport({ width: 1440 });
  onTestFinished(() => window.happyDOM.setViewport({ width: 1024 }));
});

const signIn = () =>
  signedInAs({ user_role: { id: 1, role_key: 'TECHNICIAN', group_type: 'tech_center', level: 2 } });

test.each(languages)(
  '$language: rows are sorted by deadline, the first opened; J opens the next',
  async (one) => {
    signIn();
    server();
    const user = await showIn(one.language, atAddress('/critical', <Board />));
    const list = await screen.findByRole('list', { name: one.words.title });
    const first = one.words['title.vt'].replace('{{beats}}', '14');
    const chosen = (): string[] =>
      within(list)
        .getAllByRole('button')
        .filter((button) => button.getAttribute('aria-pressed') === 'true')
        .map(({ textContent }) => textContent);
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(chosen()).toEqual([first]);
    await screen.findByRole('heading', { name: first });
    await user.keyboard('j');
    const second = one.words['title.pause'].replace('{{seconds}}', '4.6');
    await waitFor(() => expect(chosen()).toEqual([second]));
    await screen.findByRole('heading', { name: second });
  },
);

test.each(languages)('$language: C calls the contact on duty, even if another is first', async (one) => {
  signIn();
  const apiCalls = server();
  const user = await showIn(one.language, atAddress('/critical', <Board />));
  const pane = await screen.findByRole('complementary', { name: one.words.pane });
  await within(pane).findByText('Night');
  const calls = within(pane).getAllByRole('link', { name: /Day|Night/ });
  expect(calls.map((link) => link.getAttribute('href'))).toEqual(['tel:+812', 'tel:+811']);
  const off = one.words['duty.off'].replace('{{when}}', '');
  expect(
    within(pane).getByText((text) => text.startsWith('+81 1') && text.includes(off.trim())),
  ).toBeDefined();
  await user.keyboard('c');
  await waitFor(() => expect(apiCalls.filter(({ path }) => path.includes('/act'))).toHaveLength(1));
  expect(apiCalls.find(({ path }) => path.includes('/act'))?.body).toMatchObject({
    act: 'call',
    contact: 'Night',
    way: 'telephone',
  });
});

test.each([
  { width: 1440, beside: true },
  { width: 1024, beside: false },
  { width: 768, beside: false },
])('at $width px the figures leave the views their width', async ({ width, beside }) => {
  signIn();
  server(90);
  window.happyDOM.setViewport({ width });
  await showIn('en', atAddress('/critical', <Board />));
  const figures = await screen.findByText(/median/);
  expect(figures.closest('header') !== null).toBe(beside);
});

const thirtyDays = (): string => {
  const { from, to } = lastDays(localToday(new Date()), 30);
  return `from_time=${from}&to_time=${to}`;
};

test('the figures are of the last thirty days where the user is', async () => {
  const before = thirtyDays();
  signIn();
  const calls = server(90);
  await showIn('en', atAddress('/critical', <Board />));
  await screen.findByText(/median/);
  const asked = calls.find(({ path }) => path.includes('critical/times'));
  // Midnight may pass during the test.
  expect([before, thirtyDays()]).toContainEqual(asked?.path.split('?')[1]);
});
