/**
 * Defines a row of the table of results: what a figure or finding of a reading is called, in which unit it is, which
 * published codes it has, and from which field of the reading it is read.
 *
 * Codes that no source confirmed are left out: a wrong code in a medical record is worse than none. Sources of the codes
 * (checked in November 2026):
 *
 * - LOINC: 8867-4, 8625-6, 8633-0, 8634-8, 18844-1, 80404-7 (LOINC database); 76634-5 QTc by Fridericia (LOINC
 *   database); 101692-2 and 103222-6, highest and lowest heart rate (LOINC 2.82, Belgian Holter profile of HL7).
 * - MDC (ISO/IEEE 11073-10101), as 32-bit codes of partition 2: DICOM PS3.16 CID 3689 for PR, QRS and QT;
 *   MDC_ECG_HEART_RATE and MDC_ECG_V_P_C_CNT of ISO/IEEE 11073-10101.
 * - SNOMED CT: DICOM PS3.16 CID 3230 (ECG Finding); the list of diagnoses of the PhysioNet challenges 2020 and 2021.
 */
import type { RhythmKey } from '@rhythmdesk/ecg/labels/rhythm-labels';
import type { CriticalRuleKey } from '../critical/critical-rules.ts';
import type { Language } from '../kit/languages.ts';

type Figure = number | null;
type MeasuredSpread = { readonly median: number; readonly p5: number; readonly p95: number } | null;

/** The fields that rows are read from. `namedFigures` of the engine makes `named`; the report has the others. */
export interface ResultSource {
  readonly named: Readonly<
    Record<
      | 'worn_s'
      | 'analysed_s'
      | 'analysed_share'
      | 'af_burden'
      | 'af_episodes'
      | 'pauses'
      | 'v_beats'
      | 'v_share'
      | 'v_couplets'
      | 'v_runs'
      | 's_beats'
      | 's_share'
      | 's_runs',
      number
    > &
      Record<'rate_mean' | 'rate_min' | 'rate_max' | 'af_longest_s' | 'longest_rr_ms' | 'sdnn_ms', Figure>
  >;
  readonly summary: {
    readonly engine_version: string;
    readonly duration_s: number;
    readonly beats: { readonly total: number };
    readonly rate: { readonly shortest_rr: { readonly ms: number } | null };
    readonly af: { readonly seconds: number };
    readonly brady_episodes: number;
    readonly tachy_episodes: number;
    readonly v: { readonly longest_run_beats: number; readonly fastest_run_bpm: Figure };
    readonly variability: Readonly<Record<'sdann_ms' | 'rmssd_ms' | 'pnn50', Figure>>;
  };
  /** Findings by kind; rejected ones are not counted. */
  readonly counts: readonly { readonly kind: RhythmKey; readonly count: number }[];
  /** Null if the signal was not measured. */
  readonly intervals: Readonly<Record<'pr' | 'qrs' | 'qt' | 'qtc', MeasuredSpread>> | null;
  /** Null for a reading without a report. */
  readonly document: {
    readonly report_version: number;
    readonly analysis_version: number;
    readonly conclusion: string;
    readonly case: { readonly severity: string };
    readonly critical: readonly { readonly rule: CriticalRuleKey }[];
    readonly figures: {
      readonly sequence: number;
      readonly checksum: string;
      readonly open_items: number;
    };
  } | null;
}

/** The paths of the numbers and texts below a type, such as `named.af_burden`. */
type PathOf<T> = {
  [Key in keyof T & string]: NonNullable<T[Key]> extends number | string
    ? Key
    : NonNullable<T[Key]> extends readonly unknown[]
      ? never
      : `${Key}.${PathOf<NonNullable<T[Key]>>}`;
}[keyof T & string];

/**
 * Where the value of a row is: a field, the number of findings of a kind, or the number of critical findings of a rule.
 * A kind that was not found has no value, because not every kind is searched for.
 */
type ResultField = PathOf<ResultSource> | { readonly kind: RhythmKey } | { readonly rule: CriticalRuleKey };

/**
 * UCUM units, with the number of decimal places that are sent. The field of a share is a fraction of 1 and its value a
 * percentage.
 */
export const resultUnits = {
  '%': 3,
  '/min': 1,
  ms: 1,
  s: 1,
  '{beats}': 0,
  '{episodes}': 0,
  '{findings}': 0,
} as const satisfies Record<string, number>;
export type ResultUnit = keyof typeof resultUnits;
const isResultUnit = (unit: string): unit is ResultUnit => Object.hasOwn(resultUnits, unit);
export const resultUnitKeys: readonly ResultUnit[] = Object.keys(resultUnits).filter(isResultUnit);

export type ResultGroup =
  | 'af'
  | 'pauses'
  | 'intervals'
  | 'rate'
  | 'ventricular'
  | 'supraventricular'
  | 'variability'
  | 'recording'
  | 'findings'
  | 'critical'
  | 'statement'
  | 'versions';

interface PublishedCode {
  readonly code: string;
  readonly display: string;
}

export interface ResultRow {
  readonly group: ResultGroup;
  readonly from: ResultField;
  /** Null for a text. */
  readonly unit: ResultUnit | null;
  /** A key figure, shown on the first page of a report. */
  readonly key?: true;
  /** How the value is computed. */
  readonly rule: string;
  readonly loinc?: PublishedCode;
  readonly mdc?: PublishedCode;
  /** The finding that the row counts. */
  readonly snomed?: PublishedCode;
  /** A short text for tables and a long text that needs no context. */
  readonly texts: Readonly<Record<Language, readonly [short: string, long: string]>>;
}
