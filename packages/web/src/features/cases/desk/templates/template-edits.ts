/**
 * What is done to groups of like beats as a whole, as edits of the log: one press is one step of it.
 *
 * Laws: a split and a merge name every beat of theirs once; what they wrote is taken back by one undo.
 */
import type { BeatClass } from '@rhythmdesk/ecg/labels/beat-labels';
import type { JudgedThing, ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import type { TemplateGroup } from '@rhythmdesk/ecg/reading/template-groups';
import { beatLists, relabelBeats } from '../session/beat-edits.ts';

const lastTemplate = 254;

/** A number that no group bears and none was accepted by; null where all are taken. */
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

/** Makes some beats of a group one of their own, with another name where one is given. */
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

/** Puts the beats of the others into the first, under its name. */
export function mergeEdits(into: TemplateGroup, others: readonly TemplateGroup[]): ReadingEdit[] {
  return others
    .filter(({ template }) => template !== into.template)
    .flatMap(({ template }): ReadingEdit[] => [
      { kind: 'relabel_beats', beats: { by: 'template', template }, label: into.label },
      { kind: 'regroup_beats', beats: { by: 'template', template }, template: into.template },
    ]);
}
