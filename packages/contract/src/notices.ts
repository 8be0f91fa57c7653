/** Notices of the operator, and the notifications of a user. */
import { noticeCategories } from '@rhythmdesk/domain/notice/windows';
import { notificationCategories, notificationCodes } from '@rhythmdesk/domain/notice/notifications';
import { z } from 'zod';
import { instant, noInput, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

export const notice = z.object({
  id: z.number().int(),
  title: z.string(),
  content: z.string(),
  category: z.enum(noticeCategories),
  from_time: instant,
  to_time: instant,
});

const notification = z.object({
  id: z.number().int(),
  status: z.enum(['N', 'Y']),
  patch_id: z.number().int().nullable(),
  create_time: instant,
  category: z.enum(notificationCategories),
  code: z.enum(notificationCodes),
  /** Worded in the language asked for. */
  content: z.string(),
});
export type Notification = z.output<typeof notification>;

/** One event of the stream. `resync` says: something was missed, ask again. */
export const streamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('notification'), notification, noti_count: z.number().int() }),
  z.object({ type: z.literal('badge'), noti_count: z.number().int() }),
  z.object({ type: z.literal('case'), case_id: z.number().int(), version: z.number().int() }),
  z.object({ type: z.literal('upload'), upload_id: z.string() }),
  z.object({ type: z.literal('institution'), id: z.number().int(), version: z.number().int() }),
]);
export type StreamEvent = z.output<typeof streamEvent>;

export const noticeRoutes = defineRoutes({
  notices: {
    method: 'GET',
    path: 'notice/notices',
    allow: 'notice.read',
    summary: 'The notices in their window for the caller’s group.',
    input: noInput,
    output: z.object({ items: z.array(notice) }),
  },
  popupNotices: {
    method: 'GET',
    path: 'notice/popup',
    allow: 'notice.read',
    summary: 'The notices that open by themselves after sign-in.',
    input: noInput,
    output: z.object({ items: z.array(notice) }),
  },
  notifications: {
    method: 'GET',
    path: 'notification/notifications',
    allow: 'self',
    summary: 'A hundred notifications, newest first, from before the one named, and the badge.',
    input: z.strictObject({ user_id: rowId.optional(), before: rowId.optional() }),
    output: z.object({
      items: z.array(notification),
      noti_count: z.number().int(),
      /** How many items are N, whatever the badge was set to. */
      unread: z.number().int(),
      /** There are older ones. */
      more: z.boolean(),
    }),
  },
  resetBadge: {
    method: 'PUT',
    path: 'notification/badge',
    allow: 'self',
    summary: 'Set the badge count to 0 until the next notification.',
    input: z.strictObject({ user_id: rowId.optional() }),
    output: z.object({ noti_count: z.number().int() }),
  },
  markRead: {
    method: 'PUT',
    path: 'notification/read',
    allow: 'self',
    summary: 'Mark the notifications of one patch as read.',
    input: z.strictObject({ patch_id: rowId }),
    output: z.object({ noti_count: z.number().int() }),
  },
  markAllRead: {
    method: 'PUT',
    path: 'notification/read-all',
    allow: 'self',
    summary: 'Mark all of the caller’s notifications as read.',
    input: noInput,
    output: z.object({ noti_count: z.number().int() }),
  },
  stream: {
    method: 'GET',
    path: 'notification/stream',
    allow: 'self',
    summary: 'Live updates as server-sent events.',
    input: noInput,
    output: { events: streamEvent },
  },
});
