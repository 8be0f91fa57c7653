// @vitest-environment happy-dom
/** The basket on the desk: order by keys and hand, extremes by one press, drawing on a strip, each step undone. */
import { defaultCriteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { createReadingFigures } from '@rhythmdesk/ecg/reading/reading-figures';
import { applyEdits } from '@rhythmdesk/ecg/reading/reading';
import type { ReadStrip } from '@rhythmdesk/ecg/reading/marks-layer';
import { undoSteps } from '@rhythmdesk/ecg/reading/undo-steps';
import { every, handQuality, handTable } from '@rhythmdesk/ecg/rhythm/test-table';
import { analysisSummary } from '@rhythmdesk/contract/analysis';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore, type Store } from '../../../platform/store.ts';
import { atAddress, showIn } from '../../../platform/test-page.tsx';
import { texts as en } from '../../../platform/texts/en/basket.ts';
import { texts as enReading } from '../../../platform/texts/en/reading.ts';
import { texts as ko } from '../../../platform/texts/ko/basket.ts';
import { texts as koReading } from '../../../platform/texts/ko/reading.ts';
import { useStored } from '../../../platform/use-stored.ts';
import { viewHandle } from '../../../trace/panels/test-handle.ts';
import { StripPlaceProvider } from '../analysis/strip-place.tsx';
import type { ShownReading } from '../reading/reading-state.ts';
import { BasketPanel } from './basket-panel.tsx';
import { testDesk } from './test-desk.ts';
import { placeAt } from './use-dragged-row.ts';
import { useStripMarks } from './use-strip-marks.ts';

vi.mock('../../../trace/panels/strip-card.tsx', () => ({ StripCard: () => null }));
vi.mock('../../../trace/panels/sheet-canvas.tsx', () => ({ SheetCanvas: () => null }));

const languages = [
  { language: 'en', words: en, reading: enReading },
  { language: 'ko', words: ko, reading: koReading },
] as const;

/** Ten minutes, a beat a second, two of them missing at 200 s. */
const base = {
  beats: handTable(
    every(600, 1).filter((_, i) => i !== 200 && i !== 201),
    'N',
    600,
  ),
  quality: handQuality(600),
};
const hz = base.beats.sampling_hz;
/** In the middle of a strip from 30 s on. */
const beat = base.beats.samples.reduce((best, at) =>
  Math.abs(at - 34 * hz) < Math.abs(best - 34 * hz) ? at : best,
);
const gap = base.beats.samples[199] ?? 0;
const options = { criteria: defaultCriteria, engine_version: 'test' };

function shownOf(log: readonly LoggedEdit[]): ShownReading {
  const reading = applyEdits(base, log);
  const { samples, classes, confidence } = reading.beats;
  return {
    beats: {
      sample: Uint32Array.from(samples),
      class: Uint8Array.from(classes),
      confidence: Uint8Array.from(confidence),
      counted: new Uint32Array(),
    },
    summary: analysisSummary.parse(createReadingFigures()(reading, options)),
    findings: [],
    templates: [],
    accepted: [],
    extremes: [],
    strips: reading.strips,
    measurements: reading.measurements,
    unplaced: reading.unplaced,
  };
}

const logged = (edits: readonly ReadingEdit[], after: number): LoggedEdit[] =>
  edits.map((edit, i) => ({
    sequence: after + i + 1,
    analysis_version: 1,
    edit: i === 0 || edit.kind === 'undo' ? edit : { ...edit, step: after + 1 },
  }));

/** The panel on a reading that its edits fold into, as on the page. */
function Basket({ log, writes }: { log: Store<readonly LoggedEdit[]>; writes: boolean }) {
  const shown = shownOf(useStored(log));
  const view = { ...viewHandle, leadNames: ['I', 'II'] };
  const desk = testDesk({ shown, view, writes, write: (edits) => append(log, edits) });
  return (
    <StripPlaceProvider>
      <BasketPanel desk={desk} />
    </StripPlaceProvider>
  );
}

/** The thread that folds has its answer later; until then the page has what was. */
function Late({ log }: { log: Store<readonly LoggedEdit[]> }) {
  const { strips } = shownOf(useStored(log));
  const [strip] = strips;
  const [sent, setSent] = useState<readonly ReadingEdit[]>([]);
  const held = useStripMarks(
    { write: setSent },
    strip ?? { strip: 1, start_sample: 0, end_sample: 9, caption: '', order: 1 },
  );
  return (
    <>
      <output>{held.marks.length}</output>
      <button onClick={() => held.keep([{ of: 'caliper', lead: 0, sample: 2600, to_sample: 2700 }])}>
        draw
      </button>
      <button onClick={() => append(log, sent)}>fold</button>
    </>
  );
}

test('what is drawn stands at once, before the reading has it, and follows the reading afterwards', async () => {
  const log = createStore<readonly LoggedEdit[]>(logged(three, 0));
  const user = await showIn('en', <Late log={log} />);
  const drawn = (): string => screen.getByRole('status').textContent;
  await user.click(screen.getByRole('button', { name: 'draw' }));
  expect(drawn()).toBe('1');
  await user.click(screen.getByRole('button', { name: 'fold' }));
  expect([drawn(), log.get().length]).toEqual(['1', 4]);
  act(() => append(log, [{ kind: 'undo', edit: 4 }]));
  expect(drawn()).toBe('0');
});

const append = (log: Store<readonly LoggedEdit[]>, edits: readonly ReadingEdit[]): void =>
  log.set([...log.get(), ...logged(edits, log.get().length)]);

const strip = (second: number, caption: string, order: number): ReadingEdit => ({
  kind: 'add_strip',
  start_sample: second * hz,
  end_sample: (second + 8) * hz,
  caption,
  order,
});
const three = [strip(10, 'one', 1), strip(30, 'two', 2), strip(50, 'three', 3)];

async function open(language: 'en' | 'ko', edits: readonly ReadingEdit[], writes = true) {
  const log = createStore<readonly LoggedEdit[]>(logged(edits, 0));
  const user = await showIn(language, atAddress('/review/7', <Basket log={log} writes={writes} />));
  const strips = (): readonly ReadStrip[] => shownOf(log.get()).strips;
  const write = (one: ReadingEdit): void => act(() => append(log, [one]));
  const undo = (): void => {
    const edit = undoSteps(log.get()).undo;
    if (edit !== null) write(edit);
  };
  const captions = (): string[] => strips().map(({ caption }) => caption);
  return { user, log, write, strips, captions, undo };
}

const time = (sample: number): string => `at ${String(sample)}.`;
const named = (words: string, at: number): string => words.replace('{{time}}', time(at));

test.each(languages)(
  '$language: strips move by keys and buttons, and each move is taken back',
  async (one) => {
    const { user, captions, undo } = await open(one.language, three);
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

test('a strip is dragged by its number behind the last', async () => {
  const { captions } = await open('en', three);
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

test('a dragged row stands among the others by their middles', () => {
  const middles = [10, 30, 50];
  expect([0, 20, 40, 60].map((y) => placeAt(middles, 0, y))).toEqual([0, 0, 1, 2]);
  expect([0, 20, 40, 60].map((y) => placeAt(middles, 2, y))).toEqual([0, 1, 2, 2]);
});

test.each(languages)(
  '$language: one press keeps the extremes under their figures; one that is elsewhere by now is said',
  async (one) => {
    const { user, write, strips, undo } = await open(one.language, three.slice(0, 1));
    await user.click(await screen.findByRole('button', { name: new RegExp(one.words['extremes.add']) }));
    expect(strips()).toHaveLength(4);
    const longest = one.words['shows.longest_rr'].replace(
      '{{value}}',
      one.words.seconds.replace('{{value}}', '3.00'),
    );
    expect(screen.getByPlaceholderText(longest)).toBeTruthy();
    expect(screen.queryByRole('button', { name: new RegExp(one.words['extremes.add']) })).toBeNull();
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

async function openEditor(one: (typeof languages)[number]) {
  const basket = await open(one.language, three);
  await basket.user.click(await screen.findByRole('button', { name: named(one.words.draw, 30 * hz) }));
  const title = one.words['editor.title'].replace('{{place}}', '2').replace('{{total}}', '3');
  const dialog = await screen.findByRole('dialog', { name: title });
  const marks = () => basket.strips()[1]?.marks ?? [];
  return { ...basket, dialog, marks };
}

test.each(languages)(
  '$language: a strip is drawn on by keys, moved, written, removed and undone',
  async (one) => {
    const { user, dialog, marks, undo } = await openEditor(one);
    await user.keyboard('c');
    expect(marks()).toEqual([{ of: 'caliper', lead: 0, sample: beat, to_sample: beat + hz }]);
    expect(within(dialog).getAllByText('1000 ms · 60 bpm').length).toBeGreaterThan(0);
    const end = within(dialog).getByRole('slider', {
      name: one.words['handle.end'].replace('{{what}}', one.words['tool.caliper']).replace('{{place}}', '1'),
    });
    await waitFor(() => expect(document.activeElement).toBe(end));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(marks()).toMatchObject([{ to_sample: beat + hz - 2 }]);

    await user.keyboard('a');
    const words = within(dialog).getByRole('textbox', {
      name: one.words['mark.text'].replace('{{place}}', '2'),
    });
    await waitFor(() => expect(document.activeElement).toBe(words));
    await user.keyboard('<b>P wave</b>{Enter}');
    expect(marks()).toMatchObject([
      { of: 'caliper' },
      { of: 'arrow', to_sample: beat, text: '<b>P wave</b>' },
    ]);
    expect(dialog.querySelector('svg b, li b b')).toBeNull();
    undo();
    expect(marks()).toMatchObject([{ of: 'caliper' }, { of: 'arrow', text: '' }]);

    await user.click(
      within(dialog).getByRole('button', { name: one.words['mark.remove'].replace('{{place}}', '1') }),
    );
    expect(marks()).toMatchObject([{ of: 'arrow' }]);
  },
);

test('a text is kept once it says something, else it is gone', async () => {
  const { user, dialog, marks, log } = await openEditor(languages[0]);
  const before = log.get().length;
  await user.keyboard('t');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  await user.keyboard('{Enter}');
  expect(within(dialog).queryByRole('textbox', { name: /Words/ })).toBeNull();
  expect(log.get()).toHaveLength(before);
  within(dialog).getByRole('button', { name: /Done/ }).focus();
  await user.keyboard('t');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  await user.keyboard('flutter waves{Enter}');
  expect(marks()).toMatchObject([{ of: 'text', text: 'flutter waves', sample: beat }]);
});

test('an arrow is drawn by hand, and its point dragged', async () => {
  const { user, dialog, marks } = await openEditor(languages[0]);
  await user.click(within(dialog).getByRole('button', { name: /Arrow/ }));
  const paper = within(dialog).getByRole('group', { name: en['editor.sheet'] });
  // At 25 mm/s and 4 pixels a millimetre a second is 100 pixels, behind a margin of 40.
  fireEvent.pointerDown(paper, { clientX: 140, clientY: 40, button: 0, pointerId: 1 });
  fireEvent.pointerMove(paper, { clientX: 240, clientY: 60, pointerId: 1 });
  fireEvent.pointerUp(paper, { clientX: 240, clientY: 60, pointerId: 1 });
  expect(marks()).toMatchObject([{ of: 'arrow', sample: 31 * hz, to_sample: 32 * hz }]);
  const tip = within(dialog).getByRole('slider', { name: /Arrow 1, end/ });
  fireEvent.pointerDown(tip, { clientX: 240, clientY: 60, button: 0, pointerId: 1 });
  fireEvent.pointerMove(tip, { clientX: 340, clientY: 60, pointerId: 1 });
  fireEvent.pointerUp(tip, { clientX: 340, clientY: 60, pointerId: 1 });
  expect(marks()).toMatchObject([{ sample: 31 * hz, to_sample: 33 * hz }]);
});

test('speed and gain are the strip’s own', async () => {
  const { user, dialog, strips, undo } = await openEditor(languages[0]);
  await user.click(within(dialog).getByRole('button', { name: '50 mm/s' }));
  await user.click(within(dialog).getByRole('button', { name: '5 mm/mV' }));
  expect(strips()[1]?.scale).toEqual({ mm_per_s: 50, mm_per_mv: 5 });
  undo();
  expect(strips()[1]?.scale).toEqual({ mm_per_s: 50, mm_per_mv: 10 });
  expect([strips()[0]?.scale, strips()[2]?.scale]).toEqual([undefined, undefined]);
});

test('who does not hold the pen sees the basket and changes nothing', async () => {
  await open('en', three, false);
  const list = await screen.findByRole('list', { name: en.list });
  expect(within(list).getAllByRole('button')).toHaveLength(3);
  expect(within(list).getByText('two')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /extremes/ })).toBeNull();
});
