/**
 * Defines the routes for the reading of a recording: the log of edits that users made to its analysis, and the edit
 * lock.
 */
import { beatClasses } from '@rhythmdesk/ecg/labels/beat-labels';
import { extremeKeys } from '@rhythmdesk/ecg/labels/extreme-labels';
import { rhythmKeys } from '@rhythmdesk/ecg/labels/rhythm-labels';
import { stripGains, stripSpeeds } from '@rhythmdesk/ecg/labels/strip-labels';
import { z } from 'zod';
import { instant, optionalText, rowId, text, whole } from './fields.ts';
import { personName } from './people.ts';
import { defineRoutes } from './route.ts';

/** Large enough for 14 days at 2000 samples per second. */
const sample = z
  .number()
  .int()
  .min(0)
  .max(2 ** 32 - 1);
const label = z.enum(beatClasses);
const rhythm = z.enum(rhythmKeys);
const sequence = z
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const version = sequence;

const ends = { start_sample: sample, end_sample: sample };
const inOrder = ({ start_sample, end_sample }: { start_sample: number; end_sample: number }): boolean =>
  start_sample <= end_sample;
const finding = z.strictObject({ kind: rhythm, ...ends }).refine(inOrder);
/** The maximum length, in characters, of the name of an episode without a kind. */
export const episodeNameLength = 100;
const episode = { rhythm, ...ends, name: text(episodeNameLength).optional() };
/** The maximum number of drawings on one strip. */
export const mostStripMarks = 20;
export const stripTextLength = 120;
/** Microvolts, beyond the values of any recording. */
const height = z.number().int().min(-1_000_000).max(1_000_000);
const lead = z.number().int().min(0).max(63);
const line = (value: string): boolean => !/\p{Cc}/u.test(value);

export const stripScale = z.strictObject({
  mm_per_s: z.literal(stripSpeeds),
  mm_per_mv: z.literal(stripGains),
});
export const stripMark = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('arrow'),
    lead,
    sample,
    uv: height,
    to_sample: sample,
    to_uv: height,
    text: optionalText(stripTextLength).refine(line),
  }),
  z.strictObject({
    of: z.literal('text'),
    lead,
    sample,
    uv: height,
    text: text(stripTextLength).refine(line),
  }),
  z.strictObject({ of: z.literal('caliper'), lead, sample, to_sample: sample }),
]);
const shownExtreme = z.strictObject({
  extreme: z.enum(extremeKeys),
  sample,
  value: z.number().min(0).max(1e9),
});
const strip = {
  ...ends,
  caption: optionalText(500),
  order: z.number().min(-1e9).max(1e9),
  /** Absent: 25 mm/s and 10 mm/mV, no drawings, no extreme. In a change of a strip, absent means unchanged. */
  scale: stripScale.optional(),
  marks: z.array(stripMark).max(mostStripMarks).readonly().optional(),
  shows: shownExtreme.optional(),
};

const mark = sample.nullable();
/** Marks of one beat or of the mean of several beats, as samples of the recording in ascending order. */
const measurement = z
  .strictObject({
    of: z.enum(['beat', 'mean']),
    sample,
    lead: z.number().int().min(0).max(254),
    beats: z.number().int().min(1).max(1000),
    rr_samples: sample,
    p_onset: mark,
    qrs_onset: sample,
    qrs_end: sample,
    t_end: mark,
  })
  .refine(
    ({ p_onset, qrs_onset, qrs_end, t_end }) =>
      (p_onset ?? -1) < qrs_onset && qrs_onset < qrs_end && qrs_end < (t_end ?? Infinity),
  );

const thing = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('template'), template: z.number().int().min(0).max(254) }),
  z.strictObject({ of: z.literal('event'), sample }),
  z.strictObject({ of: z.literal('extreme'), extreme: z.enum(extremeKeys), sample }),
]);

const beats = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('list'), samples: z.array(sample).min(1).max(10_000).readonly() }),
  z.strictObject({ by: z.literal('range'), ...ends }).refine(inOrder),
  z.strictObject({ by: z.literal('template'), template: z.number().int().min(0).max(254) }),
]);

/** The sequence number of the first edit of those made together with this one; the first edit itself has none. */
const step = { step: sequence.optional() };

export const readingEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('relabel_beats'), beats, label, ...step }),
  z.strictObject({
    kind: z.literal('regroup_beats'),
    beats,
    template: z.number().int().min(0).max(254),
    ...step,
  }),
  z.strictObject({ kind: z.literal('add_beat'), sample, label, ...step }),
  z.strictObject({ kind: z.literal('remove_beats'), beats, ...step }),
  z.strictObject({ kind: z.literal('move_beat'), sample, to_sample: sample, ...step }),
  z.strictObject({ kind: z.literal('mark_unreadable'), ...ends, ...step }).refine(inOrder),
  z.strictObject({ kind: z.literal('clear_unreadable'), ...ends, ...step }).refine(inOrder),
  z
    .strictObject({ kind: z.literal('add_episode'), ...episode, instead_of: finding.optional(), ...step })
    .refine(inOrder),
  z
    .strictObject({ kind: z.literal('change_episode'), episode: sequence, ...episode, ...step })
    .refine(inOrder),
  z.strictObject({ kind: z.literal('remove_episode'), episode: sequence, ...step }),
  z.strictObject({
    kind: z.literal('judge_finding'),
    finding,
    verdict: z.enum(['accepted', 'rejected', 'open']),
    ...step,
  }),
  z
    .strictObject({
      kind: z.literal('judge_thing'),
      thing,
      verdict: z.enum(['accepted', 'rejected', 'open']),
      ...step,
    })
    .refine((edit) => edit.verdict !== 'rejected' || edit.thing.of === 'extreme'),
  z.strictObject({ kind: z.literal('add_strip'), ...strip, ...step }).refine(inOrder),
  z.strictObject({ kind: z.literal('change_strip'), strip: sequence, ...strip, ...step }).refine(inOrder),
  z.strictObject({ kind: z.literal('remove_strip'), strip: sequence, ...step }),
  z.strictObject({ kind: z.literal('add_measurement'), measurement, ...step }),
  z.strictObject({ kind: z.literal('remove_measurement'), measurement: sequence, ...step }),
  z.strictObject({ kind: z.literal('undo'), edit: sequence }),
]);

/** An edit of the log with its sequence number. */
const loggedEdit = z.object({
  sequence,
  /** The version of the analysis to which its samples refer. */
  analysis_version: version,
  edit: readingEdit,
  author: personName,
  created_at: instant,
});

const editLock = z.object({
  /** Null if nobody holds it. */
  holder: personName.nullable(),
  /** The caller's own page holds it. */
  here: z.boolean(),
  /** The caller may take the lock now. */
  may_take: z.boolean(),
  /** The caller is one of the users who may hold the lock. */
  may_ask: z.boolean(),
  /** The user who asks for it. */
  asked_by: personName.nullable(),
});
export type EditLock = z.output<typeof editLock>;

const caseReading = z.object({
  case_id: z.number().int(),
  /** The analysis that is read; null if none has succeeded, and then there is nothing to read. */
  analysis_version: z.number().int().nullable(),
  /** The number of the last edit; 0 if there is none. */
  sequence: z.number().int(),
  /** The edits after the requested one, in order. */
  edits: z.array(loggedEdit),
  /** Earlier analysis versions with other beats on which edits of the log were made. */
  earlier_versions: z.array(z.number().int()),
  edit_lock: editLock,
});
export type CaseReading = z.output<typeof caseReading>;

/** A half-open range of whole minutes from the recording's first sample. 30 days are 43,200. */
const minuteRange = z
  .tuple([z.number().int().min(0).max(50_000), z.number().int().min(1).max(50_000)])
  .refine(([from, to]) => from < to)
  .readonly();

const caseCoverage = z.object({
  case_id: z.number().int(),
  /** The length of the whole recording. */
  minutes: z.number().int(),
  readers: z.array(z.object({ reader: personName, minutes: z.array(minuteRange) })),
});
export type CaseCoverage = z.output<typeof caseCoverage>;

const pageId = z.uuid();
/** The maximum number of edits in one response, and in one batch. */
export const readingPageSize = 20_000;
export const readingBatchSize = 500;

export const readingRoutes = defineRoutes({
  reading: {
    method: 'GET',
    path: 'recording/:case_id/reading',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary: `Returns the log of the reading after an edit, at most ${String(readingPageSize)} at once, and who has the edit lock.`,
    input: z.strictObject({
      case_id: rowId,
      after: whole(0, 2 ** 31 - 1).default(0),
      page_id: pageId.optional(),
    }),
    output: caseReading,
  },
  coverage: {
    method: 'GET',
    path: 'recording/:case_id/coverage',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary:
      'Returns which minutes of the recording each reader has seen at a scale at which beats can be read.',
    input: z.strictObject({ case_id: rowId }),
    output: caseCoverage,
  },
  recordCoverage: {
    method: 'POST',
    path: 'case/case/:case_id/reading/coverage',
    allow: 'case.edit_reading',
    audit: 'reading.coverage',
    summary: 'Adds minutes that the caller has seen to those sent before. May be sent again.',
    input: z.strictObject({ case_id: rowId, minutes: z.array(minuteRange).min(1).max(500) }),
    output: caseCoverage,
  },
  beatLikeness: {
    method: 'GET',
    path: 'recording/:case_id/beat-likeness',
    allow: 'recording.read',
    audit: 'analysis.read',
    summary:
      'Returns how much each beat of some templates of the analysis resembles the beat at a sample and their mean: 32-bit samples, then a byte each (255 is the same).',
    input: z.strictObject({
      case_id: rowId,
      /** Template numbers separated by commas. */
      templates: z.string().regex(/^\d{1,3}(,\d{1,3}){0,99}$/),
      /** Absent: the mean of the beats. */
      like: whole(0, 2 ** 32 - 1).optional(),
    }),
    output: { binary: 'application/octet-stream' },
  },
  appendEdits: {
    method: 'POST',
    path: 'case/case/:case_id/reading/edits',
    allow: 'case.edit_reading',
    audit: 'reading.change',
    summary:
      'Appends edits after the last one, from the page with the edit lock. Sent again they are stored once. Refused if another user wrote, or if page and server compute different readings. `version` is that of the case if the edits changed it.',
    input: z.strictObject({
      case_id: rowId,
      page_id: pageId,
      /** The last edit that the page knows. */
      after: z
        .number()
        .int()
        .min(0)
        .max(2 ** 31 - 1),
      /** The newest analysis, which the checksum is of. */
      analysis_version: version,
      /** The analysis on which the edits were made, if it is an earlier one: then they name its beats and groups. */
      made_on: version.optional(),
      edits: z.array(readingEdit).min(1).max(readingBatchSize),
      /** The checksum of the reading after these edits. */
      checksum: z.string().regex(/^[0-9a-f]{16}$/),
    }),
    output: z.object({ case_id: rowId, sequence: z.number().int(), version: z.number().int().optional() }),
  },
  changeEditLock: {
    method: 'POST',
    path: 'case/case/:case_id/reading/edit-lock',
    allow: 'case.edit_reading',
    audit: 'reading.change',
    summary: 'Takes the edit lock, requests it from its owner, or releases it. Taking it again renews it.',
    input: z.strictObject({ case_id: rowId, page_id: pageId, act: z.enum(['take', 'ask', 'give_back']) }),
    output: editLock,
  },
});
