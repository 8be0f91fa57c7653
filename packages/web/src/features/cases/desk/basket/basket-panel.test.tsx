// @vitest-environment happy-dom
/**
 * Tests the selected strips on the desk: order by keys and pointer, adding the extremes by one press, undo of each
 * step.
 */
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { texts as en } from '../../../../platform/texts/en/basket.ts';
import { texts as enReading } from '../../../../platform/texts/en/reading.ts';
import { texts as ko } from '../../../../platform/texts/ko/basket.ts';
import { texts as koReading } from '../../../../platform/texts/ko/reading.ts';
import { gap, hz, named, openBasket, three } from './test-basket.tsx';
import { placeAt } from './use-dragged-row.ts';

const addAll = (words: typeof ko): string => words['extremes.add_other'].replace('{{value}}', '\\d+');

const languages = [
  { language: 'en', words: en, reading: enReading },
  { language: 'ko', words: ko, reading: koReading },
] as const;

test.each(languages)(
  '$language: strips move by keys and buttons, and each move can be undone',
  async (one) => {
    const { user, captions, undo } = await openBasket(one.language, three);
    const first = await screen.findByRole('textbox', { name: named(one.reading['strip.caption'], 10 * hz) });
    await user.click(first);
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(captions()).toEqual(['two', 'one', 'three']);
    expect(document.activeElement).toBe(first);
    const said = one.words.moved.replace('{{place}}', '2').replace('{{total}}', '3');
    expect(screen.getByRole('status').textContent).toBe(said);
    await user.click(screen.getByRole('button', { name: new RegExp(named(one.words.up, 50 * hz)) }));
    expect(captions()).toEqual(['two', 'three', 'one']);
    undo();
    undo();
    expect(captions()).toEqual(['one', 'two', 'three']);
  },
);

test('a strip is dragged by its number after the last', async () => {
  const { captions } = await openBasket('en', three);
  const list = await screen.findByRole('list', { name: en.list });
  const [grip] = list.querySelectorAll('[data-grip="true"]');
  if (grip === undefined) throw new Error('nothing to take a strip by');
  fireEvent.pointerDown(grip, { clientY: 0, button: 0, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientY: 2, pointerId: 1 });
  fireEvent.pointerUp(grip, { clientY: 2, pointerId: 1 });
  expect(captions()).toEqual(['one', 'two', 'three']);
  fireEvent.pointerDown(grip, { clientY: 0, button: 0, pointerId: 1 });
  fireEvent.pointerMove(grip, { clientY: 60, pointerId: 1 });
  expect(list.querySelector('[data-dragged="true"]')?.textContent).toContain('1');
  fireEvent.pointerUp(grip, { clientY: 60, pointerId: 1 });
  expect(captions()).toEqual(['two', 'three', 'one']);
});

test('a dragged row is placed by the middles of the others', () => {
  const middles = [10, 30, 50];
  expect([0, 20, 40, 60].map((y) => placeAt(middles, 0, y))).toEqual([0, 0, 1, 2]);
  expect([0, 20, 40, 60].map((y) => placeAt(middles, 2, y))).toEqual([0, 1, 2, 2]);
});

test.each(languages)(
  '$language: one click adds the extremes with their figures; a changed one says so',
  async (one) => {
    const { user, write, strips, undo } = await openBasket(one.language, three.slice(0, 1));
    await user.click(await screen.findByRole('button', { name: new RegExp(addAll(one.words)) }));
    expect(strips()).toHaveLength(4);
    const longest = one.words['shows.longest_rr'].replace(
      '{{value}}',
      one.words.seconds.replace('{{value}}', '3.00'),
    );
    expect(screen.getByPlaceholderText(longest)).toBeTruthy();
    expect(screen.queryByRole('button', { name: new RegExp(addAll(one.words)) })).toBeNull();
    write({ kind: 'add_beat', sample: gap + 1.4 * hz, label: 'N' });
    const now = one.words['shows.longest_rr'].replace(
      '{{value}}',
      one.words.seconds.replace('{{value}}', '1.60'),
    );
    const [before = ''] = one.words['stale.now'].split('{{now}}');
    expect(screen.getByText((text) => text.startsWith(before) && text.includes(now))).toBeTruthy();
    expect(screen.queryByPlaceholderText(longest)).toBeNull();
    await user.click(screen.getByRole('button', { name: new RegExp(one.words['extremes.renew']) }));
    expect(screen.getByPlaceholderText(now)).toBeTruthy();
    expect(strips()).toHaveLength(4);
    for (let step = 0; step < 3; step += 1) undo();
    expect(strips()).toHaveLength(1);
  },
);

test('a user without the edit lock sees the basket and changes nothing', async () => {
  await openBasket('en', three, false);
  const list = await screen.findByRole('list', { name: en.list });
  expect(within(list).getAllByRole('button')).toHaveLength(3);
  expect(within(list).getByText('two')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /suggested|strip of|extremes/ })).toBeNull();
});

test.each(languages)('$language: one row adds the strip of one extreme', async ({ language, words }) => {
  const { user, strips } = await openBasket(language, []);
  const rows = within(await screen.findByRole('list', { name: words.suggested })).getAllByRole('button');
  expect(rows).toHaveLength(3);
  const [, , longest] = rows;
  if (longest === undefined) throw new Error('no row of the longest interval');
  await user.click(longest);
  expect(strips().map(({ shows }) => shows?.extreme)).toEqual(['longest_rr']);
  expect(within(screen.getByRole('list', { name: words.suggested })).getAllByRole('button')).toHaveLength(2);
});

test('an accepted finding is suggested with its name, and one key adds all strips', async () => {
  const [run] = findingQueue({
    findings: [
      {
        ...{ kind: 'vt', start_sample: 40 * hz, end_sample: 44 * hz, beats: 9, bpm: 150 },
        ...{ state: 'accepted', certainty: 0.9, shape: null },
      },
    ],
    ...{ templates: [], extremes: [], events: [], accepted: [] },
  }).filter(({ items }) => items.length > 0);
  const { user, strips } = await openBasket('en', [], true, run === undefined ? [] : [run]);
  await screen.findByRole('button', { name: /^VT/ });
  await user.keyboard('g');
  expect(strips()).toHaveLength(4);
  expect(strips().at(-1)?.start_sample).toBe(Math.round((40 - 1.5) * hz));
  expect(screen.queryByRole('list', { name: en.suggested })).toBeNull();
});
