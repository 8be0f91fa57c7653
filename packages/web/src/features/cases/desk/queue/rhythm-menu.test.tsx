// @vitest-environment happy-dom
import { rhythmLabels } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { findingQueue } from '@rhythmdesk/ecg/reading/finding-queue';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { showIn } from '../../../../platform/test-page.tsx';
import { texts as enFrame } from '../../../../platform/texts/en/dialogs.ts';
import { texts as en } from '../../../../platform/texts/en/desk.ts';
import { texts as enTrace } from '../../../../platform/texts/en/trace.ts';
import { texts as koFrame } from '../../../../platform/texts/ko/dialogs.ts';
import { texts as ko } from '../../../../platform/texts/ko/desk.ts';
import { texts as koTrace } from '../../../../platform/texts/ko/trace.ts';
import { viewHandle } from '../../../../trace/panels/test-handle.ts';
import { DialogHost } from '../../../../ui/dialogs/dialog-host.tsx';
import { menuRhythms, RhythmMenu } from './rhythm-menu.tsx';
import { testDesk } from '../session/test-desk.ts';

const languages = [
  { language: 'en', words: en, names: enTrace, frame: enFrame },
  { language: 'ko', words: ko, names: koTrace, frame: koFrame },
] as const;
const [vt = null] = findingQueue({
  findings: [
    {
      ...{ kind: 'vt', start_sample: 500, end_sample: 1100, beats: 4, bpm: 150 },
      ...{ state: 'open', certainty: 0.9, shape: null },
    },
  ],
  ...{ templates: [], extremes: [], events: [], accepted: [] },
}).flatMap(({ items }) => items);

test.each(languages)('$language: an episode is given any other name', async ({ language, words, names }) => {
  const write = vi.fn();
  await showIn(language, <RhythmMenu desk={testDesk({ current: vt, write })} />);
  const hand = userEvent.setup();
  await hand.click(await screen.findByRole('button', { name: new RegExp(words['rhythm.change']) }));
  expect(await screen.findByRole('menu', { name: words['rhythm.menu'] })).toBeTruthy();
  expect(screen.getAllByRole('menuitem')).toHaveLength(menuRhythms.length);
  await hand.click(screen.getByRole('menuitem', { name: names['rhythm.avb3'] }));
  expect(write).toHaveBeenCalledWith([expect.objectContaining({ kind: 'add_episode', rhythm: 'avb3' })]);
});

test.each(languages)(
  '$language: a finding without a kind gets its own name; without one nothing is written',
  async ({ language, words, names, frame }) => {
    const write = vi.fn();
    const parts = (
      <>
        <RhythmMenu desk={testDesk({ current: vt, write })} />
        <DialogHost />
      </>
    );
    const hand = await showIn(language, parts);
    const ask = async (): Promise<HTMLElement> => {
      await hand.click(await screen.findByRole('button', { name: new RegExp(words['rhythm.change']) }));
      await hand.click(await screen.findByRole('menuitem', { name: names['rhythm.other'] }));

      return screen.findByRole('alertdialog', { name: words['rhythm.other'] });
    };
    await hand.click(within(await ask()).getByRole('button', { name: frame.cancel }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(write).not.toHaveBeenCalled();
    const dialog = await ask();
    const field = within(dialog).getByRole('textbox', { name: words['rhythm.other.name'] });
    expect(field.getAttribute('maxlength')).toBe('100');
    await hand.type(field, ' Wandering pacemaker {Enter}');
    await waitFor(() =>
      expect(write).toHaveBeenCalledWith([
        expect.objectContaining({ kind: 'add_episode', rhythm: 'other', name: 'Wandering pacemaker' }),
      ]),
    );
  },
);

test('the button depends on the selection on the strip, and is hidden if nothing can be named', async () => {
  const heard = new Set<() => void>();
  let selected: { anchor: number; focus: number } | null = null;
  const view = {
    ...viewHandle,
    selected: () => selected,
    onSelected: (listener: () => void) => {
      heard.add(listener);
      return () => void heard.delete(listener);
    },
  };
  await showIn('en', <RhythmMenu desk={testDesk({ current: vt, view })} />);
  expect(await screen.findByRole('button')).toBeTruthy();
  selected = { anchor: 7, focus: 7 };
  act(() => heard.forEach((listener) => listener()));
  expect(screen.queryByRole('button')).toBeNull();
});

test('every rhythm is in the menu except sinus rhythm and no signal', () => {
  const kinds = Object.keys(rhythmLabels).filter((kind) => kind !== 'sinus' && kind !== 'no_signal');
  expect([...menuRhythms].sort()).toEqual(kinds.sort());
});
