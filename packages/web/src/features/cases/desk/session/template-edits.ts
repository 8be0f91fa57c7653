/**
 * Makes edits of whole templates (groups of similar beats): one press is one step of the log.
 *
 * Invariants: a split or merge lists each of its beats once; one undo reverts it.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { JudgedThing, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { beatLists, relabelBeats } from './beat-edits.ts';

const lastTemplate = 254;

/** Returns a template number that no group has or was accepted under; null if all are used. */
export function freeTemplate(
  groups: readonly TemplateGroup[],
  accepted: readonly JudgedThing[],
): number | null {
  const taken = [
    ...groups.map(({ template }) => template),
    ...accepted.flatMap((thing) => (thing.of === 'template' ? [thing.template] : [])),
  ];
  const next = taken.reduce((most, one) => Math.max(most, one), -1) + 1;
  return next <= lastTemplate ? next : null;
}

/** Splits some beats of a group off into a new group, with another class if one is given. */
export function splitEdits(
  samples: readonly number[],
  template: number,
  label: BeatClass | null,
): ReadingEdit[] {
  const regrouped = beatLists(samples).map((beats): ReadingEdit => ({
    kind: 'regroup_beats',
    beats,
    template,
  }));
  return label === null ? regrouped : [...regrouped, ...relabelBeats(samples, label)];
}

/** Moves the beats of the other groups into the first one, with its class. */
export function mergeEdits(into: TemplateGroup, others: readonly TemplateGroup[]): ReadingEdit[] {
  return others
    .filter(({ template }) => template !== into.template)
    .flatMap(({ template }): ReadingEdit[] => [
      { kind: 'relabel_beats', beats: { by: 'template', template }, label: into.label },
      { kind: 'regroup_beats', beats: { by: 'template', template }, template: into.template },
    ]);
}
