// @vitest-environment happy-dom
/** Tests drawing on a strip by keys and by pointer: a mark is shown at once, saved as an edit, and undone. */
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createStore, type Store } from '../../../../platform/store.ts';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as en } from '../../../../platform/texts/en/basket.ts';
import { texts as ko } from '../../../../platform/texts/ko/basket.ts';
import { useStored } from '../../../../platform/use-stored.ts';
import { append, beat, hz, logged, named, openBasket, shownOf, three } from './test-basket.tsx';
import { useStripMarks } from './use-strip-marks.ts';

const languages = [
  { language: 'en', words: en },
  { language: 'ko', words: ko },
] as const;

async function openEditor(one: (typeof languages)[number]) {
  const basket = await openBasket(one.language, three);
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

test('a text is stored once it is not empty, otherwise it is removed', async () => {
  const { user, dialog, marks, log } = await openEditor(languages[0]);
  const before = log.get().length;
  await user.keyboard('t');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  await user.keyboard('{Enter}');
  expect(within(dialog).queryByRole('textbox', { name: /^Text of drawing/ })).toBeNull();
  expect(log.get()).toHaveLength(before);
  within(dialog).getByRole('button', { name: /Done/ }).focus();
  await user.keyboard('t');
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  await user.keyboard('flutter waves{Enter}');
  expect(marks()).toMatchObject([{ of: 'text', text: 'flutter waves', sample: beat }]);
});

test('an arrow is drawn by pointer, and its point dragged', async () => {
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

test('speed and gain belong to the strip', async () => {
  const { user, dialog, strips, undo } = await openEditor(languages[0]);
  await user.click(within(dialog).getByRole('button', { name: '50 mm/s' }));
  await user.click(within(dialog).getByRole('button', { name: '5 mm/mV' }));
  expect(strips()[1]?.scale).toEqual({ mm_per_s: 50, mm_per_mv: 5 });
  undo();
  expect(strips()[1]?.scale).toEqual({ mm_per_s: 50, mm_per_mv: 10 });
  expect([strips()[0]?.scale, strips()[2]?.scale]).toEqual([undefined, undefined]);
});

/** Delays the reading, as the worker answers later; until then the page has the earlier state. */
function Late({ log }: { log: Store<readonly LoggedEdit[]> }) {
  const { strips } = shownOf(useStored(log));
  const [strip] = strips;
  const [sent, setSent] = useState<readonly (readonly ReadingEdit[])[]>([]);
  const held = useStripMarks(
    { write: (edits) => setSent([...sent, edits]) },
    strip ?? { strip: 1, start_sample: 0, end_sample: 9, caption: '', order: 1 },
  );
  const caliper = { of: 'caliper', lead: 0, sample: 2600, to_sample: 2700 } as const;
  const fold = (): void => {
    append(log, sent[0] ?? []);
    setSent(sent.slice(1));
  };
  return (
    <>
      <output>{held.marks.length}</output>
      <button onClick={() => held.keep([...held.marks, caliper])}>draw</button>
      <button onClick={fold}>fold</button>
    </>
  );
}

test('a drawing is shown at once, before the reading contains it, and follows the reading afterwards', async () => {
  const log = createStore<readonly LoggedEdit[]>(logged(three, 0));
  const user = await showIn('en', <Late log={log} />);
  const drawn = (): string => screen.getByRole('status').textContent;
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('draw');
  await press('draw');
  expect(drawn()).toBe('2');
  // The answer to the first edit does not remove the second mark.
  await press('fold');
  expect([drawn(), log.get().length]).toEqual(['2', 4]);
  await press('fold');
  expect([drawn(), log.get().length]).toEqual(['2', 5]);
  act(() => append(log, [{ kind: 'undo', edit: 5 }]));
  expect(drawn()).toBe('1');
  act(() => append(log, [{ kind: 'undo', edit: 4 }]));
  expect(drawn()).toBe('0');
});
