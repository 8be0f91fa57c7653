// @vitest-environment happy-dom
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import type { ReadFinding } from '@rhythmdesk/ecg/reading/reading-figures';
import { screen, within } from '@testing-library/react';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../../../../platform/store.ts';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as enReading } from '../../../../platform/texts/en/reading.ts';
import { texts as enTrace } from '../../../../platform/texts/en/trace.ts';
import { texts as ja } from '../../../../platform/texts/ja/desk.ts';
import { texts as jaReading } from '../../../../platform/texts/ja/reading.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import type { SmallStrips } from '../../../../trace/panels/small-strips.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { QueuePanel } from './queue-panel.tsx';
import { testDesk } from '../session/test-desk.ts';
import type { Desk } from '../session/use-desk.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ja', words: ja },
] as const;

const ofReading = { en: enReading, ja: jaReading };

const finding = (of: Partial<ReadFinding>): ReadFinding => ({
  kind: 'af',
  start_sample: 0,
  end_sample: 5000,
  beats: 9,
  bpm: 90,
  state: 'open',
  certainty: 0.9,
  shape: null,
  ...of,
});
const groups = findingQueue({
  findings: [
    finding({ state: 'accepted' }),
    finding({ start_sample: 6000, end_sample: 9000, certainty: 0.4 }),
    finding({ kind: 'vt', start_sample: 500, end_sample: 700, state: 'rejected' }),
  ],
  templates: [],
  extremes: [],
  events: [],
  accepted: [],
});

function deskOf(of: Partial<Desk> = {}): Desk {
  const af = groups.find(({ kind }) => kind === 'af');
  return testDesk({ groups, current: af?.items[0] ?? null, ...of });
}

test.each(languages)('$language: kinds show accepted findings of all found', async ({ language, words }) => {
  await showIn(language, <QueuePanel desk={deskOf()} onWall={vi.fn()} />);
  const af = await screen.findByRole('button', { name: new RegExp(`${words['kind.af']}.*1 / 2`) });
  expect(af.getAttribute('aria-expanded')).toBe('true');
  expect(
    screen.getByRole('button', { name: new RegExp(`${words['kind.v_runs']}.*0 / 1`) }).dataset['done'],
  ).toBe('true');
  expect(
    screen.getByRole('button', { name: new RegExp(`${words['kind.pauses']}.*${words.none}`) }),
  ).toBeTruthy();
  const progress = screen.getByRole('progressbar');
  expect([progress.getAttribute('value'), progress.getAttribute('max')]).toEqual(['2', '3']);
});

test.each(languages)(
  '$language: a kind that is listed in part says so and is not done',
  async ({ language, words }) => {
    const limited = findingQueue({
      findings: [finding({ state: 'accepted' })],
      templates: [],
      extremes: [],
      events: [],
      accepted: [],
      limited: [{ kind: 'af', found: 43, listed: 1, samples: 90_000 }],
    });
    await showIn(language, <QueuePanel desk={deskOf({ groups: limited })} onWall={vi.fn()} />);
    const af = await screen.findByRole('button', { name: new RegExp(`${words['kind.af']}.*1 / 43`) });
    expect(af.dataset['done']).toBe('false');
    const said = words.unlisted.replace('{{listed}}', '1').replace('{{found}}', '43');
    expect(screen.getByText(said)).toBeTruthy();
  },
);

test('the open kind lists its items, the doubtful first, and a click opens one', async () => {
  const desk = deskOf();
  const user = await showIn('en', <QueuePanel desk={desk} onWall={vi.fn()} />);
  const list = await screen.findByRole('list', { name: en['kind.af'] });
  const rows = within(list).getAllByRole('button');
  expect(rows.map(({ textContent }) => /at \d+\./.exec(textContent)?.[0])).toEqual(['at 6000.', 'at 0.']);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['true', null]);
  await user.click(within(list).getByText('at 0.'));
  expect(desk.open).toHaveBeenCalledWith(expect.objectContaining({ key: 'af 0 5000' }));
});

test('an item of a kind with several rhythms says which it is, by its own name if it has one', async () => {
  const other = { kind: 'other', name: 'Wandering pacemaker', state: 'mended' } as const;
  const findings = [
    finding({ kind: 'nodal', state: 'mended' }),
    finding({ ...other, start_sample: 6000, end_sample: 9000 }),
    finding({ kind: 'vt' }),
    finding({ kind: 'ivr', start_sample: 9000, end_sample: 9900 }),
  ];
  const mixed = findingQueue({ findings, templates: [], extremes: [], events: [], accepted: [] });
  const user = await showIn('en', <QueuePanel desk={deskOf({ groups: mixed })} onWall={vi.fn()} />);
  const rowsOf = async (kind: 'kind.rhythms' | 'kind.v_runs'): Promise<string[]> => {
    await user.click(await screen.findByRole('button', { name: new RegExp(en[kind]) }));
    const list = screen.getByRole('list', { name: en[kind] });
    return within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  };
  const [nodal, named] = await rowsOf('kind.rhythms');
  expect([nodal, named]).toEqual([
    expect.stringContaining(enTrace['rhythm.nodal']),
    expect.stringContaining('Wandering pacemaker'),
  ]);
  const [run, slow] = await rowsOf('kind.v_runs');
  expect(run).not.toContain(enTrace['rhythm.vt']);
  expect(slow).toContain(enTrace['rhythm.ivr']);
});

test.each(languages)(
  '$language: a finding that a user added or edited says so in place of a certainty',
  async ({ language }) => {
    const of = { state: 'mended', certainty: null } as const;
    const [start_sample, end_sample] = [9000, 9900];
    const findings = [
      finding(of),
      finding({ ...of, start_sample, end_sample, instead_of: { kind: 'af', start_sample, end_sample } }),
    ];
    const own = findingQueue({ findings, templates: [], extremes: [], events: [], accepted: [] });
    const current = own.flatMap(({ items }) => items)[0] ?? null;
    await showIn(language, <QueuePanel desk={deskOf({ groups: own, current })} onWall={vi.fn()} />);
    const words = ofReading[language];
    const [added, edited] = await screen.findAllByTitle(/90/);
    expect([added?.textContent, added?.title]).toEqual(Array(2).fill(expect.stringContaining(words.added)));
    expect([edited?.textContent, edited?.title]).toEqual(
      Array(2).fill(expect.stringContaining(words.mended)),
    );
  },
);

test('a patient event says what the patient said, also as the name of the selected item', async () => {
  const pressed = findingQueue({ findings: [], templates: [], extremes: [], events: [700], accepted: [] });
  const view = {
    ...viewHandle,
    eventsAt: (at: number) => (at === 700 ? ['Diary: dizzy on the stairs'] : []),
  };
  const user = await showIn('en', <QueuePanel desk={deskOf({ groups: pressed, view })} onWall={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(en['kind.events']) }));
  const [row] = within(screen.getByRole('list', { name: en['kind.events'] })).getAllByRole('button');
  expect(row?.textContent).toBe('at 700.Diary: dizzy on the stairs');
});

test('another kind is unfolded by a click; the order is updated by a click', async () => {
  const desk = deskOf({ fresh: 2 });
  const user = await showIn('en', <QueuePanel desk={desk} onWall={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(en['kind.v_runs']) }));
  expect(within(screen.getByRole('list', { name: en['kind.v_runs'] })).getByText('at 500.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /2 new findings/ }));
  expect(desk.settle).toHaveBeenCalledOnce();
});

/** Two findings of high certainty and one of low certainty. */
const sure = findingQueue({
  findings: [0.99, 0.97, 0.5].map((certainty, i) =>
    finding({ start_sample: i * 10_000, end_sample: i * 10_000 + 900, certainty }),
  ),
  templates: [],
  extremes: [],
  events: [],
  accepted: [],
});

const sureItem = sure.flatMap(({ items }) => [...items])[0] ?? null;

test('a user with the edit lock accepts certain items at once, and sees how certain', async () => {
  const desk = deskOf({ groups: sure, current: sureItem });
  const user = await showIn('en', <QueuePanel desk={desk} onWall={vi.fn()} />);
  const accept = await screen.findByRole('button', { name: /Accept 2 at ≥\s97/ });
  expect(accept.title).toContain('certainty');
  await user.click(accept);
  const accepted: unknown = expect.objectContaining({ kind: 'judge_finding', verdict: 'accepted' });
  // A finding accepted together with this one is not opened next, because a key would reopen it.
  expect(desk.write).toHaveBeenCalledWith(
    [accepted, accepted],
    new Set(
      sure.flatMap(({ items }) => items.flatMap(({ key, certainty }) => (certainty === 0.5 ? [] : [key]))),
    ),
  );
});

test('a user without the edit lock cannot accept', async () => {
  await showIn(
    'en',
    <QueuePanel desk={deskOf({ groups: sure, current: sureItem, writes: false })} onWall={vi.fn()} />,
  );
  await screen.findByRole('progressbar');
  expect(screen.queryByRole('button', { name: /^Accept .* at/ })).toBeNull();
});

test('in a new queue only changed rows are drawn again, and a click opens the new one', async () => {
  // Each time that a strip is rendered, it chooses its lead by the 0.1 s around the onset of its finding.
  const leadWithin = vi.fn<SmallStrips['leadWithin']>(() => 0);
  const drawn = (): (number | undefined)[] => leadWithin.mock.calls.map(([[onset]]) => onset?.start);
  const view = { ...viewHandle, small: { ...viewHandle.small, leadWithin } };
  const shown = createStore(deskOf({ view }));
  const Panel = () => <QueuePanel desk={useStored(shown)} onWall={vi.fn()} />;
  const user = await showIn('en', <Panel />);
  const list = await screen.findByRole('list', { name: en['kind.af'] });
  leadWithin.mockClear();
  const anew = structuredClone(groups);
  const next = {
    ...deskOf({ groups: anew, view }),
    current: anew.find(({ kind }) => kind === 'af')?.items[1] ?? null,
  };
  act(() => shown.set({ ...deskOf({ groups: structuredClone(groups), view }) }));
  expect(drawn()).toEqual([]);
  act(() => shown.set(next));
  expect(new Set(drawn())).toEqual(new Set([0, 6000 - 0.1 * 250]));
  await user.click(within(list).getByText('at 6000.'));
  expect(next.open).toHaveBeenCalledWith(expect.objectContaining({ key: 'af 6000 9000' }));
});

test('a long row shortens the name and the duration, never the heart rate', async () => {
  const ivr = finding({ kind: 'ivr', start_sample: 9000, end_sample: 99_000 });
  const runs = findingQueue({ findings: [ivr], templates: [], extremes: [], events: [], accepted: [] });
  const user = await showIn('en', <QueuePanel desk={deskOf({ groups: runs })} onWall={vi.fn()} />);
  await user.click(await screen.findByRole('button', { name: new RegExp(en['kind.v_runs']) }));
  const row = within(screen.getByRole('list', { name: en['kind.v_runs'] }));
  const rate = row.getByText(/90 bpm$/);
  expect(rate.textContent).toBe(' · 90 bpm');
  expect(getComputedStyle(rate).flexShrink).toBe('0');
  const name = row.getByText(new RegExp(`^${enTrace['rhythm.ivr']} · `));
  expect(getComputedStyle(name).textOverflow).toBe('ellipsis');
});
