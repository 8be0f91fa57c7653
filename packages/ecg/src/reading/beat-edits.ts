/**
 * Applies edits of beats, after finding the beats that an edit refers to. An edit made on the current analysis names
 * its beats exactly; one made on an earlier analysis names beats of that analysis, which are mapped (`anchors`). An
 * edit that finds no beat changes nothing.
 */
import { byteQ } from '../beats/beat-class.ts';
import { noTemplate } from '../beats/beat-table.ts';
import type { BeatTable } from '../beats/beat-table.ts';
import { lowerBound } from '../beats/lower-bound.ts';
import { nearestBeat } from '../beats/nearest-beat.ts';
import { beatLabels } from '../labels/beat-labels.ts';
import { anchorBeats, beatAt, nearSamples } from './anchors.ts';
import type { BeatLayer, BeatRef, Revert } from './beat-layer.ts';
import type { BeatSelection, ReadingEdit } from './edits.ts';

type BeatEdit = Extract<
  ReadingEdit,
  { kind: 'relabel_beats' | 'regroup_beats' | 'add_beat' | 'remove_beats' | 'move_beat' }
>;

/** Beats of earlier analyses, by version; any other version has the beats of the current analysis. */
export type EarlierBeats = ReadonlyMap<number, BeatTable>;

interface Earlier {
  readonly beats: BeatTable;
  readonly anchors: Int32Array;
  /** The groups after the edits of that analysis; they differ from those of the current analysis. */
  readonly templates: Uint8Array;
}

export class BeatEdits {
  private readonly base: BeatTable;
  private readonly layer: BeatLayer;
  private readonly earlier: EarlierBeats;
  private readonly anchored = new Map<number, Earlier>();
  /** Beats that a user added earlier, and that a later analysis found by itself. */
  private readonly aliases = new Map<number, BeatRef>();

  constructor(base: BeatTable, layer: BeatLayer, earlier: EarlierBeats) {
    this.base = base;
    this.layer = layer;
    this.earlier = earlier;
  }

  apply(edit: BeatEdit, version: number): Revert | undefined {
    const earlier = this.earlierOf(version);
    switch (edit.kind) {
      case 'relabel_beats': {
        const refs = this.select(edit.beats, earlier);
        return refs.length === 0 ? undefined : this.layer.relabel(refs, beatLabels[edit.label].byte);
      }
      case 'regroup_beats':
        if (earlier !== undefined) return regroupEarlier(earlier, edit.beats, edit.template);
        return this.regroup(edit.beats, edit.template);
      case 'remove_beats': {
        const refs = this.select(edit.beats, earlier);
        return refs.length === 0 ? undefined : this.layer.remove(refs);
      }
      case 'add_beat':
        return this.add(edit.sample, beatLabels[edit.label].byte, earlier);
      case 'move_beat':
        return this.move(edit.sample, edit.to_sample, earlier);
    }
  }

  private earlierOf(version: number): Earlier | undefined {
    const held = this.anchored.get(version);
    if (held !== undefined) return held;
    const beats = this.earlier.get(version);
    if (beats === undefined) return undefined;
    const made = { beats, anchors: anchorBeats(beats, this.base), templates: beats.templates.slice() };
    this.anchored.set(version, made);
    return made;
  }

  private locate(sample: number, earlier: Earlier | undefined): BeatRef | undefined {
    if (earlier === undefined) return this.layer.at(sample);
    const alias = this.aliases.get(sample);
    if (alias !== undefined && this.layer.stands(alias)) return alias;
    const here = this.layer.at(sample);
    if (here !== undefined && here < 0) return here;
    const index = beatAt(earlier.beats.samples, sample);
    const anchor = index < 0 ? -1 : (earlier.anchors[index] ?? -1);
    return anchor >= 0 && this.layer.stands(anchor) ? anchor : undefined;
  }

  private select(beats: BeatSelection, earlier: Earlier | undefined): BeatRef[] {
    switch (beats.by) {
      case 'list':
        return [...new Set(beats.samples.flatMap((sample) => this.locate(sample, earlier) ?? []))];
      case 'range':
        return this.layer.between(beats.start_sample, beats.end_sample);
      case 'template':
        return earlier === undefined
          ? this.layer.ofTemplate(beats.template)
          : this.anchoredTemplate(beats.template, earlier);
    }
  }

  private regroup(beats: BeatSelection, template: number): Revert | undefined {
    const refs = this.select(beats, undefined);
    return refs.length === 0 ? undefined : this.layer.regroup(refs, template);
  }

  private anchoredTemplate(template: number, { anchors, templates }: Earlier): BeatRef[] {
    const refs: BeatRef[] = [];
    for (let i = templates.indexOf(template); i >= 0; i = templates.indexOf(template, i + 1)) {
      const anchor = anchors[i] ?? -1;
      if (anchor >= 0 && this.layer.stands(anchor)) refs.push(anchor);
    }
    return refs;
  }

  private isInside(sample: number): boolean {
    return sample >= 0 && sample < this.base.length;
  }

  /** Adds a beat; one that a later analysis found by itself is not added a second time. */
  private add(sample: number, classByte: number, earlier: Earlier | undefined): Revert | undefined {
    if (!this.isInside(sample)) return undefined;
    const found =
      earlier === undefined ? -1 : nearestBeat(this.base.samples, sample, nearSamples(this.base.sampling_hz));
    if (found < 0 || !this.layer.stands(found)) {
      return this.layer.at(sample) === undefined ? this.layer.put(sample, classByte, -1) : undefined;
    }
    const back = this.layer.relabel([found], classByte);
    this.aliases.set(sample, found);
    return () => {
      this.aliases.delete(sample);
      back();
    };
  }

  private move(sample: number, to: number, earlier: Earlier | undefined): Revert | undefined {
    const ref = this.locate(sample, earlier);
    if (ref === undefined || !this.isInside(to)) return undefined;
    const there = this.layer.at(to);
    if (there !== undefined && there !== ref) return undefined;
    return there === ref ? this.layer.relabel([], byteQ) : this.layer.move(ref, to);
  }
}

/** Returns the indices in an earlier analysis of the beats that a selection names. */
function earlierIndices({ beats: { samples }, templates }: Earlier, beats: BeatSelection): number[] {
  if (beats.by === 'list')
    return beats.samples.map((sample) => beatAt(samples, sample)).filter((i) => i >= 0);
  const found: number[] = [];
  if (beats.by === 'template') {
    for (let i = templates.indexOf(beats.template); i >= 0; i = templates.indexOf(beats.template, i + 1))
      found.push(i);
    return found;
  }
  for (let i = lowerBound(samples, beats.start_sample); (samples[i] ?? Infinity) <= beats.end_sample; i++)
    found.push(i);
  return found;
}

/** Regroups beats of an earlier analysis, so that later edits of that analysis select the right beats by group. */
function regroupEarlier(earlier: Earlier, beats: BeatSelection, template: number): Revert | undefined {
  const { templates } = earlier;
  const changed = earlierIndices(earlier, beats);
  if (changed.length === 0) return undefined;
  const before = changed.map((i) => templates[i] ?? noTemplate);
  for (const i of changed) templates[i] = template;
  return () => {
    for (let n = changed.length - 1; n >= 0; n--) templates[changed[n] ?? 0] = before[n] ?? noTemplate;
  };
}
