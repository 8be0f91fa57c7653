/**
 * Computes the groups of similar beats of a reading: number of beats, current class, certainty, the first beat and the
 * least certain one.
 *
 * Invariant: every beat belongs to one group or, if a user added it, to none.
 */
import { beatClassFromByte } from '../labels/beat-labels.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import { byteQ } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';

/** Number of beats of a group with one class. */
interface ClassShare {
  readonly label: BeatClass;
  readonly beats: number;
}

export interface TemplateGroup {
  readonly template: number;
  readonly beats: number;
  /** The class of most of its beats. */
  readonly label: BeatClass;
  /** Number of beats with that class. */
  readonly labelled: number;
  /** Every class of its beats, the most frequent first. */
  readonly classes: readonly ClassShare[];
  /** 0 to 1: the mean of its beats. */
  readonly certainty: number;
  readonly first_sample: number;
  readonly worst_sample: number;
}

/** From this share of beats with another class on, a group is mixed: it must not be accepted as if it were one class. */
const mixedFrom = 0.05;
export const isMixed = ({ beats, labelled }: Pick<TemplateGroup, 'beats' | 'labelled'>): boolean =>
  beats - labelled >= mixedFrom * beats && labelled < beats;

const classBytes = byteQ + 1;

export function templateGroups(beats: BeatTable): TemplateGroup[] {
  const { samples, templates, confidence, classes } = beats;
  const count = new Uint32Array(noTemplate);
  const sure = new Float64Array(noTemplate);
  const first = new Int32Array(noTemplate).fill(-1);
  const worst = new Int32Array(noTemplate).fill(-1);
  const least = new Uint8Array(noTemplate).fill(255);
  const byClass = new Uint32Array(noTemplate * classBytes);
  for (let i = 0; i < samples.length; i++) {
    const t = templates[i] ?? noTemplate;
    if (t === noTemplate) continue;
    const percent = confidence[i] ?? 0;
    if (first[t] === -1) first[t] = i;
    if (percent < (least[t] ?? 0)) {
      least[t] = percent;
      worst[t] = i;
    }
    count[t] = (count[t] ?? 0) + 1;
    sure[t] = (sure[t] ?? 0) + percent;
    const at = t * classBytes + Math.min(byteQ, classes[i] ?? byteQ);
    byClass[at] = (byClass[at] ?? 0) + 1;
  }
  const sampleOf = (index: number): number => samples[index] ?? 0;
  return Array.from(count).flatMap((held, t) => {
    if (held === 0) return [];
    const of = byClass.subarray(t * classBytes, (t + 1) * classBytes);
    const shares = sharesOf(of);
    const { label, beats: labelled } = shares[0] ?? { label: 'Q', beats: 0 };
    return [
      {
        template: t,
        beats: held,
        label,
        labelled,
        classes: shares,
        certainty: (sure[t] ?? 0) / held / 100,
        first_sample: sampleOf(first[t] ?? 0),
        worst_sample: sampleOf(worst[t] ?? 0),
      },
    ];
  });
}

function sharesOf(counts: Uint32Array): ClassShare[] {
  return [...counts]
    .map((beats, byte): ClassShare => ({ label: beatClassFromByte(byte) ?? 'Q', beats }))
    .filter(({ beats }) => beats > 0)
    .sort((a, b) => b.beats - a.beats);
}
