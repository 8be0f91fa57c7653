/** Runs the commands on beats. */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { selectedBeats } from '../../../../trace/time/beat-selection.ts';
import type { DeskAction, DeskActions } from '../keys/desk-tool.ts';
import { selectionOf } from '../session/beat-edits.ts';
import { relabelGroupEdits } from '../session/finding-edits.ts';
import type { Desk } from '../session/use-desk.ts';
import type { beatKeys } from './beat-keys.ts';

type Beats = NonNullable<ReturnType<typeof selectionOf>>;

function selectionEdits({ view, shown }: Desk, edit: (beats: Beats) => ReadingEdit): ReadingEdit[] {
  const selected = view?.selected() ?? null;
  if (selected === null || shown === null) return [];
  const beats = selectionOf(shown.beats.sample, selected);
  return beats === null ? [] : [edit(beats)];
}

/** Labels the selected beats, else all beats of the open template. */
export function labelBeats(desk: Desk, as: BeatClass): void {
  const { view, current } = desk;
  if (view?.selected() === null && current !== null) return desk.write(relabelGroupEdits(current, as));
  desk.write(selectionEdits(desk, (beats) => ({ kind: 'relabel_beats', beats, label: as })));
}

export function removeBeats(desk: Desk): void {
  desk.write(selectionEdits(desk, (beats) => ({ kind: 'remove_beats', beats })));
  desk.view?.select(null);
}

/** Adds a beat at the marked place between two beats, on the top of what looks like a beat. */
function add({ view, shown, write }: Desk): void {
  const selected = view?.selected() ?? null;
  if (view === null || selected === null || shown === null) return;
  if (selectedBeats(shown.beats.sample, selected).length > 0) return;
  const sample = view.peak(selected.focus);
  write([{ kind: 'add_beat', sample, label: 'N' }]);
  view.select({ anchor: sample, focus: sample });
}

const naming = (as: BeatClass): DeskAction => ({ waits: true, run: (desk) => labelBeats(desk, as) });
const select = (by: -1 | 1, extend: boolean): DeskAction => ({
  reads: true,
  run: ({ view }) => view?.selectNext(by, extend),
});

export const beatActions = {
  'name-n': naming('N'),
  'name-v': naming('V'),
  'name-s': naming('S'),
  'name-f': naming('F'),
  'name-q': naming('Q'),
  remove: { run: removeBeats },
  clear: { reads: true, unlisted: true, run: ({ view }) => view?.select(null) },
  add: { run: add },
  'beat-before': select(-1, false),
  'beat-after': select(1, false),
  'take-before': select(-1, true),
  'take-after': select(1, true),
} as const satisfies DeskActions & Record<keyof typeof beatKeys, DeskAction>;
