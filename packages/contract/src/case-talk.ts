/** Defines the routes for the history of a case and its comments, including pinned places and mentioned users. */
import { mentionLimit } from '@rhythmdesk/domain/case/mentions';
import { caseStatuses } from '@rhythmdesk/domain/case/status';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { comment } from './cases.ts';
import { flag, instant, rowId, text } from './fields.ts';
import { openPoint } from './open-points.ts';
import { personName } from './people.ts';
import { defineRoutes } from './route.ts';

const caseKey = { case_id: rowId };
const sample = z
  .number()
  .int()
  .min(0)
  .max(2 ** 32 - 1);
/** A place in the recording, or a section if it has an end. */
const place = z
  .strictObject({ start_sample: sample, end_sample: sample.nullable().default(null) })
  .refine(({ start_sample, end_sample }) => end_sample === null || start_sample <= end_sample);

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
  /** What was open when the case was verified or completed; shown to users of the center. */
  open_points: z.array(openPoint),
  requested_date: instant,
  /** Seconds for which the case stayed in `status`; null if it still does. */
  duration: z.number().nullable(),
});
export type HistoryRow = z.output<typeof historyRow>;

export const talkRoutes = defineRoutes({
  caseHistory: {
    method: 'GET',
    path: 'case/case/:case_id/history',
    allow: 'case.history',
    audit: 'case.history',
    summary: 'Returns the history of a case, oldest first.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(historyRow), intact: z.boolean() }),
  },
  comments: {
    method: 'GET',
    path: 'case/case/:case_id/comments',
    allow: 'case.history',
    audit: 'case.comments',
    summary: 'Returns the comments of a case, oldest first. Internal ones are only for the center.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(comment) }),
  },
  addComment: {
    method: 'POST',
    path: 'case/case/:case_id/comments',
    allow: 'case.comment',
    audit: 'case.comment',
    summary:
      'Writes a comment, optionally pinned to a position in the recording. Mentioned users are notified. A reply to an internal pinned comment answers it.',
    input: z.strictObject({
      ...caseKey,
      content: text(4000),
      internal: z.boolean().default(false),
      mentions: z.array(rowId).max(mentionLimit).default([]),
      place: place.nullable().default(null),
      reply_to: rowId.nullable().default(null),
    }),
    output: comment,
    idempotent: true,
    success: 201,
  },
  answerPin: {
    method: 'POST',
    path: 'case/case/:case_id/comments/answer',
    allow: 'case.answer_pin',
    audit: 'case.comment',
    summary: 'Marks an internal pinned comment as answered, once.',
    input: z.strictObject({ ...caseKey, comment_id: rowId }),
    output: comment,
  },
  mentionable: {
    method: 'GET',
    path: 'case/case/:case_id/mentionable',
    allow: 'case.comment',
    audit: 'case.comments',
    summary: 'Returns the users whom a comment may mention, by name: those who will be able to read it.',
    input: z.strictObject({ ...caseKey, internal: flag.default(false) }),
    output: z.object({ items: z.array(personName.extend({ role_key: z.enum(roleKeys) })) }),
  },
});
