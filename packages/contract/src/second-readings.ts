/**
 * Defines the routes for second readings: the list, taking one, its own edit log, and the agreement of both readings.
 */
import { secondStates } from '@rhythmdesk/domain/case/second-reading';
import { genders } from '@rhythmdesk/domain/case/status';
import { beatClasses } from '@rhythmdesk/ecg/labels/beat-labels';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { comparedFigures } from '@rhythmdesk/ecg/labels/compared-figures';
import { z } from 'zod';
import { criticalRulesShape } from './critical.ts';
import { calendarDate, done, instant, pageFields, pageOf, rowId, whole } from './fields.ts';
import { groupName, personName } from './people.ts';
import { readingRoutes } from './reading.ts';
import { defineRoutes } from './route.ts';

const count = z.number().int();
const place = { start_sample: count, end_sample: count };
const label = z.enum(beatClasses).nullable();

/** The stored result of `readingAgreement` in `ecg/reading`. */
export const readingAgreement = z.object({
  beats: z.object({
    /** The number of compared beats, and of those with the same class in both readings. */
    compared: count,
    same: count,
    share: z.number().nullable(),
    kappa: z.number().nullable(),
    /** Rows: the first reading; columns: the second. The last row and column are for no beat. */
    table: z.array(z.array(count)),
  }),
  episodes: z.array(
    z.object({
      kind: z.enum(rhythmKeys),
      first: count,
      second: count,
      first_found: count,
      second_found: count,
    }),
  ),
  af: z.object({ first_s: z.number(), second_s: z.number(), both_s: z.number() }),
  figures: z.array(
    z.object({
      figure: z.enum(comparedFigures),
      first: z.number().nullable(),
      second: z.number().nullable(),
    }),
  ),
  differences: z.array(
    z.discriminatedUnion('of', [
      z.object({ of: z.literal('beats'), first: label, second: label, beats: count, ...place }),
      z.object({
        of: z.literal('episode'),
        kind: z.enum(rhythmKeys),
        side: z.enum(['first', 'second']),
        ...place,
      }),
    ]),
  ),
});
export type KeptAgreement = z.output<typeof readingAgreement>;

const secondReading = z.object({
  second_id: count,
  case_id: count,
  state: z.enum(secondStates),
  drawn_at: instant,
  taken_at: instant.nullable(),
  finished_at: instant.nullable(),
  hn_id: z.string(),
  hospital: groupName,
  masked: z.boolean(),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  gender: z.enum(genders).nullable(),
  age: count.nullable(),
  recording_start: instant.nullable(),
  recording_seconds: z.number().nullable(),
  time_zone: z.string(),
  /** The names of the readers. The caller sees their own name, and both once they may see the agreement. */
  reader: personName.nullable(),
  first_reader: personName.nullable(),
  /** Null if the caller may not see it or there is none yet. */
  share: z.number().nullable(),
  kappa: z.number().nullable(),
  /** It waits, and nobody of the center can read it blind. Only chiefs and the head of the center see this. */
  no_reader: z.boolean(),
  /** The actions available to the caller now. */
  may_take: z.boolean(),
  may_read: z.boolean(),
  may_give_back: z.boolean(),
});
export type SecondReading = z.output<typeof secondReading>;

const secondDetail = secondReading.extend({
  /** Present once it is finished and the caller may see it, with the sampling rate that its samples refer to. */
  agreement: readingAgreement.nullable(),
  sampling_hz: z.number().nullable(),
  /** The center's rules, for the user who reads it; otherwise null. */
  critical_rules: criticalRulesShape.nullable(),
});
export type SecondDetail = z.output<typeof secondDetail>;

export const secondViews = ['open', 'finished'] as const;
export type SecondView = (typeof secondViews)[number];

/** Sums over the finished second readings of a center in a period. Users are listed by name, not ranked. */
const sums = z.object({
  finished: count,
  median_kappa: z.number().nullable(),
  median_share: z.number().nullable(),
  people: z.array(
    z.object({
      person: personName,
      /** The number of second readings in which the user did the first reading, and the second. */
      as_first: count,
      as_second: count,
      median_kappa: z.number().nullable(),
    }),
  ),
});
export type SecondSums = z.output<typeof sums>;

const key = { second_id: rowId };
const { reading, appendEdits, changeEditLock } = readingRoutes;
const caseless = { case_id: true } as const;

export const secondRoutes = defineRoutes({
  secondReadings: {
    method: 'GET',
    path: 'second-readings',
    allow: 'second_reading.list',
    audit: 'second-reading.list',
    summary:
      'Returns second readings: those that wait for the caller or that the caller reads now (a CENTER sees all open ones, a CHIEF also those that nobody can read), or, in a period, the finished ones whose agreement the caller may see.',
    input: z.strictObject({
      ...pageFields,
      view: z.enum(secondViews).default('open'),
      from_time: calendarDate.optional(),
      to_time: calendarDate.optional(),
    }),
    output: pageOf(secondReading).extend({
      counts: z.record(z.enum(secondViews), count),
      /** The percentage of completed cases that the center currently selects; null for none. */
      drawn_share: count.nullable(),
    }),
  },
  secondSums: {
    method: 'GET',
    path: 'second-readings/sums',
    allow: 'second_reading.figures',
    audit: 'none',
    summary: 'Returns the agreement over the center’s second readings that were finished in a period.',
    input: z.strictObject({ from_time: calendarDate, to_time: calendarDate }),
    output: sums,
  },
  secondReading: {
    method: 'GET',
    path: 'second-readings/:second_id',
    allow: 'second_reading.list',
    audit: 'second-reading.read',
    summary: 'Returns one second reading, with its agreement once it is finished and the caller may see it.',
    input: z.strictObject(key),
    output: secondDetail,
  },
  takeSecondReading: {
    method: 'POST',
    path: 'second-readings/:second_id/take',
    allow: 'second_reading.write',
    audit: 'second-reading.take',
    summary:
      'Takes a waiting second reading. Until it is finished or returned, the caller gets its case by no other route.',
    input: z.strictObject(key),
    output: secondDetail,
  },
  giveBackSecondReading: {
    method: 'POST',
    path: 'second-readings/:second_id/give-back',
    allow: 'second_reading.list',
    audit: 'second-reading.give-back',
    summary:
      'Gives a second reading back for another reader; what was read is not counted. If nobody of the center can read it blind, chiefs and the center’s head can cancel it: it ends.',
    input: z.strictObject(key),
    output: done,
  },
  secondReadingLog: {
    method: 'GET',
    path: 'second-readings/:second_id/reading',
    allow: 'second_reading.write',
    audit: 'second-reading.read',
    summary: 'Returns the log of the second reading after an edit, for its reader.',
    input: reading.input.omit(caseless).extend(key),
    output: reading.output,
  },
  appendSecondEdits: {
    method: 'POST',
    path: 'second-readings/:second_id/reading/edits',
    allow: 'second_reading.write',
    audit: 'second-reading.change',
    summary: 'Appends edits after the last one of the second reading, by the rules of the first.',
    input: appendEdits.input.omit(caseless).extend(key),
    output: z.object({ second_id: count, sequence: count }),
  },
  changeSecondEditLock: {
    method: 'POST',
    path: 'second-readings/:second_id/reading/edit-lock',
    allow: 'second_reading.write',
    audit: 'second-reading.change',
    summary: 'Sets the window in which the reader writes the second reading.',
    input: changeEditLock.input.omit(caseless).extend(key),
    output: changeEditLock.output,
  },
  finishSecondReading: {
    method: 'POST',
    path: 'second-readings/:second_id/finish',
    allow: 'second_reading.write',
    audit: 'second-reading.finish',
    summary:
      'Finishes the second reading with the last edit that the page knows. Its agreement with the first is computed and stored, and nothing changes afterwards.',
    input: z.strictObject({ ...key, sequence: whole(0, 2 ** 31 - 1) }),
    output: secondDetail,
  },
});
