/**
 * What a person may do to an analysis, as plain values: the log of a reading is a list of these. Places are samples of
 * the recording, so an edit outlives the analysis that it was made on. An episode, a strip or a measurement is called by the sequence
 * number of the edit that made it, which never changes.
 *
 * `undo` takes an edit back, with those that were one step with it; undoing an undo brings them again (redo).
 */
import type { Measurement } from '../beats/measurement.ts';
import type { BeatClass } from '../labels/beat-labels.ts';
import type { ExtremeKey } from '../labels/extreme-labels.ts';
import type { RhythmKey } from '../labels/rhythm-labels.ts';
import type { StripGain, StripSpeed } from '../labels/strip-labels.ts';
import type { EpisodeSpan, PlacedExtreme } from '../rhythm/episode-marks.ts';

/** Beats by where they are, or all of one template of the analysis that the edit was made on, as it was grouped then. */
export type BeatSelection =
  | { readonly by: 'list'; readonly samples: readonly number[] }
  /** Both ends belong to it. */
  | { readonly by: 'range'; readonly start_sample: number; readonly end_sample: number }
  | { readonly by: 'template'; readonly template: number };

export type Verdict = 'accepted' | 'rejected' | 'open';

/** What waits to be judged and is no episode. */
export type JudgedThing =
  /** A group of like beats of the analysis that the edit was made on. */
  | { readonly of: 'template'; readonly template: number }
  | { readonly of: 'event'; readonly sample: number }
  | ({ readonly of: 'extreme' } & PlacedExtreme);

type Stretch = { readonly start_sample: number; readonly end_sample: number };
/** `name` says what an episode is for which there is no kind. */
type DrawnEpisode = Stretch & { readonly rhythm: RhythmKey; readonly name?: string | undefined };

/** How a strip stands on paper. */
export interface StripScale {
  readonly mm_per_s: StripSpeed;
  readonly mm_per_mv: StripGain;
}

/** What a person drew on a strip. `lead` counts the leads of the recording from 0, `uv` is a height on that lead. */
export type StripMark =
  /** Points from the first place to the second; its text stands where it begins. */
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
  /** Measures from one sample to the other; what it says follows from them. */
  | { readonly of: 'caliper'; readonly lead: number; readonly sample: number; readonly to_sample: number };

/** The extreme that a strip was kept for, as it was then: beats a minute, or milliseconds. */
export interface ShownExtreme {
  readonly extreme: ExtremeKey;
  readonly sample: number;
  readonly value: number;
}

/** Absent: 25 mm/s and 10 mm/mV, nothing drawn, no extreme; in a change of a strip: as it was. */
interface StripLook {
  readonly scale?: StripScale | undefined;
  readonly marks?: readonly StripMark[] | undefined;
  readonly shows?: ShownExtreme | undefined;
}
type StripText = { readonly caption: string; readonly order: number } & StripLook;

type Change =
  | { readonly kind: 'relabel_beats'; readonly beats: BeatSelection; readonly label: BeatClass }
  /** Puts beats into another group of like ones: of the analysis, or of a number that it does not use. */
  | { readonly kind: 'regroup_beats'; readonly beats: BeatSelection; readonly template: number }
  | { readonly kind: 'add_beat'; readonly sample: number; readonly label: BeatClass }
  | { readonly kind: 'remove_beats'; readonly beats: BeatSelection }
  | { readonly kind: 'move_beat'; readonly sample: number; readonly to_sample: number }
  | ({ readonly kind: 'mark_unreadable' } & Stretch)
  | ({ readonly kind: 'clear_unreadable' } & Stretch)
  /** `instead_of` is what the rules found and this replaces: an episode whose ends or kind were mended. */
  | ({ readonly kind: 'add_episode'; readonly instead_of?: EpisodeSpan | undefined } & DrawnEpisode)
  | ({ readonly kind: 'change_episode'; readonly episode: number } & DrawnEpisode)
  | { readonly kind: 'remove_episode'; readonly episode: number }
  | { readonly kind: 'judge_finding'; readonly finding: EpisodeSpan; readonly verdict: Verdict }
  /** Only an extreme is rejected: what it was taken from is no heartbeat's interval, and the next stands in its place. */
  | { readonly kind: 'judge_thing'; readonly thing: JudgedThing; readonly verdict: Verdict }
  | ({ readonly kind: 'add_strip' } & Stretch & StripText)
  | ({ readonly kind: 'change_strip'; readonly strip: number } & Stretch & StripText)
  | { readonly kind: 'remove_strip'; readonly strip: number }
  | { readonly kind: 'add_measurement'; readonly measurement: Measurement }
  | { readonly kind: 'remove_measurement'; readonly measurement: number };

export type ReadingEdit =
  /** `step`: the number of the first edit of those that a hand made at once; the first itself has none. */
  (Change & { readonly step?: number | undefined }) | { readonly kind: 'undo'; readonly edit: number };

/** An edit in its log. */
export interface LoggedEdit {
  /** From 1, without a gap. */
  readonly sequence: number;
  /** The version of the analysis that its places were read from. */
  readonly analysis_version: number;
  readonly edit: ReadingEdit;
}
