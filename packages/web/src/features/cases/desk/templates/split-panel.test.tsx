// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as ko } from '../../../../platform/texts/ko/desk.ts';
import { KeyNames } from '../../../../ui/keys/key-names.ts';
import { SplitPanel } from './split-panel.tsx';
import { type Picked, pickedBeats } from './template-work.ts';
import { TogetherBar } from './together-bar.tsx';
import type { TemplateItem } from '../session/use-template-beats.ts';
import type { TemplateActs } from './use-template-acts.ts';

const likeness = {
  samples: Uint32Array.of(10, 20, 30, 40),
  like: Uint8Array.of(250, 90, 240, 80),
  main: Uint8Array.of(10, 200, 20, 210),
};

function actsOf(of: Partial<Picked> = {}, more: Partial<TemplateActs> = {}): TemplateActs {
  const picked: Picked = { template: 1, pressed: 10, likeness, fault: null, cut: 200, ...of };
  return {
    item: null,
    group: {
      ...{ samples: likeness.samples, templates: [1] },
      ...{ qrs_ms: Uint16Array.of(140, 92, 138, 90), rr_ms: Uint16Array.of(470, 840, 480, 860) },
    },
    picked,
    own: pickedBeats(picked),
    isFull: false,
    together: [],
    members: { at: 0, go: vi.fn(), step: vi.fn(), restart: vi.fn() },
    pick: vi.fn(),
    move: vi.fn(),
    split: vi.fn(),
    merge: vi.fn(),
    relabelTogether: vi.fn(),
    acceptTogether: vi.fn(),
    relabel: vi.fn(),
    cancel: vi.fn(),
    ...more,
  };
}

const panelOf = (acts: TemplateActs, writes = true) => (
  <SplitPanel acts={acts} writes={writes} onWall={vi.fn()} />
);

test.each([
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const)(
  '$language: both sides of the cut are counted, and a click splits',
  async ({ language, words }) => {
    const acts = actsOf();
    const user = await showIn(language, panelOf(acts));
    const row = await screen.findByRole('row', { name: new RegExp(words['split.like']) });
    expect(within(row).getByText('2')).toBeTruthy();
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(2)
        .map(({ textContent }) => textContent),
    ).toEqual(['480', '140']);
    const between = screen.getByRole('row', { name: new RegExp(words['split.between']) });
    expect(within(between).getByText('0')).toBeTruthy();
    expect(screen.getByRole('slider', { name: words['split.similarity'] })).toBeTruthy();
    const split = screen.getByRole('button', {
      name: new RegExp(words['split.do'].replace('{{value}}', '2')),
    });
    await user.click(split);
    expect(acts.split).toHaveBeenCalledWith(null);
  },
);

test('a user who does not write sees what would be split off, and cannot split', async () => {
  await showIn('en', panelOf(actsOf({ pressed: null }), false));
  expect(await screen.findByRole('row', { name: /Different from the mean/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Split off/ })).toBeNull();
});

test('if all numbers are used it says so instead of splitting', async () => {
  await showIn('en', panelOf(actsOf({}, { isFull: true })));
  expect(await screen.findByText(en['split.full'])).toBeTruthy();
  expect(screen.getByRole('button', { name: /Split off/ }).hasAttribute('disabled')).toBe(true);
});

test('while the beats are compared it says so', async () => {
  await showIn('en', panelOf(actsOf({ likeness: null })));
  expect(await screen.findByRole('progressbar', { name: en['split.waits'] })).toBeTruthy();
});

const item = (template: number): TemplateItem => {
  const group = { template, beats: 5, label: 'N' as const, labelled: 5, classes: [], certainty: 0.9 };
  const place = { start_sample: 0, end_sample: 0, certainty: 0.9, state: 'open' as const };
  return {
    of: 'template',
    key: `template ${String(template)}`,
    ...place,
    group: { ...group, first_sample: 0, worst_sample: 0 },
  };
};

test('one template needs no bar; several are merged by a click', async () => {
  const none = actsOf({}, { together: [item(1)] });
  const two = actsOf({}, { together: [item(1), item(2)] });
  const user = await showIn(
    'en',
    <>
      <TogetherBar acts={none} writes />
      <TogetherBar acts={two} writes />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: /Merge/ }));
  expect([none.merge, two.merge].map((merge) => vi.mocked(merge).mock.calls.length)).toEqual([0, 1]);
});

test.each([
  { language: 'en', said: 'N, Z, S, F or Q splits off' },
  { language: 'ko', said: 'N, Z, S, F, Q 키로' },
] as const)('$language: the hint shows the user’s keys', async ({ language, said }) => {
  const own = (usual: string, command?: string): string => (command === 'name-v' ? 'Z' : usual);
  await showIn(language, <KeyNames value={own}>{panelOf(actsOf())}</KeyNames>);
  expect(await screen.findByText(said, { exact: false })).toBeTruthy();
});
