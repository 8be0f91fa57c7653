/** Defines the routes for the operator's notices and for the notifications of a user. */
import { languages } from '@rhythmdesk/domain/kit/languages';
import { noticeAudiences, noticeCategories, noticeStates } from '@rhythmdesk/domain/notice/windows';
import { notificationCategories, notificationCodes } from '@rhythmdesk/domain/notice/notifications';
import { groupTypes } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { exportStates } from './export-states.ts';
import {
  done,
  flag,
  instant,
  listOf,
  noInput,
  optionalText,
  pageFields,
  pageOf,
  rowId,
  text,
  whole,
} from './fields.ts';
import { groupName } from './people.ts';
import { defineRoutes } from './route.ts';

/** A notice as shown to a reader, in the requested language, or in English if there is no such text. */
const notice = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Markdown: headings, bold, lists, links. */
  content: z.string(),
  category: z.enum(noticeCategories),
  from_time: instant,
  to_time: instant,
  /** The caller has opened it. */
  read: z.boolean(),
});
export type Notice = z.output<typeof notice>;

const noticeFacts = z.object({
  id: z.number().int(),
  version: z.number().int(),
  category: z.enum(noticeCategories),
  group_type: z.enum(noticeAudiences),
  popup: z.boolean(),
  state: z.enum(noticeStates),
  from_time: instant,
  to_time: instant,
  updated_at: instant,
});

/** A notice in the list for its authors. */
const noticeRow = noticeFacts.extend({
  title: z.string(),
  /** The number of users it is for, and how many of them have opened it. */
  audience: z.number().int(),
  readers: z.number().int(),
});
export type NoticeRow = z.output<typeof noticeRow>;

const shownText = z.object({ title: z.string(), content: z.string() });

/** A notice in the editor, with its text in each available language. */
const editedNotice = noticeFacts.extend({
  texts: z.partialRecord(z.enum(languages), shownText),
  user: z.object({ id: z.number().int(), name: z.string() }),
});
export type EditedNotice = z.output<typeof editedNotice>;

export const noticeLimits = { title: 120, content: 20_000 } as const;

const translations = languages.filter((language) => language !== 'en');
const writtenText = z.strictObject({ title: text(noticeLimits.title), content: text(noticeLimits.content) });

const writtenNotice = {
  category: z.enum(noticeCategories),
  /** The English text, which is used for every language without one. */
  title: text(noticeLimits.title),
  /** A draft may have no text. */
  content: optionalText(noticeLimits.content),
  /** The texts in the other languages; an omitted language has none. */
  texts: z.partialRecord(z.enum(translations), writtenText).default({}),
  popup: z.boolean(),
  /** The author’s own row id, if any. */
  user_id: rowId.optional(),
  group_type: z.enum(noticeAudiences),
  from_time: instant,
  to_time: instant,
  draft: z.boolean().default(false),
};

const savedNotice = z.object({ id: z.number().int(), version: z.number().int() });

export const notification = z.object({
  id: z.number().int(),
  status: z.enum(['N', 'Y']),
  patch_id: z.number().int().nullable(),
  create_time: instant,
  category: z.enum(notificationCategories),
  code: z.enum(notificationCodes),
  /** The text in the requested language. */
  content: z.string(),
});
export type Notification = z.output<typeof notification>;

const integer = z.number().int();

/** One event of the stream. `resync` means that events were missed and the page must refetch. */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('notification'), notification, noti_count: integer }),
  z.object({ type: z.literal('badge'), noti_count: integer }),
  /** `saved`: this change produced the version; without it something beside the version changed, as a comment does. */
  z.object({ type: z.literal('case'), case_id: integer, version: integer, saved: z.boolean().optional() }),
  /** The log of the reading or its edit lock changed. */
  z.object({ type: z.literal('reading'), case_id: integer, sequence: integer }),
  z.object({ type: z.literal('upload'), upload_id: z.string() }),
  /** An export of the user: its progress, or how it ended. */
  z.object({
    type: z.literal('export'),
    export_id: integer,
    state: z.enum(exportStates),
    rows_done: integer,
    rows_total: integer,
  }),
  z.object({ type: z.literal('institution'), id: integer, version: integer }),
  z.object({ type: z.literal('user'), id: integer, version: integer }),
]);
export type StreamEvent = z.output<typeof streamEvent>;

export const noticeRoutes = defineRoutes({
  notices: {
    method: 'GET',
    path: 'notice/notices',
    allow: 'notice.read',
    audit: 'none',
    summary:
      'Returns the notices in their window for the caller’s group; with `q` those that contain this text.',
    input: z.strictObject({ q: optionalText(80).optional() }),
    output: z.object({ items: z.array(notice) }),
  },
  popupNotices: {
    method: 'GET',
    path: 'notice/popup',
    allow: 'notice.read',
    audit: 'none',
    summary: 'Returns the notices that open after this sign-in and were neither closed nor hidden for today.',
    input: noInput,
    output: z.object({ items: z.array(notice) }),
  },
  readNotice: {
    method: 'PUT',
    path: 'notice/read',
    allow: 'notice.read',
    audit: 'none',
    summary: 'Records that a notice was opened, or as a popup closed, until the next sign-in or for today.',
    input: z.strictObject({
      id: rowId,
      closed: z.boolean().default(false),
      not_again_today: z.boolean().default(false),
    }),
    output: done,
  },
  writtenNotices: {
    method: 'GET',
    path: 'notice/notices/admin',
    allow: 'notice.write',
    audit: 'none',
    summary: 'Returns the notices that the caller may write, newest first, and their number by state.',
    input: z.strictObject({
      ...pageFields,
      q: optionalText(80).optional(),
      state: listOf(z.enum(noticeStates)).optional(),
      group_type: listOf(z.enum(noticeAudiences)).optional(),
    }),
    output: pageOf(noticeRow).extend({ states: z.record(z.enum(noticeStates), z.number().int()) }),
  },
  notice: {
    method: 'GET',
    path: 'notice/notice',
    allow: 'notice.write',
    audit: 'none',
    summary: 'Returns one notice with its texts, for editing.',
    input: z.strictObject({ id: rowId }),
    output: editedNotice,
  },
  noticeAudience: {
    method: 'GET',
    path: 'notice/audience',
    allow: 'notice.write',
    audit: 'none',
    summary: 'Returns how many users of each kind of group a notice of the caller for this audience reaches.',
    input: z.strictObject({ group_type: z.enum(noticeAudiences) }),
    output: z.object({
      total: z.number().int(),
      kinds: z.array(z.object({ type: z.enum(groupTypes), people: z.number().int() })),
    }),
  },
  noticeReaders: {
    method: 'GET',
    path: 'notice/readers',
    allow: 'notice.write',
    audit: 'none',
    summary: 'Returns who has opened a notice, and with `unread` who of its audience has not, by name.',
    input: z.strictObject({ id: rowId, unread: flag.default(false), ...pageFields }),
    output: pageOf(
      z.object({
        id: z.number().int(),
        name: z.string(),
        user_group: groupName,
        read_at: instant.nullable(),
      }),
    ),
  },
  addNotice: {
    method: 'POST',
    path: 'notice/notice',
    also: ['notice/notice/'],
    allow: 'notice.write',
    audit: 'notice.change',
    summary: 'Creates a notice, or a draft of one.',
    input: z.strictObject(writtenNotice),
    output: savedNotice,
    success: 201,
  },
  updateNotice: {
    method: 'PUT',
    path: 'notice/notice',
    also: ['notice/notice/'],
    allow: 'notice.write',
    audit: 'notice.change',
    summary: 'Changes a notice. `version` is the displayed one; an outdated one is refused.',
    input: z.strictObject({ id: rowId, version: whole(1).optional(), ...writtenNotice }),
    output: savedNotice,
  },
  deleteNotice: {
    method: 'DELETE',
    path: 'notice/notice',
    allow: 'notice.write',
    audit: 'notice.change',
    summary: 'Deletes a notice. Nobody sees it any more.',
    input: z.strictObject({ id: rowId }),
    output: done,
  },
  notifications: {
    method: 'GET',
    path: 'notification/notifications',
    allow: 'self',
    audit: 'notification.list',
    summary: 'Returns a hundred notifications, newest first, from before the given one, and the badge.',
    input: z.strictObject({ user_id: rowId.optional(), before: rowId.optional() }),
    output: z.object({
      items: z.array(notification),
      noti_count: z.number().int(),
      /** The number of items with status N, whatever the badge was set to. */
      unread: z.number().int(),
      /** There are older items. */
      more: z.boolean(),
    }),
  },
  resetBadge: {
    method: 'PUT',
    path: 'notification/badge',
    allow: 'self',
    audit: 'none',
    summary: 'Sets the badge count to 0 until the next notification.',
    input: z.strictObject({ user_id: rowId.optional() }),
    output: z.object({ noti_count: z.number().int() }),
  },
  markRead: {
    method: 'PUT',
    path: 'notification/read',
    allow: 'self',
    audit: 'none',
    summary: 'Marks the notifications of one patch as read.',
    input: z.strictObject({ patch_id: rowId }),
    output: z.object({ noti_count: z.number().int() }),
  },
  markAllRead: {
    method: 'PUT',
    path: 'notification/read-all',
    allow: 'self',
    audit: 'none',
    summary: 'Marks all of the caller’s notifications as read.',
    input: noInput,
    output: z.object({ noti_count: z.number().int() }),
  },
  stream: {
    method: 'GET',
    path: 'notification/stream',
    allow: 'self',
    audit: 'none',
    summary:
      'Sends live updates as server-sent events. `unheard_ms` is how long a client has cached responses without updates; changes of that time are sent first.',
    input: z.strictObject({
      /** How long, in milliseconds, the page has kept responses without receiving changes. */
      unheard_ms: whole(0, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: { events: streamEvent },
  },
});
