/**
 * Describes what a user may do to an analysis, as plain values: the log of a reading is a list of these edits.
 * Positions are samples of the recording, so an edit remains valid with a new analysis. An episode, a strip or a
 * measurement is identified by the sequence number of the edit that created it, which never changes.
 *
 * `undo` reverts an edit together with the others of its step; undoing an undo restores them (redo).
 */
import type { Measurement } from '../beats/measurement.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { StripGain, StripSpeed } from '../labels/strip-labels.ts';
import type { EpisodeSpan, PlacedExtreme } from '../rhythm/episode-marks.ts';

/**
 * Selects beats by position, or all beats of a template in the analysis that the edit was made on, in the grouping at
 * that time.
 */
export type BeatSelection =
  | { readonly by: 'list'; readonly samples: readonly number[] }
  /** Both ends are included. */
  | { readonly by: 'range'; readonly start_sample: number; readonly end_sample: number }
  | { readonly by: 'template'; readonly template: number };

export type FindingVerdict = 'accepted' | 'rejected' | 'open';

/** A finding that is not an episode. */
export type JudgedThing =
  /** A group of similar beats of the analysis that the edit was made on. */
  | { readonly of: 'template'; readonly template: number }
  | { readonly of: 'event'; readonly sample: number }
  | ({ readonly of: 'extreme' } & PlacedExtreme);

type Stretch = { readonly start_sample: number; readonly end_sample: number };
/** An added episode; `name` describes a rhythm for which there is no kind. */
type DrawnEpisode = Stretch & { readonly rhythm: RhythmKey; readonly name?: string | undefined };

/** The scale of a strip on paper. */
export interface StripScale {
  readonly mm_per_s: StripSpeed;
  readonly mm_per_mv: StripGain;
}

/**
 * An annotation on a strip. `lead` counts the leads of the recording from 0, `uv` is a height on that lead in
 * microvolts.
 */
export type StripMark =
  /** Points from the first position to the second; its text is at its start. */
  | {
      readonly of: 'arrow';
      readonly lead: number;
      readonly sample: number;
      readonly uv: number;
      readonly to_sample: number;
      readonly to_uv: number;
      readonly text: string;
    }
  | {
      readonly of: 'text';
      readonly lead: number;
      readonly sample: number;
      readonly uv: number;
      readonly text: string;
    }
  /** Measures from one sample to the other; its label is computed from them. */
  | { readonly of: 'caliper'; readonly lead: number; readonly sample: number; readonly to_sample: number };

/** The extreme that a strip was saved for, with its value at that time in beats per minute or milliseconds. */
export interface ShownExtreme {
  readonly extreme: ExtremeKey;
  readonly sample: number;
  readonly value: number;
}

/** Absent: 25 mm/s and 10 mm/mV, no annotations, no extreme; in a change of a strip: unchanged. */
interface StripLook {
  readonly scale?: StripScale | undefined;
  readonly marks?: readonly StripMark[] | undefined;
  readonly shows?: ShownExtreme | undefined;
}
type StripText = { readonly caption: string; readonly order: number } & StripLook;

type Change =
  | { readonly kind: 'relabel_beats'; readonly beats: BeatSelection; readonly label: BeatClass }
  /** Moves beats to another group of similar ones: one of the analysis, or a number that the analysis does not use. */
  | { readonly kind: 'regroup_beats'; readonly beats: BeatSelection; readonly template: number }
  | { readonly kind: 'add_beat'; readonly sample: number; readonly label: BeatClass }
  | { readonly kind: 'remove_beats'; readonly beats: BeatSelection }
  | { readonly kind: 'move_beat'; readonly sample: number; readonly to_sample: number }
  | ({ readonly kind: 'mark_unreadable' } & Stretch)
  | ({ readonly kind: 'clear_unreadable' } & Stretch)
  /** `instead_of` is the automatic episode that this one replaces because a user edited its ends or its kind. */
  | ({ readonly kind: 'add_episode'; readonly instead_of?: EpisodeSpan | undefined } & DrawnEpisode)
  | ({ readonly kind: 'change_episode'; readonly episode: number } & DrawnEpisode)
  | { readonly kind: 'remove_episode'; readonly episode: number }
  | { readonly kind: 'judge_finding'; readonly finding: EpisodeSpan; readonly verdict: FindingVerdict }
  /**
   * Only an extreme can be rejected: its interval is not one between two heartbeats, and the next extreme takes its
   * place.
   */
  | { readonly kind: 'judge_thing'; readonly thing: JudgedThing; readonly verdict: FindingVerdict }
  | ({ readonly kind: 'add_strip' } & Stretch & StripText)
  | ({ readonly kind: 'change_strip'; readonly strip: number } & Stretch & StripText)
  | { readonly kind: 'remove_strip'; readonly strip: number }
  | { readonly kind: 'add_measurement'; readonly measurement: Measurement }
  | { readonly kind: 'remove_measurement'; readonly measurement: number };

export type ReadingEdit =
  /** `step` is the number of the first edit of those that a user made in one action; the first one itself has none. */
  (Change & { readonly step?: number | undefined }) | { readonly kind: 'undo'; readonly edit: number };

export type EditOf<K extends ReadingEdit['kind']> = Extract<ReadingEdit, { kind: K }>;

/** An edit in the log. */
export interface LoggedEdit {
  /** Sequence number from 1, without gaps. */
  readonly sequence: number;
  /** The version of the analysis to which its positions refer. */
  readonly analysis_version: number;
  readonly edit: ReadingEdit;
}
