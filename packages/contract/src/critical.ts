/**
 * Defines the routes for critical findings: the board, the actions on each finding, the center's rules, and the
 * contacts of a hospital.
 */
import {
  criticalRuleKeys,
  criticalRuleTable,
  deadlineBounds,
  escalationLevels,
} from '@rhythmdesk/domain/critical/critical-rules';
import {
  callWays,
  criticalActs,
  criticalEvents,
  criticalStates,
} from '@rhythmdesk/domain/critical/critical-states';
import { areHours, dutyKinds, usualDuty } from '@rhythmdesk/domain/critical/duty-hours';
import { genders } from '@rhythmdesk/domain/case/status';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { z } from 'zod';
import { calendarDate, instant, optionalText, pageFields, pageOf, rowId, text, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { defineRoutes } from './route.ts';

const bounded = ({ least, most, step }: { least: number; most: number; step: number }) => {
  const number = z.number().min(least).max(most);
  return step < 1 ? number : number.int();
};
const { vt, pause, av_block, slow, fast_af } = criticalRuleTable;
const everyRule = { on: z.boolean(), deadline_minutes: bounded(deadlineBounds) };

export const criticalRulesShape = z.strictObject({
  vf: z.strictObject(everyRule),
  vt: z.strictObject({
    ...everyRule,
    beats: bounded(vt.limits.beats),
    seconds: bounded(vt.limits.seconds),
  }),
  pause: z.strictObject({ ...everyRule, seconds: bounded(pause.limits.seconds) }),
  av_block: z.strictObject({ ...everyRule, degree: bounded(av_block.limits.degree) }),
  slow: z.strictObject({
    ...everyRule,
    bpm: bounded(slow.limits.bpm),
    seconds: bounded(slow.limits.seconds),
  }),
  fast_af: z.strictObject({ ...everyRule, bpm: bounded(fast_af.limits.bpm) }),
});
const minutes = z.number().int().min(1).max(1_440);
/** Minutes after a finding at which each later level is notified, each later than the one before. */
const escalation = z.strictObject({ technicians: minutes, center: minutes, hospital: minutes });
export const criticalSettings = z.strictObject({ rules: criticalRulesShape, escalation });
export type CriticalSettings = z.output<typeof criticalSettings>;

const settingsVersion = z.object({
  /** 0 if the center never set any. */
  version: z.number().int(),
  settings: criticalSettings,
  created_by: personName.nullable(),
  created_at: instant.nullable(),
});

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** A contact in the hospital, a person or a department. Of the contacts on duty the first is called first. */
const contactFields = {
  name: text(80),
  place: optionalText(80),
  phone: text(32),
  /** At any time, in the hours of working days, or at night and on weekends. */
  duty: z.enum(dutyKinds).default(usualDuty.duty),
  duty_from: wallTime.default(usualDuty.duty_from),
  duty_to: wallTime.default(usualDuty.duty_to),
};
const contact = z.strictObject(contactFields).refine(areHours, { path: ['duty_to'] });
const contacts = z.array(contact).max(5);
const standingContact = z.object({
  ...contactFields,
  /** Whether the contact is on duty now, by the hospital's local time. */
  on_duty: z.boolean(),
  /** When this changes; null if it never does. */
  duty_changes_at: instant.nullable(),
});
export type HospitalContact = z.output<typeof standingContact>;

const sample = z.number().int();

export const criticalEvent = z.object({
  event_id: z.number().int(),
  event: z.enum(criticalEvents),
  /** The level that was notified, for an event of notification. */
  level: z.enum(escalationLevels).nullable(),
  user: personName.nullable(),
  contact: z.string().nullable(),
  way: z.enum(callWays).nullable(),
  note: z.string(),
  created_at: instant,
});
export type CriticalEventRow = z.output<typeof criticalEvent>;

const criticalFinding = z.object({
  finding_id: z.number().int(),
  case_id: z.number().int(),
  hn_id: z.string(),
  hospital: groupName,
  masked: z.boolean(),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  age: z.number().int().nullable(),
  technician: personName.nullable(),
  rule: z.enum(criticalRuleKeys),
  kind: z.enum(rhythmKeys),
  start_sample: sample,
  end_sample: sample,
  /** The time in the recording and the hospital's time zone. */
  start: instant,
  time_zone: z.string(),
  beats: z.number().int(),
  seconds: z.number(),
  bpm: z.number().nullable(),
  /** The number of places of the rule. */
  places: z.number().int(),
  state: z.enum(criticalStates),
  /** The number of steps done out of five: found, notified, confirmed, called, acknowledged. */
  steps: z.number().int(),
  deadline_minutes: z.number().int(),
  found_at: instant,
  due_at: instant,
  called_at: instant.nullable(),
  judged_by: personName.nullable(),
  judged_at: instant.nullable(),
  acknowledged_name: z.string().nullable(),
  acknowledged_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** The caller may view the signal of the place. */
  has_strip: z.boolean(),
  /** The actions available to the caller now. */
  acts: z.array(z.enum(criticalActs)),
});
export type CriticalFinding = z.output<typeof criticalFinding>;

export const criticalViews = ['open', 'acknowledged', 'false', 'withdrawn'] as const;
export type CriticalView = (typeof criticalViews)[number];

const criticalDetail = criticalFinding.extend({
  contacts: z.array(standingContact),
  contacts_version: z.number().int(),
  may_change_contacts: z.boolean(),
  events: z.array(criticalEvent),
  /** The next level and when it is notified; null after the last level. */
  next_level: z.object({ level: z.enum(escalationLevels), at: instant }).nullable(),
});
export type CriticalDetail = z.output<typeof criticalDetail>;

const turnaround = z.object({
  count: z.number().int(),
  median_minutes: z.number().nullable(),
  p90_minutes: z.number().nullable(),
  /** Findings acknowledged after their deadline. */
  late: z.number().int(),
});

const strip = z.object({
  sampling_hz: z.number(),
  /** Seconds shown before the place. */
  before_s: z.number(),
  /** Microvolts; null where the recording has no signal. */
  leads: z.array(z.object({ label: z.string(), uv: z.array(z.number().nullable()) })),
});
export type CriticalStrip = z.output<typeof strip>;

const findingKey = { finding_id: rowId };
const period = { from_time: calendarDate.optional(), to_time: calendarDate.optional() };

export const criticalRoutes = defineRoutes({
  criticalFindings: {
    method: 'GET',
    path: 'critical/findings',
    allow: 'critical.read',
    audit: 'critical.list',
    summary:
      'Returns critical findings of the center: those in progress by their deadline, or those that ended, the last first. A period is of acknowledgements.',
    input: z.strictObject({ ...pageFields, view: z.enum(criticalViews).default('open'), ...period }),
    output: pageOf(criticalFinding).extend({
      counts: z.record(z.enum(criticalViews), z.number().int()),
      /** When the rules were last changed. */
      settings_version: z.number().int(),
      settings_at: instant.nullable(),
    }),
  },
  criticalCount: {
    method: 'GET',
    path: 'critical/count',
    allow: 'critical.read',
    audit: 'none',
    summary: 'Returns the number of critical findings of the center in progress, without any patient data.',
    input: z.strictObject({}),
    output: z.object({ open: z.number().int() }),
  },
  criticalTimes: {
    method: 'GET',
    path: 'critical/times',
    allow: 'critical.read',
    audit: 'none',
    summary: 'Returns the times from upload to acknowledgement, for findings acknowledged in a period.',
    input: z.strictObject({ from_time: calendarDate, to_time: calendarDate }),
    output: turnaround,
  },
  criticalFinding: {
    method: 'GET',
    path: 'critical/findings/:finding_id',
    allow: 'critical.read',
    audit: 'critical.read',
    summary: 'Returns one critical finding with all its events and the contacts to call.',
    input: z.strictObject(findingKey),
    output: criticalDetail,
  },
  criticalOfCase: {
    method: 'GET',
    path: 'critical/case/:case_id',
    allow: 'critical.read',
    audit: 'critical.read',
    summary: 'Returns the critical findings of a case, those in progress first.',
    input: z.strictObject({ case_id: rowId }),
    output: z.object({ items: z.array(criticalFinding) }),
  },
  criticalStrip: {
    method: 'GET',
    path: 'critical/findings/:finding_id/strip',
    allow: 'critical.read',
    audit: 'recording.view',
    summary:
      'Returns the stored signal of a critical finding, in microvolts, for users who may read recordings.',
    input: z.strictObject(findingKey),
    output: strip,
  },
  actOnCritical: {
    method: 'POST',
    path: 'critical/findings/:finding_id/act',
    allow: 'critical.act',
    audit: 'critical.act',
    summary:
      'Confirms or rejects a finding, records a call or an acknowledgement, or notifies the next level now.',
    input: z.strictObject({
      ...findingKey,
      act: z.enum(criticalActs),
      /** The contact in the hospital; required for calling and acknowledging. */
      contact: text(80).optional(),
      way: z.enum(callWays).optional(),
      note: optionalText(500).default(''),
    }),
    output: z.object({ finding_id: z.number().int(), state: z.enum(criticalStates) }),
  },
  criticalRules: {
    method: 'GET',
    path: 'critical/rules',
    allow: 'critical.settings',
    audit: 'none',
    summary: 'Returns the center’s rules with their earlier versions, the newest first.',
    input: z.strictObject({}),
    output: z.object({ center: groupName, present: settingsVersion, earlier: z.array(settingsVersion) }),
  },
  changeCriticalRules: {
    method: 'PUT',
    path: 'critical/rules',
    allow: 'critical.settings',
    audit: 'critical.settings',
    summary:
      'Creates the next version of the center’s rules. They apply to what is analysed or read from then on.',
    input: z.strictObject({ version: whole(0), settings: criticalSettings }),
    output: z.object({ version: z.number().int() }),
  },
  changeHospitalContacts: {
    method: 'PUT',
    path: 'critical/contacts/:hospital_id',
    allow: 'critical.settings',
    audit: 'critical.contacts',
    summary: 'Sets the contacts that the center calls in one of its hospitals, in their order.',
    input: z.strictObject({ hospital_id: rowId, version: whole(0), contacts }),
    output: z.object({ version: z.number().int() }),
  },
});
