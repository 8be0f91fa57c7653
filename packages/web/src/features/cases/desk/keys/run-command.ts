/** Runs a command of the desk: writes edits into the reading or changes the view. */
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { nextOpenItem } from '@rhythmdesk/ecg/reading/finding-queue';
import { selectedBeats, spanOf, type Selected } from '../../../../trace/time/beat-selection.ts';
import { createStore } from '../../../../platform/store.ts';
import type { Undo } from '../../reading/use-undo.ts';
import type { DeskCommand, DeskSubject } from './desk-keys.ts';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import {
  acceptEdits,
  markEdits,
  moveEndEdits,
  rejectEdits,
  relabelGroupEdits,
  retypeEdits,
} from '../session/finding-edits.ts';
import { toolState } from '../session/tool-state.ts';
import type { Desk } from '../session/use-desk.ts';

/** Whether the rhythm menu is open. */
export const rhythmMenuOf = toolState(() => createStore(false));

/** If more beats than this are selected, the edit stores a range instead of a list. */
const listed = 200;

/** Returns the selected beats for an edit: a few as a list, many as a range. Null if no beat is selected. */
export function selectionOf(
  beats: ArrayLike<number>,
  selected: Selected,
): Extract<ReadingEdit, { kind: 'remove_beats' }>['beats'] | null {
  const samples = selectedBeats(beats, selected);
  if (samples.length === 0) return null;
  const { start, end } = spanOf(selected);
  return samples.length <= listed
    ? { by: 'list', samples }
    : { by: 'range', start_sample: start, end_sample: end };
}

/** Returns what the letter keys change now. */
export function subjectOf({ view, current }: Pick<Desk, 'view' | 'current'>): DeskSubject {
  if (view?.selected() !== null && view !== null) return 'beats';
  return current?.of === 'template' || current?.of === 'episode' ? current.of : 'other';
}

function beatEdits(desk: Desk, command: Extract<DeskCommand, { kind: 'label' | 'remove' }>): ReadingEdit[] {
  const selected = desk.view?.selected() ?? null;
  const sample = desk.shown?.beats.sample;
  if (selected === null || sample === undefined) return [];
  const beats = selectionOf(sample, selected);
  if (beats === null) return [];
  if (command.kind === 'remove') return [{ kind: 'remove_beats', beats }];
  return [{ kind: 'relabel_beats', beats, label: command.label }];
}

/** Returns what the rhythm menu changes now: the section of at least two selected beats, or the selected episode. */
export function namedByRhythm(desk: Pick<Desk, 'view' | 'current' | 'shown'>): 'stretch' | 'episode' | null {
  const subject = subjectOf(desk);
  if (subject === 'episode') return desk.current?.state === 'rejected' ? null : subject;
  return subject === 'beats' && takenBeats(desk).length > 1 ? 'stretch' : null;
}

function takenBeats({ view, shown }: Pick<Desk, 'view' | 'shown'>): number[] {
  const selected = view?.selected() ?? null;
  return selected === null || shown === null ? [] : selectedBeats(shown.beats.sample, selected);
}

/**
 * Gives the selection or the episode a rhythm. A selection is cleared and its new episode is opened, so that the next
 * key applies to the episode.
 */
export function nameRhythm(desk: Desk, rhythm: RhythmKey, name?: string): void {
  const named = namedByRhythm(desk);
  if (named === 'episode' && desk.current !== null)
    return desk.write(retypeEdits(desk.current, rhythm, name));
  if (named !== 'stretch') return;
  const edits = markEdits(takenBeats(desk), rhythm, name);
  desk.write(edits);
  desk.view?.select(null);
  const [edit] = edits;
  if (edit === undefined || !('start_sample' in edit)) return;
  const { start_sample, end_sample } = edit;
  desk.awaitItem({ kind: rhythm, start_sample, end_sample });
}

/** Adds a beat where the user last pressed between two beats, at the nearest peak. */
function addBeat({ view, shown, write }: Desk): void {
  const selected = view?.selected() ?? null;
  if (view === null || selected === null || shown === null) return;
  if (selectedBeats(shown.beats.sample, selected).length > 0) return;
  const sample = view.peak(selected.focus);
  write([{ kind: 'add_beat', sample, label: 'N' }]);
  view.select({ anchor: sample, focus: sample });
}

/** Adds the visible strip, with its caliper if there is one. */
function addStrip({ view, shown, write }: Desk): void {
  if (view === null || shown === null) return;
  const { start, end } = view.strip();
  const order = (shown.strips.at(-1)?.order ?? 0) + 1;
  const ends = { start_sample: Math.max(0, Math.round(start)), end_sample: Math.round(end) };
  const measured = view.measured();
  const marks =
    measured === null
      ? undefined
      : [{ of: 'caliper' as const, lead: measured.lead, sample: measured.a, to_sample: measured.b }];
  write([{ kind: 'add_strip', ...ends, caption: '', order, ...(marks && { marks }) }]);
}

/** Moves an end of the episode by beats and keeps that end visible. */
function moveEnd(desk: Desk, { end, by }: Extract<DeskCommand, { kind: 'move' }>): void {
  const { current, shown, view } = desk;
  if (current === null || shown === null) return;
  const edits = moveEndEdits(current, end, by, shown.beats.sample);
  desk.write(edits);
  const [edit] = edits;
  if (edit === undefined || !('start_sample' in edit) || view === null) return;
  const at = end === 'start' ? edit.start_sample : edit.end_sample;
  const strip = view.strip();
  if (at <= strip.start || at >= strip.end) view.goTo(at);
}

function openNext({ current, groups, open }: Desk): void {
  const next = nextOpenItem(groups, current?.key ?? null);
  if (next !== null) open(next);
}

/** An edited item counts as accepted: nothing is written, and the next open item is shown. */
function accept(desk: Desk): void {
  const { current } = desk;
  if (current === null) return;
  if (current.state !== 'mended') return desk.write(acceptEdits(current), current.state !== 'accepted');
  openNext(desk);
}

export function runCommand(desk: Desk, command: DeskCommand, { undo, redo }: Undo): void {
  const { current, view } = desk;
  switch (command.kind) {
    case 'accept':
      return accept(desk);
    case 'reject':
      if (current !== null)
        desk.write(
          rejectEdits(
            current,
            desk.groups.flatMap(({ items }) => items),
          ),
          current.state !== 'rejected',
        );
      return;
    case 'undo':
      return undo?.();
    case 'redo':
      return redo?.();
    case 'step':
      return desk.step(command.by);
    case 'next-open':
      return openNext(desk);
    case 'retype':
      if (current !== null) desk.write(retypeEdits(current, command.rhythm));
      return;
    case 'rhythms':
      return rhythmMenuOf(desk).set(namedByRhythm(desk) !== null);
    case 'move':
      return moveEnd(desk, command);
    case 'beat':
      return view?.selectNext(command.by, command.extend);
    case 'clear':
      return view?.select(null);
    case 'strip':
      return addStrip(desk);
    case 'add':
      return addBeat(desk);
    case 'remove':
      desk.write(beatEdits(desk, command));
      return view?.select(null);
    case 'label':
      if (view?.selected() === null && current !== null)
        return desk.write(relabelGroupEdits(current, command.label));
      return desk.write(beatEdits(desk, command));
  }
}
