/** Cases as they cross the wire: the row of a list, the case page, what may be filtered. */
import { handbackActions } from '@rhythmdesk/domain/case/handback';
import { caseActions } from '@rhythmdesk/domain/case/lifecycle';
import { onwardActions, owedGuards, waitingGroups } from '@rhythmdesk/domain/case/next-step';
import { caseStatuses, genders, priorities, severities } from '@rhythmdesk/domain/case/status';
import { outcomes, statisticSteps } from '@rhythmdesk/domain/statistics/steps';
import { reportSources } from '@rhythmdesk/domain/report/versions';
import { z } from 'zod';
import { calendarDate, flag, instant, listOf, rowId, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { conclusionFigures } from './report-phrases.ts';
import { reportSignature } from './signatures.ts';

/** The saved views every list offers, in the order of their tabs. */
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

/** The columns that a list sorts by; a leading `-` turns the order round. */
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
/** Every value of a list's `sort`. */
export const caseSortKeys = [...caseSorts, ...caseSorts.map((column) => `-${column}` as const)];

/** What narrows a list; the same fields bound its spreadsheet and its counts. */
export const caseFilter = {
  view: z.enum(caseViews).default('all'),
  /** Finds HN ID, patient name, patient ID and hospital by any part, from one character on. */
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
  /** To whose share the case belongs. */
  team_id: listOf(rowId).optional(),
  closed: flag.optional(),
  hn_id: z.string().max(32).optional(),
  case_id: rowId.optional(),
  patient_id: z.string().max(64).optional(),
  /** What a figure of the statistics counts: cases that took this step on these days of the caller's time zone. */
  step: z.enum(statisticSteps).optional(),
  step_from: calendarDate.optional(),
  step_to: calendarDate.optional(),
  outcome: z.enum(outcomes).optional(),
  /** Requested in this hour of this weekday, as `1-09` for Mondays from nine to ten. */
  arrived: z
    .string()
    .regex(/^[1-7]-(?:[01]\d|2[0-3])$/)
    .optional(),
  /** Open cases by the time of their request or of the correction asked for, and by their due time. */
  waiting_from: instant.optional(),
  waiting_until: instant.optional(),
  due_from: instant.optional(),
  due_until: instant.optional(),
  /** Open cases that came back, and on which work has not gone on since. */
  handed_back: flag.optional(),
};

/** A change names the version of the case that it was made on. */
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
  /** To whose share the case belongs; inside the center alone. */
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
  /** `none` also for whoever does not read the reading, or not before it is complete. */
  severity: z.enum(severities),
  technician: personName.nullable(),
  confirmer: personName.nullable(),
  verified: z.boolean(),
  recording_start: instant.nullable(),
  recording_seconds: z.number().nullable(),
  requested_date: instant.nullable(),
  report_due_date: instant.nullable(),
  confirmed_date: instant.nullable(),
  /** Until when the hospital must know of critical findings under way; null where there are none, or for whoever sees none. */
  critical_due_at: instant.nullable(),
  /** When the correction that is open was asked for. */
  edit_started_at: instant.nullable(),
  created_at: instant,
  /** Of what was found in the recording nothing is sent to callers who carry or bill. 324 bytes as base64: 108 buckets of heart rate minimum, mean and maximum; 255 is missing. */
  sparkline: z.string().nullable(),
  /** Share of the analysed time in atrial fibrillation, 0 to 1. */
  af_share: z.number().nullable(),
  ve_count: z.number().int().nullable(),
  pause_count: z.number().int().nullable(),
  /** The results of the reading are left out for a caller who may still read the case a second time. */
  results_hidden: z.boolean(),
  comment_count: z.number().int(),
  has_report: z.boolean(),
  /** What this caller may do now, the likely next one first. */
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
  /** The bytes are past their retention; only the entry stays. */
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
  /** Null while nobody has completed the case with it. */
  signature: reportSignature.nullable(),
});
export type ReportVersion = z.output<typeof reportVersion>;

const onwardAction = z.enum(onwardActions);
/** What comes next for this caller; never absent. */
const nextStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('act'), action: onwardAction }),
  /** `guard`: what has to be there before the caller can act; of the coverage, how much is and how much is asked for. */
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

/** A case that came back, until work on it goes on: who sent it back, when, and why. */
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
  /** Which words of it are figures of the reading. */
  conclusion_figures: conclusionFigures,
  close_reason: z.string().nullable(),
  time_zone: z.string(),
  /** Whether the recording can be drawn for this caller: `none` no recording yet, `purged` past its retention. */
  recording: z.enum(['none', 'processing', 'ready', 'purged', 'not_allowed']),
  leads: z.array(z.string()),
  sampling_hz: z.number().nullable(),
  analysable_share: z.number().nullable(),
  gap_count: z.number().int().nullable(),
  view_mismatch: z.boolean(),
  has_order: z.boolean(),
  can_edit_patient: z.boolean(),
  can_edit_reading: z.boolean(),
  /** May add a PDF of the hospital's. */
  can_add_user_file: z.boolean(),
  can_comment: z.boolean(),
  can_comment_internally: z.boolean(),
  can_answer_pins: z.boolean(),
  report_versions: z.array(reportVersion),
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
  /** How many earlier recordings there are; `earlier` has the newest five. */
  earlier_total: z.number().int(),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const historyRow = z.object({
  history_id: z.number().int(),
  action: z.string(),
  from_status: z.enum(caseStatuses).nullable(),
  status: z.enum(caseStatuses),
  version: z.number().int(),
  user: personName.nullable(),
  role_key: z.string().nullable(),
  institution: z.string().nullable(),
  description: z.string(),
  requested_date: instant,
  /** Seconds that the case stayed in `status` until the next row; null while it still does. */
  duration: z.number().nullable(),
});
export type HistoryRow = z.output<typeof historyRow>;

export const comment = z.object({
  comment_id: z.number().int(),
  user: personName,
  institution: z.string(),
  internal: z.boolean(),
  content: z.string(),
  /** Who was told of it, by the names that stand in the text after an `@`. */
  mentions: z.array(personName),
  /** The place of the recording to which it is pinned; with an end a stretch. */
  place: z.object({ start_sample: z.number().int(), end_sample: z.number().int().nullable() }).nullable(),
  /** The pinned comment that it replies to. */
  reply_to: z.number().int().nullable(),
  /** An internal comment that is pinned is open until somebody who works on the case has answered it. */
  answered: z.object({ by: personName, at: instant }).nullable(),
  created_at: instant,
});
export type Comment = z.output<typeof comment>;
