/**
 * Computes a reading: the analysis, which never changes, with the users' edits applied. The log of edits is the source;
 * the state is computed from it, in order, from the edits that are not undone. The page and the server use this same
 * code and compare `checksum`.
 *
 * Invariants: applying a log in one or several pieces gives the same; with every edit undone it is the analysis; edits
 * of different places may be reordered; no beat is missing that no edit removed; an edit of something that does not
 * exist changes nothing and is listed.
 */
import type { BeatTable } from '../beats/beat-table.ts';
import type { Quality } from '../signal/quality.ts';
import { BeatEdits } from './beat-edits.ts';
import type { EarlierBeats } from './beat-edits.ts';
import { createBeatLayer } from './beat-layer.ts';
import type { BeatLayer, Revert } from './beat-layer.ts';
import type { LoggedEdit } from './edits.ts';
import { MarksLayer } from './marks-layer.ts';
import { checksumOf } from './checksum.ts';
import type { ReadContent } from './checksum.ts';
import { inStripOrder } from './read-strips.ts';
import { standingEdits } from './standing-edits.ts';

/** The analysis that edits apply to. */
export interface ReadingBase {
  readonly beats: BeatTable;
  readonly quality: Quality;
}

export interface Reading extends ReadContent {
  /** Sequence number of the last edit; 0 if there is none. */
  readonly sequence: number;
  /** Effective edits whose target was not found. */
  readonly unplaced: readonly number[];
}

export interface OpenReading {
  /** Applies edits that continue from `sequence`. */
  apply(edits: readonly LoggedEdit[]): void;
  /** Drops the edits after this one, as if they had never been applied. */
  truncate(sequence: number): void;
  reading(): Reading;
  checksum(): string;
  /** Returns the edits that are not undone, in their order. */
  standing(): readonly LoggedEdit[];
  /** Returns the edit that last classified, placed or removed the beat at a sample; 0 if none did. */
  handAt(sample: number): number;
  readonly sequence: number;
}

/** Returns the reading of a log. */
export function applyEdits(base: ReadingBase, edits: readonly LoggedEdit[], earlier?: EarlierBeats): Reading {
  const open = openReading(base, earlier);
  open.apply(edits);
  return open.reading();
}

export function openReading(base: ReadingBase, earlier: EarlierBeats = new Map()): OpenReading {
  return new Folded(base, earlier);
}

class Folded implements OpenReading {
  private readonly log: LoggedEdit[] = [];
  /** For each edit of the log the function that reverts it; undefined if it is undone. */
  private readonly reverts: (Revert | undefined)[] = [];
  private readonly unplaced = new Set<number>();
  private readonly beats: BeatLayer;
  private readonly beatEdits: BeatEdits;
  private readonly marks: MarksLayer;
  private readonly earlier: EarlierBeats;

  constructor(base: ReadingBase, earlier: EarlierBeats) {
    this.earlier = earlier;
    this.beats = createBeatLayer(base.beats);
    this.beatEdits = new BeatEdits(base.beats, this.beats, earlier);
    this.marks = new MarksLayer(base.quality, base.beats.sampling_hz);
  }

  get sequence(): number {
    return this.log.length;
  }

  apply(edits: readonly LoggedEdit[]): void {
    for (const edit of edits) {
      if (edit.sequence !== this.log.length + 1) throw new RangeError('reading/sequence');
      this.log.push(edit);
    }
    const stands = standingEdits(this.log);
    this.rollBack(this.firstChanged(stands));
    for (let i = this.reverts.length; i < this.log.length; i++) {
      const logged = this.log[i];
      this.reverts.push(logged !== undefined && stands[i] === true ? this.perform(logged) : undefined);
    }
  }

  truncate(sequence: number): void {
    if (sequence >= this.log.length) return;
    this.rollBack(sequence);
    this.log.length = sequence;
    this.apply([]);
  }

  private firstChanged(stands: readonly boolean[]): number {
    const changed = this.reverts.findIndex((revert, i) => (revert !== undefined) !== stands[i]);
    return changed < 0 ? this.reverts.length : changed;
  }

  private rollBack(to: number): void {
    for (const revert of this.reverts.splice(to).reverse()) revert?.();
  }

  private perform(logged: LoggedEdit): Revert {
    const done = this.change(logged);
    if (done !== undefined) return done;
    this.unplaced.add(logged.sequence);
    return () => void this.unplaced.delete(logged.sequence);
  }

  private change({ sequence, analysis_version, edit }: LoggedEdit): Revert | undefined {
    switch (edit.kind) {
      case 'mark_unreadable':
        return this.marks.markUnreadable(edit);
      case 'clear_unreadable':
        return this.marks.clearUnreadable(edit);
      case 'add_episode':
        return this.marks.addEpisode(sequence, edit);
      case 'change_episode':
        return this.marks.changeEpisode(edit);
      case 'remove_episode':
        return this.marks.removeEpisode(edit);
      case 'judge_finding':
        return this.marks.judge(edit);
      case 'judge_thing':
        // Groups of another analysis are different from those of this one.
        return edit.thing.of === 'template' && this.earlier.has(analysis_version)
          ? undefined
          : this.marks.judgeThing(edit);
      case 'add_strip':
        return this.marks.addStrip(sequence, edit);
      case 'change_strip':
        return this.marks.changeStrip(edit);
      case 'remove_strip':
        return this.marks.removeStrip(edit);
      case 'add_measurement':
        return this.marks.addMeasurement(sequence, edit);
      case 'remove_measurement':
        return this.marks.removeMeasurement(edit);
      case 'undo':
        return edit.edit >= 1 && edit.edit < sequence ? () => undefined : undefined;
      case 'relabel_beats':
      case 'regroup_beats':
      case 'add_beat':
      case 'remove_beats':
      case 'move_beat':
        this.beats.hand = sequence;
        return this.beatEdits.apply(edit, analysis_version);
    }
  }

  reading(): Reading {
    const { episodes, strips, measurements } = this.marks;
    const things = this.marks.judgedThings();
    return {
      sequence: this.sequence,
      beats: this.beats.table(),
      quality: this.marks.quality(),
      episodes: [...episodes.values()].sort(
        (a, b) => a.start_sample - b.start_sample || a.episode - b.episode,
      ),
      verdicts: this.marks.verdicts(),
      accepted: things.flatMap(({ thing, verdict }) => (verdict === 'accepted' ? [thing] : [])),
      rejected: things.flatMap(({ thing, verdict }) =>
        verdict === 'rejected' && thing.of === 'extreme' ? [thing] : [],
      ),
      strips: inStripOrder(strips.values()),
      measurements: [...measurements.values()].sort(
        (a, b) => a.sample - b.sample || a.measurement - b.measurement,
      ),
      unplaced: [...this.unplaced].sort((a, b) => a - b),
    };
  }

  checksum(): string {
    return checksumOf(this.reading());
  }

  handAt(sample: number): number {
    return this.beats.handAt(sample);
  }

  standing(): readonly LoggedEdit[] {
    return this.log.filter((_, i) => this.reverts[i] !== undefined);
  }
}
