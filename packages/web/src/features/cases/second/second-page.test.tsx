// @vitest-environment happy-dom
import type { SecondReading } from '@rhythmdesk/contract/second-readings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, atAddress, showIn, signedInAs } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/second.ts';
import { texts as ko } from '../../../platform/texts/ko/second.ts';
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx';
import { Page } from './second-page.tsx';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

const one = (second_id: number, part: Partial<SecondReading> = {}): SecondReading => ({
  second_id,
  case_id: 100 + second_id,
  state: 'waiting',
  drawn_at: '2026-11-20T05:00:00.000Z',
  taken_at: null,
  finished_at: null,
  hn_id: `HN26S0000${String(second_id)}`,
  hospital: { id: 5, name: 'Northgate Heart Centre', type: 'hospital' },
  masked: true,
  patient_first_name: null,
  patient_last_name: 'W＊＊',
  gender: 'male',
  age: 77,
  recording_start: '2026-11-18T04:18:22.000Z',
  recording_seconds: 86_400,
  time_zone: 'Asia/Tokyo',
  reader: null,
  first_reader: null,
  share: null,
  kappa: null,
  may_take: true,
  may_read: false,
  may_give_back: false,
  no_reader: false,
  ...part,
});

const mine = one(1, { state: 'taken', may_take: false, may_read: true, may_give_back: true });
const waiting = one(2);
const finished = one(3, {
  state: 'finished',
  finished_at: '2026-11-21T05:00:00.000Z',
  may_take: false,
  first_reader: { id: 8, name: 'Ada First' },
  reader: { id: 9, name: 'Ben Second' },
  share: 0.987,
  kappa: 0.912,
});
const person = (id: number, name: string) => ({ id, name });
const sums = {
  finished: 1,
  median_kappa: 0.912,
  median_share: 0.987,
  people: [
    { person: person(8, 'Ada First'), as_first: 1, as_second: 0, median_kappa: 0.912 },
    { person: person(9, 'Ben Second'), as_first: 0, as_second: 1, median_kappa: 0.912 },
  ],
};

function server(items: readonly SecondReading[] = [mine, waiting], drawn_share: number | null = 5) {
  return answerCalls(({ path }) => {
    if (path.includes('second-readings/sums')) return Response.json(sums);
    if (path.endsWith('/give-back')) return Response.json({ ok: true });
    const counts = { open: 2, finished: 1 };
    const shown = path.includes('view=finished') ? [finished] : items;
    return Response.json({ items: shown, total: shown.length, page: 1, size: 100, counts, drawn_share });
  });
}
const as = (role_key: 'TECHNICIAN' | 'CHIEF') =>
  signedInAs({ user_role: { id: 4, role_key, group_type: 'tech_center', level: 3 } });

const page = (
  <>
    <Page />
    <DialogHost />
  </>
);

for (const { language, words } of languages) {
  test(`waiting ones can be taken, own ones continued and returned after a question (${language})`, async () => {
    as('TECHNICIAN');
    const calls = server();
    const user = await showIn(language, atAddress('/second', page));
    const list = await screen.findByRole('list', { name: words.title });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    const nameOf = (text: string, { hn_id }: SecondReading) => text.replace('{{hn_id}}', hn_id);
    expect(screen.getByRole('button', { name: nameOf(words['take.name'], waiting) })).toBeDefined();
    const goOn = screen.getByRole('link', { name: nameOf(words['go-on.name'], mine) });
    expect(goOn.getAttribute('href')).toBe('/second/1/read');
    expect(screen.queryByRole('button', { name: nameOf(words['take.name'], mine) })).toBeNull();
    expect(screen.getByText(words['share.some'].replace('{{share}}', '5 %'))).toBeDefined();
    const back = nameOf(words['give-back.name'], mine);
    await user.click(screen.getByRole('button', { name: back }));
    const question = await screen.findByRole('alertdialog', { name: back });
    expect(calls.some(({ path }) => path.endsWith('/give-back'))).toBe(false);
    await user.click(within(question).getByRole('button', { name: words['give-back'] }));
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith('1/give-back'))).toBe(true));
  });

  test(`one that nobody can read says why, and is cancelled after a question (${language})`, async () => {
    as('CHIEF');
    const calls = server([one(4, { may_take: false, may_give_back: true, no_reader: true })]);
    const user = await showIn(language, atAddress('/second', page));
    expect(await screen.findByText(words['no-reader'])).toBeDefined();
    const name = words['let-go.name'].replace('{{hn_id}}', 'HN26S00004');
    await user.click(screen.getByRole('button', { name }));
    const question = await screen.findByRole('alertdialog', { name });
    expect(within(question).getByText(words['let-go.message'])).toBeDefined();
    await user.click(within(question).getByRole('button', { name: words['let-go'] }));
    await waitFor(() =>
      expect(calls.map(({ path }) => path)).toContainEqual(expect.stringContaining('4/give-back')),
    );
  });

  test(`finished ones show the agreement, with sums for chiefs and the head (${language})`, async () => {
    as('CHIEF');
    server();
    await showIn(language, atAddress('/second?view=finished', <Page />));
    const link = await screen.findByRole('link', { name: words.open.replace('{{hn_id}}', finished.hn_id) });
    expect(link.getAttribute('href')).toBe('/second/3');
    expect(screen.getByText(words.kappa.replace('{{value}}', '0.91'))).toBeDefined();
    const table = within(await screen.findByRole('region', { name: words.sums })).getByRole('table');
    const names = within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Ada First', 'Ben Second']);
  });
}

test('a technician sees no sums', async () => {
  as('TECHNICIAN');
  const calls = server();
  await showIn('en', atAddress('/second?view=finished', <Page />));
  await screen.findByRole('list', { name: en.title });
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(calls.some(({ path }) => path.includes('sums'))).toBe(false);
});

test('without waiting ones it says why, and without a share that none are selected', async () => {
  as('TECHNICIAN');
  server([]);
  await showIn('en', atAddress('/second', <Page />));
  expect(await screen.findByText(en['empty.open-body'])).toBeDefined();
});

test('if the center selects none the page says so', async () => {
  as('TECHNICIAN');
  server([], null);
  await showIn('en', atAddress('/second', <Page />));
  expect(await screen.findByText(en['share.none'])).toBeDefined();
});
