/** Defines cases in requests and responses: the row of a list, the case page, the filters. */
import { handbackActions } from '@rhythmdesk/domain/case/handback';
import { caseActions } from '@rhythmdesk/domain/case/lifecycle';
import { onwardActions, owedGuards, waitingGroups } from '@rhythmdesk/domain/case/next-step';
import { caseStatuses, genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import { languages } from '@rhythmdesk/domain/kit/languages';
import { outcomes, statisticSteps } from '@rhythmdesk/domain/statistics/steps';
import { reportSources } from '@rhythmdesk/domain/report/versions';
import { z } from 'zod';
import { criticalRulesShape } from './critical.ts';
import { calendarDate, flag, instant, listOf, rowId, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { conclusionFigures } from './report-phrases.ts';
import { reportSignature } from './signatures.ts';

/** The saved views of every list, in the order of their tabs. */
export const caseViews = [
  'all',
  'mine',
  'unassigned',
  'ready',
  'in_progress',
  'overdue',
  'in_review',
  'correction',
  'completed_today',
  'completed',
] as const;
export type CaseView = (typeof caseViews)[number];

/** The columns by which a list can be sorted; a leading `-` reverses the order. */
export const caseSorts = [
  'hn_id',
  'patient_name',
  'hospital',
  'recording_start',
  'recording_seconds',
  'status',
  'priority',
  'severity',
  'technician',
  'requested_date',
  'report_due_date',
  'confirmed_date',
  'created_at',
  'edit_started_at',
  'af_share',
  've_count',
  'pause_count',
] as const;
export type CaseSort = (typeof caseSorts)[number];
/** All values of `sort` of a list. */
export const caseSortKeys = [...caseSorts, ...caseSorts.map((column) => `-${column}` as const)];

/** The filters of a list; the same fields apply to its spreadsheet and its counts. */
export const caseFilter = {
  view: z.enum(caseViews).default('all'),
  /** Searches HN ID, patient name, patient ID and hospital for any part, from one character on. */
  q: z.string().trim().max(80).optional(),
  from_time: calendarDate.optional(),
  to_time: calendarDate.optional(),
  status: listOf(z.enum(caseStatuses)).optional(),
  priority: listOf(z.enum(priorities)).optional(),
  severity: listOf(z.enum(severities)).optional(),
  hospital_id: listOf(rowId).optional(),
  tech_center_id: listOf(rowId).optional(),
  technician_id: listOf(rowId).optional(),
  confirmer_id: listOf(rowId).optional(),
  /** The team to whose share the case belongs. */
  team_id: listOf(rowId).optional(),
  closed: flag.optional(),
  hn_id: z.string().max(32).optional(),
  case_id: rowId.optional(),
  patient_id: z.string().max(64).optional(),
  /** The cases behind a figure of the statistics: they took this step on these days of the caller's time zone. */
  step: z.enum(statisticSteps).optional(),
  step_from: calendarDate.optional(),
  step_to: calendarDate.optional(),
  outcome: z.enum(outcomes).optional(),
  /** Requested in this hour of this weekday, as `1-09` for Mondays from nine to ten. */
  arrived: z
    .string()
    .regex(/^[1-7]-(?:[01]\d|2[0-3])$/)
    .optional(),
  /** Open cases by the time of their request or of the requested correction, and by their due time. */
  waiting_from: instant.optional(),
  waiting_until: instant.optional(),
  due_from: instant.optional(),
  due_until: instant.optional(),
  /** Open cases that were returned and on which work has not resumed. */
  handed_back: flag.optional(),
};

/** A change contains the version of the case on which it was made. */
export const versioned = { case_id: rowId, version: whole(1) };

export const caseRow = z.object({
  case_id: z.number().int(),
  version: z.number().int(),
  hn_id: z.string(),
  status: z.enum(caseStatuses),
  /** A background job works on the case. */
  processing: z.boolean(),
  closed: z.boolean(),
  hospital: groupName,
  tech_center: groupName.nullable(),
  /** The team to whose share the case belongs; only for users of the center. */
  team: groupName.nullable(),
  /** Patient names, birth date and phone number are masked for this caller. */
  masked: z.boolean(),
  patient_id: z.string().nullable(),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  birth_date: calendarDate.nullable(),
  gender: z.enum(genders).nullable(),
  age: z.number().int().nullable(),
  priority: z.enum(priorities),
  /** `none` also for callers who may not see the reading, or not before it is complete. */
  severity: z.enum(severities),
  technician: personName.nullable(),
  confirmer: personName.nullable(),
  verified: z.boolean(),
  recording_start: instant.nullable(),
  recording_seconds: z.number().nullable(),
  requested_date: instant.nullable(),
  report_due_date: instant.nullable(),
  confirmed_date: instant.nullable(),
  /**
   * Time by which the hospital must know of open critical findings; null if there are none or the caller may not see
   * them.
   */
  critical_due_at: instant.nullable(),
  /** When the open correction was requested. */
  edit_started_at: instant.nullable(),
  created_at: instant,
  /**
   * Null for callers who carry recordings or bill. 324 bytes as base64: 108 × minimum, mean, maximum rate; 255 is
   * missing.
   */
  sparkline: z.string().nullable(),
  /** Share of the analysed time in atrial fibrillation, 0 to 1. */
  af_share: z.number().nullable(),
  ve_count: z.number().int().nullable(),
  pause_count: z.number().int().nullable(),
  /** True if the results of the reading are hidden, because the caller may still be its second reader. */
  results_hidden: z.boolean(),
  comment_count: z.number().int(),
  has_report: z.boolean(),
  /** The actions available to the caller, the likely next one first. */
  actions: z.array(z.enum(caseActions)),
});
export type CaseRow = z.output<typeof caseRow>;

export const fileKinds = [
  'report',
  'order',
  'signal',
  'view',
  'summary',
  'events',
  'consent',
  'other',
] as const;
const caseFile = z.object({
  file_id: z.number().int(),
  kind: z.enum(fileKinds),
  filename: z.string(),
  media_type: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  created_at: instant,
  created_by: personName.nullable(),
  /** The file was deleted after its retention period; only the entry remains. */
  purged: z.boolean(),
});
export const caseFiles = z.object({
  request_uploaded: z.array(caseFile),
  user_uploaded: z.array(caseFile),
  technician_uploaded: z.array(caseFile),
});
export type CaseFile = z.output<typeof caseFile>;
export type CaseFiles = z.output<typeof caseFiles>;

const reportVersion = z.object({
  report_version: z.number().int(),
  file_id: z.number().int(),
  created_at: instant,
  created_by: personName.nullable(),
  source: z.enum(reportSources),
  current: z.boolean(),
  /** Null until the case was completed with it. */
  signature: reportSignature.nullable(),
});
export type ReportVersion = z.output<typeof reportVersion>;

const onwardAction = z.enum(onwardActions);
/** The next step for this caller; always present. */
const nextStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('act'), action: onwardAction }),
  /** `guard`: what is missing before the caller can act; for the coverage, also the reached and the required share. */
  z.object({
    kind: z.literal('owed'),
    action: onwardAction,
    guard: z.enum(owedGuards),
    coverage_short: z.object({ seen_percent: z.number().int(), asked_percent: z.number().int() }).optional(),
  }),
  z.object({ kind: z.literal('wait'), action: onwardAction, on: z.enum(waitingGroups) }),
  z.object({ kind: z.literal('finished') }),
  z.object({ kind: z.literal('closed') }),
]);

/** A returned case, until work on it resumes: who returned it, when, and why. */
const handback = z.object({
  action: z.enum(handbackActions),
  by: personName.nullable(),
  at: instant,
  comment: z.string(),
});

export const caseDetail = caseRow.extend({
  next_step: nextStep,
  handback: handback.nullable(),
  phone_number: z.string().nullable(),
  owner: personName.nullable(),
  attachment_date: calendarDate.nullable(),
  detachment_date: calendarDate.nullable(),
  product_name: z.string().nullable(),
  comment: z.string(),
  technician_comment: z.string(),
  /** The language of the hospital's reports until a user chooses another. */
  hospital_language: z.enum(languages),
  /** The parts of the text that are figures of the reading. */
  conclusion_figures: conclusionFigures,
  close_reason: z.string().nullable(),
  time_zone: z.string(),
  /**
   * Whether this caller can view the recording: `none` no recording yet, `purged` deleted after its retention period.
   */
  recording: z.enum(['none', 'processing', 'ready', 'purged', 'not_allowed']),
  leads: z.array(z.string()),
  sampling_hz: z.number().nullable(),
  analysable_share: z.number().nullable(),
  gap_count: z.number().int().nullable(),
  view_mismatch: z.boolean(),
  has_order: z.boolean(),
  can_edit_patient: z.boolean(),
  can_edit_reading: z.boolean(),
  /** The center's rules for critical findings, for users who may edit the reading. */
  critical_rules: criticalRulesShape.nullable(),
  /** The caller may add a PDF of the hospital. */
  can_add_user_file: z.boolean(),
  can_comment: z.boolean(),
  can_comment_internally: z.boolean(),
  can_answer_pins: z.boolean(),
  report_versions: z.array(reportVersion),
  /** The newest report is older than the reading, conclusion, severity or patient data; for users of the center. */
  report_behind: z.boolean(),
  /** Earlier recordings of the same patient at the same hospital that the caller may see, newest first. */
  earlier: z.array(
    z.object({
      case_id: z.number().int(),
      hn_id: z.string(),
      recording_start: instant.nullable(),
      recording_seconds: z.number().nullable(),
      af_share: z.number().nullable(),
    }),
  ),
  /** Number of all earlier recordings; `earlier` contains the newest five. */
  earlier_total: z.number().int(),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const comment = z.object({
  comment_id: z.number().int(),
  user: personName,
  institution: z.string(),
  internal: z.boolean(),
  content: z.string(),
  /** The users mentioned in the comment, by their names in the text after an `@`. */
  mentions: z.array(personName),
  /** The place of the recording to which it is pinned; a section if it has an end. */
  place: z.object({ start_sample: z.number().int(), end_sample: z.number().int().nullable() }).nullable(),
  /** The pinned comment that it replies to. */
  reply_to: z.number().int().nullable(),
  /** An internal pinned comment is open until a user who works on the case has resolved it. */
  answered: z.object({ by: personName, at: instant }).nullable(),
  created_at: instant,
});
export type Comment = z.output<typeof comment>;
