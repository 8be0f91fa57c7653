/**
 * Defines the report of a reading as data: everything on the printed pages as plain figures. A place is a sample of the
 * recording; its time is `recording.start` plus `sample / summary.sampling_hz` seconds.
 */
import { criticalRuleKeys } from '@rhythmdesk/domain/critical/critical-rules';
import { reportedStates } from '@rhythmdesk/domain/critical/critical-states';
import { genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { reportSections } from '@rhythmdesk/domain/report/report-form';
import { beatClasses } from '@rhythmdesk/ecg/labels/beat-labels';
import { extremeKeys } from '@rhythmdesk/ecg/labels/extreme-labels';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { usualScale } from '@rhythmdesk/ecg/labels/strip-labels';
import { z } from 'zod';
import { analysisSummary } from './analysis.ts';
import { personName } from './people.ts';
import { calendarDate, instant } from './fields.ts';
import { stripMark, stripScale } from './reading.ts';
import { conclusionFigures } from './report-phrases.ts';

const rhythm = z.enum(rhythmKeys);
const figure = z.number().nullable();
const ends = { start_sample: z.number(), end_sample: z.number() };
const state = z.enum(['open', 'accepted', 'rejected', 'mended']);

/** Median and 5th and 95th percentile of all measured values. */
const spread = z.object({ count: z.number(), median: z.number(), p5: z.number(), p95: z.number() });

const stretchRhythm = {
  /** The findings in the section, in the order of their beginning, each kind once. */
  kinds: z.array(rhythm),
  bpm: figure,
  s: z.number(),
  v: z.number(),
};

const strip = z.object({
  /** The number of the edit that added it. */
  strip: z.number(),
  ...ends,
  caption: z.string(),
  beats: z.array(z.object({ sample: z.number(), label: z.enum(beatClasses), rr_ms: figure })),
  ...stretchRhythm,
  episodes: z.array(z.object({ kind: rhythm, ...ends })),
  scale: stripScale.default(usualScale),
  marks: z.array(stripMark).default([]),
  /** The extreme of the reading that it shows, in beats per minute or milliseconds. */
  shows: z
    .object({ extreme: z.enum(extremeKeys), value: z.number() })
    .nullable()
    .default(null),
});

/** A kind of finding of which the reading lists only some. */
export const leftOutKind = z.object({ kind: rhythm, found: z.number(), listed: z.number() });

/** The figures of the reading. */
export const reportFigures = z.object({
  summary: analysisSummary.omit({
    episodes: true,
    episodes_left_out: true,
    limited_kinds: true,
    lanes: true,
    shapes: true,
  }),
  counts: z.array(z.object({ kind: rhythm, count: z.number(), seconds: z.number() })),
  /** At most five of each kind, the longest first. Rejected ones are in none of the figures. */
  longest: z.array(
    z.object({ kind: rhythm, ...ends, beats: z.number(), bpm: figure, state, name: z.string().optional() }),
  ),
  trend: z.array(
    z.object({
      start_s: z.number(),
      duration_s: z.number(),
      hr_min: z.number(),
      hr_mean: z.number(),
      hr_max: z.number(),
    }),
  ),
  lanes: analysisSummary.shape.lanes,
  /** The rhythm 45 s around each button press and diary entry. */
  events: z.array(z.object({ sample: z.number(), ...stretchRhythm })),
  strips: z.array(strip),
  /** Milliseconds, measured on normal beats; null if none could be measured. QTc after Fridericia. */
  intervals: z.object({
    pr: spread.nullable(),
    qrs: spread.nullable(),
    qt: spread.nullable(),
    qtc: spread.nullable(),
  }),
  /** Manual measurements in order of time, in milliseconds; they are rounded for display. */
  measurements: z
    .array(
      z.object({
        of: z.enum(['beat', 'mean']),
        sample: z.number(),
        lead: z.number(),
        beats: z.number(),
        pr: figure,
        qrs: z.number(),
        qt: figure,
        qtc: z
          .object({
            bazett: z.number(),
            fridericia: z.number(),
            framingham: z.number(),
            hodges: z.number(),
          })
          .nullable(),
        rr: figure,
        bpm: figure,
      }),
    )
    .default([]),
  /** Kinds of which the reading lists only the most severe findings. */
  left_out: z.array(leftOutKind).default([]),
  /** The number of findings that users have judged, by result. */
  judged: z.record(state, z.number()),
  /** 0 in documents that were stored before it was counted. */
  open_items: z.number().int().default(0),
  /** The number of the last edit; 0 if there is none. */
  sequence: z.number(),
  /** The checksum of this reading: sixteen hexadecimal digits. */
  checksum: z.string(),
});
export type ReportFigures = z.output<typeof reportFigures>;

const institution = z.object({ name: z.string(), postcode: z.string(), address: z.string() });

const critical = z.object({
  rule: z.enum(criticalRuleKeys),
  /** Absent in documents from before it was stored. */
  kind: rhythm.optional(),
  /** `open` if no user has judged it yet. */
  state: z.enum(reportedStates),
  start_sample: z.number(),
  seconds: z.number(),
  bpm: figure,
  acknowledged_at: instant.nullable(),
  /** The person in the hospital who acknowledged it. */
  acknowledged_name: z.string().nullable(),
});

/** The people who answer for a report after it was made, with the times. */
const namedPeople = z.object({
  /** The user who verified the reading; null before. */
  confirmer: personName.nullable(),
  verified_at: instant.nullable().default(null),
  /** The user who completed the case; only in a signed version. */
  signed: z.object({ by: personName, signed_at: instant }).nullable().default(null),
});
export type NamedPeople = z.output<typeof namedPeople>;

export const reportDocument = z.object({
  /** Increases when a field changes its meaning or is removed. */
  format: z.literal(1),
  language: z.enum(languages),
  made_at: instant,
  /** The number of this report, or the number that it would get. */
  report_version: z.number(),
  /** What an amendment changed and why; null on the first report and before it is written. */
  amendment: z.string().nullable(),
  analysis_version: z.number(),
  case: z.object({
    case_id: z.number(),
    hn_id: z.string(),
    priority: z.enum(priorities),
    severity: z.enum(severities),
    product_name: z.string().nullable(),
    /** The clinical question in the hospital's request. */
    question: z.string(),
  }),
  patient: z.object({
    patient_id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    birth_date: calendarDate.nullable(),
    gender: z.enum(genders).nullable(),
  }),
  hospital: institution,
  center: institution.nullable(),
  /** Printed at the top of the first page: the hospital's if it has its own, else the center's. */
  letterhead: z
    .object({
      of: z.enum(['hospital', 'center']),
      /** The first line is the name. */
      lines: z.array(z.string()),
      /** SHA-256 of the image. */
      logo: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** The printed sections, in this order. The header, conclusion, method and versions are always printed. */
  sections: z.array(z.enum(reportSections)).default([...reportSections]),
  technician: personName.nullable(),
  /** The time of the last edit; null without an edit, and in documents from before it was stored. */
  read_at: instant.nullable().default(null),
  ...namedPeople.shape,
  /** The statement of the chief who verified the reading about findings that it does not list. */
  left_out_statement: z
    .object({ words: z.string(), by: personName, stated_at: instant })
    .nullable()
    .default(null),
  /** As its author wrote it: plain text with line breaks. */
  conclusion: z.string(),
  /** The figures of the reading that the text contains. */
  conclusion_figures: conclusionFigures.default([]),
  recording: z.object({
    start: instant,
    end: instant,
    /** IANA name of the hospital's zone, in which days and times are shown. */
    time_zone: z.string(),
    leads: z.array(z.string()),
    synthetic: z.boolean(),
  }),
  /** Critical findings that are neither refuted nor withdrawn, in order of time. */
  critical: z.array(critical).default([]),
  figures: reportFigures,
  /** The patient's note for each of `figures.events`; empty for a button press. */
  notes: z.array(z.string()),
});
export type ReportDocument = z.output<typeof reportDocument>;
