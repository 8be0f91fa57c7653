/** What is said of a case: its history, its comments, and whom they mention. */
import { mentionLimit } from '@rhythmdesk/domain/case/mentions';
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { comment, historyRow } from './cases.ts';
import { flag, rowId, text } from './fields.ts';
import { personName } from './people.ts';
import { defineRoutes } from './route.ts';

const caseKey = { case_id: rowId };

export const talkRoutes = defineRoutes({
  caseHistory: {
    method: 'GET',
    path: 'case/case/:case_id/history',
    allow: 'case.history',
    audit: 'case.history',
    summary: 'The timeline, oldest first.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(historyRow), intact: z.boolean() }),
  },
  comments: {
    method: 'GET',
    path: 'case/case/:case_id/comments',
    allow: 'case.history',
    audit: 'case.comments',
    summary: 'Comments, oldest first; internal ones only inside the center.',
    input: z.strictObject(caseKey),
    output: z.object({ items: z.array(comment) }),
  },
  addComment: {
    method: 'POST',
    path: 'case/case/:case_id/comments',
    allow: 'case.comment',
    audit: 'case.comment',
    summary: 'Write a comment; those whom it mentions are told.',
    input: z.strictObject({
      ...caseKey,
      content: text(4000),
      internal: z.boolean().default(false),
      mentions: z.array(rowId).max(mentionLimit).default([]),
    }),
    output: comment,
    idempotent: true,
    success: 201,
  },
  mentionable: {
    method: 'GET',
    path: 'case/case/:case_id/mentionable',
    allow: 'case.comment',
    audit: 'case.comments',
    summary: 'Whom a comment may mention, by name: people who will be able to read it.',
    input: z.strictObject({ ...caseKey, internal: flag.default(false) }),
    output: z.object({ items: z.array(personName.extend({ role_key: z.enum(roleKeys) })) }),
  },
});
