/**
 * Turns the log of a reading into a list of user actions: one entry for each step. An undo is an entry of its own, and
 * so is an undo of an undo. An undone step stays in the list. Invariant: every edit of the log belongs to exactly one
 * entry.
 */
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { standingEdits } from '@rhythmdesk/ecg/reading/standing-edits';
import type { SampleSpan } from '../../../../trace/time/time-scale.ts';
import type { WrittenEdit } from '../../reading/reading-state.ts';

/** An edit that is not an undo. */
export type Deed = Exclude<ReadingEdit, { kind: 'undo' }>;

export type EditAct = {
  readonly key: string;
  /** `done`: a step. The others refer to the step that they undid or restored. */
  readonly of: 'done' | 'taken_back' | 'brought_back';
  readonly deeds: readonly Deed[];
  /** Whether a step is in effect now. */
  readonly stands: boolean;
  /** The edit to undo in order to undo this step, or to restore it; null if that is not possible. */
  readonly turn: number | null;
  readonly written: WrittenEdit;
};

type Steps = ReadonlyMap<number, readonly Deed[]>;

/** Returns the edits of each step by the number of its first edit. */
function stepsOf(log: readonly LoggedEdit[]): Steps {
  const steps = new Map<number, Deed[]>();
  for (const { sequence, edit } of log) {
    if (edit.kind === 'undo') continue;
    const first = edit.step ?? sequence;
    const deeds = steps.get(first);
    if (deeds === undefined) steps.set(first, [edit]);
    else deeds.push(edit);
  }
  return steps;
}

/** Finds the step that an undo (or an undo of an undo) refers to, and whether it restores the step. */
function meantBy(log: readonly LoggedEdit[], edit: ReadingEdit): { first: number; brings: boolean } {
  let brings = true;
  let at = edit;
  let first = 0;
  while (at.kind === 'undo') {
    brings = !brings;
    first = at.edit;
    const next = log[first - 1]?.edit;
    // An undo refers to an earlier edit, so this loop ends.
    if (next === undefined) break;
    at = next;
  }
  return { first: (at.kind === 'undo' ? undefined : at.step) ?? first, brings };
}

/** Maps the first edit of an undone step to the undo that is in effect. */
function takenBackBy(log: readonly LoggedEdit[], stands: readonly boolean[]): Map<number, number> {
  const by = new Map<number, number>();
  log.forEach(({ sequence, edit }, i) => {
    if (edit.kind === 'undo' && stands[i] === true && log[edit.edit - 1]?.edit.kind !== 'undo')
      by.set(meantBy(log, edit).first, sequence);
  });
  return by;
}

/** Returns the entries, newest first. */
export function editActs(log: readonly WrittenEdit[]): EditAct[] {
  const stands = standingEdits(log);
  const steps = stepsOf(log);
  const undone = takenBackBy(log, stands);
  const acts = log.flatMap((written, i): EditAct[] => {
    const { sequence, edit } = written;
    const key = String(sequence);
    if (edit.kind === 'undo') {
      const { first, brings } = meantBy(log, edit);
      const deeds = steps.get(first) ?? [];
      const of = brings ? 'brought_back' : 'taken_back';
      return [{ key, of, deeds, stands: true, turn: null, written }];
    }
    if (edit.step !== undefined && steps.get(edit.step)?.[0] !== edit) return [];
    const isStanding = stands[i] === true;
    const turn = isStanding ? sequence : (undone.get(sequence) ?? null);
    return [{ key, of: 'done', deeds: steps.get(sequence) ?? [edit], stands: isStanding, turn, written }];
  });
  return acts.reverse();
}

/**
 * Returns the place of an edit. If the edit refers to another edit by number, returns the place of that edit. Null for
 * edits that apply to the whole recording.
 */
function placeOf(deed: Deed, log: readonly LoggedEdit[]): SampleSpan | null {
  const at = (sample: number): SampleSpan => ({ start: sample, end: sample });
  if ('start_sample' in deed) return { start: deed.start_sample, end: deed.end_sample };
  if ('sample' in deed) return at(deed.sample);
  switch (deed.kind) {
    case 'judge_finding':
      return { start: deed.finding.start_sample, end: deed.finding.end_sample };
    case 'judge_thing':
      return 'sample' in deed.thing ? at(deed.thing.sample) : null;
    case 'remove_episode':
      return placeOfNumber(deed.episode, log);
    case 'add_measurement':
      return at(deed.measurement.sample);
    case 'remove_measurement':
      return placeOfNumber(deed.measurement, log);
    case 'remove_strip':
      return placeOfNumber(deed.strip, log);
    case 'relabel_beats':
    case 'regroup_beats':
    case 'remove_beats': {
      const { beats } = deed;
      if (beats.by === 'template') return null;
      if (beats.by === 'range') return { start: beats.start_sample, end: beats.end_sample };
      const [first] = beats.samples;
      return first === undefined ? null : at(first);
    }
  }
}

function placeOfNumber(sequence: number, log: readonly LoggedEdit[]): SampleSpan | null {
  const made = log[sequence - 1]?.edit;
  return made === undefined || made.kind === 'undo' ? null : placeOf(made, log);
}

export const placeOfAct = ({ deeds: [first] }: EditAct, log: readonly LoggedEdit[]): SampleSpan | null =>
  first === undefined ? null : placeOf(first, log);

/** Returns the edit with this number; null if it is an undo. */
export function madeBy(sequence: number, log: readonly LoggedEdit[]): Deed | null {
  const made = log[sequence - 1]?.edit;
  return made === undefined || made.kind === 'undo' ? null : made;
}
