/** Renumbers edits that wait to be sent, after another page wrote edits before them. */
import type { LoggedEdit, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';

/** References to edits made after `known` are shifted by `by`. */
function moved(edit: ReadingEdit, known: number, by: number): ReadingEdit {
  const at = (sequence: number): number => (sequence > known ? sequence + by : sequence);
  if (edit.kind !== 'undo' && edit.step !== undefined) edit = { ...edit, step: at(edit.step) };
  switch (edit.kind) {
    case 'undo':
      return { ...edit, edit: at(edit.edit) };
    case 'change_episode':
    case 'remove_episode':
      return { ...edit, episode: at(edit.episode) };
    case 'change_strip':
    case 'remove_strip':
      return { ...edit, strip: at(edit.strip) };
    case 'remove_measurement':
      return { ...edit, measurement: at(edit.measurement) };
    case 'relabel_beats':
    case 'regroup_beats':
    case 'add_beat':
    case 'remove_beats':
    case 'move_beat':
    case 'mark_unreadable':
    case 'clear_unreadable':
    case 'add_episode':
    case 'judge_finding':
    case 'judge_thing':
    case 'add_strip':
    case 'add_measurement':
      return edit;
  }
}

export function renumber<One extends LoggedEdit>(edits: readonly One[], known: number, by: number): One[] {
  return edits.map((one) => ({
    ...one,
    sequence: one.sequence + by,
    edit: moved(one.edit, known, by),
  }));
}
