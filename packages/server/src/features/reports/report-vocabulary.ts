/** Lists the texts that a printed report needs. `{…}` is replaced. */
import type { ReportDocument, ReportFigures } from '@rhythmdesk/contract/report-document';
import type { CriticalRuleKey } from '@rhythmdesk/domain/critical/critical-rules';
import type { genders, severities } from '@rhythmdesk/domain/case/status';
import type { Criteria } from '@rhythmdesk/ecg/criteria/criteria';
import type { ExtremeKey } from '@rhythmdesk/ecg/labels/extreme-labels';
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';

type DayColumn =
  | 'day'
  | 'hour'
  | 'analysed'
  | 'beats'
  | 'min'
  | 'mean'
  | 'max'
  | 'af'
  | 've'
  | 'sve'
  | 'pauses'
  | 'longest_rr';
type Quality = 'lead' | 'usable' | 'noisy' | 'flat' | 'saturated' | 'no_signal' | 'spikes';

/** The texts that only reports use. */
export type OwnWords = {
  readonly title: string;
  /** Printed below the title if the title is not in English. */
  readonly subtitle: string;
  readonly version: string;
  readonly facts: Readonly<
    Record<
      'patient' | 'born' | 'hospital' | 'worn' | 'analysable' | 'device' | 'question' | 'patient_id',
      string
    >
  >;
  readonly genders: Readonly<Record<(typeof genders)[number], string>>;
  readonly age: string;
  readonly amended: string;
  /** For findings that the reading counts but does not list; `{kind}`, `{listed}`, `{found}`, `{name}`, `{time}`. */
  readonly left_out: Readonly<Record<'title' | 'kind' | 'stated' | 'unstated', string>>;
  readonly conclusion: string;
  readonly conclusion_none: string;
  readonly severity: string;
  readonly severities: Readonly<Record<(typeof severities)[number], string>>;
  readonly critical: string;
  /** A critical finding by the state of its review; `{name}` in the hospital, `{time}`. */
  readonly critical_states: Readonly<Record<ReportDocument['critical'][number]['state'], string>>;
  readonly key_figures: string;
  /** The name of a figure that counts what lasts at least `{limit}`. */
  readonly at_least: string;
  readonly trend: string;
  readonly trend_flutter: string;
  readonly trend_note: string;
  readonly trend_alt: string;
  readonly strips: string;
  readonly strips_none: string;
  readonly strip_alt: string;
  readonly strip_scale: string;
  /** For a strip that is longer than its drawings: `{shown}` of `{length}`. */
  readonly strip_cut: string;
  /** Captions of strips that show an extreme of the reading; `{value}` with its unit. */
  readonly strip_extremes: Readonly<Record<ExtremeKey, string>>;
  readonly millivolts: string;
  readonly by_day: string;
  readonly by_hour: string;
  /** For tables in which each row is an hour of the day over all days. */
  readonly by_clock_hour: string;
  readonly local_time: string;
  readonly columns: Readonly<Record<DayColumn, string>>;
  readonly episodes: string;
  readonly episodes_note: string;
  readonly episode_columns: Readonly<
    Record<'kind' | 'onset' | 'length' | 'beats' | 'rate' | 'state', string>
  >;
  readonly states: Readonly<Record<keyof ReportFigures['judged'], string>>;
  readonly events: string;
  readonly events_note: string;
  readonly event_columns: Readonly<Record<'time' | 'marked' | 'rhythm', string>>;
  readonly button: string;
  readonly none_found: string;
  readonly intervals: string;
  readonly interval_columns: Readonly<Record<'measure' | 'median' | 'range' | 'from', string>>;
  readonly intervals_source: string;
  readonly measured: string;
  readonly measured_columns: Readonly<Record<'time' | 'on' | 'rate', string>>;
  /** The lead and the number of beats. */
  readonly measured_mean: string;
  readonly measured_beat: string;
  readonly measured_source: string;
  readonly quality: string;
  readonly qualities: Readonly<Record<Quality, string>>;
  readonly method: string;
  readonly method_read: string;
  readonly method_unread: string;
  readonly method_counts: string;
  readonly criteria: Readonly<Record<keyof Criteria, string>>;
  /** What the named figures count; `{svt}` is the rate from which a supraventricular run is a tachycardia. */
  readonly definitions: string;
  readonly versions: string;
  readonly versions_text: string;
  /** The center, if the letterhead is the hospital's. */
  readonly read_at: string;
  /** The assigned reader, if the reading was not edited yet. */
  readonly assigned_to: string;
  readonly read_by: string;
  readonly verified_by: string;
  readonly signed_by: string;
  readonly synthetic: string;
  readonly units: Readonly<Record<'day' | 'hour' | 'minute' | 'second' | 'ms' | 'bpm' | 'beats', string>>;
  readonly ectopy: string;
  /** Separates the parts of a list. */
  readonly comma: string;
  readonly page: string;
};

/** All texts of a report: its own, and those of the table of results. */
export type ReportWords = OwnWords & {
  readonly critical_rules: Readonly<Record<CriticalRuleKey, string>>;
  readonly rhythms: Readonly<Record<RhythmKey, string>>;
};
