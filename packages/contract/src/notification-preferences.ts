/**
 * Defines the routes for the page of all notifications, the notification settings, and the push settings of a browser.
 */
import { mailRhythms } from '@rhythmdesk/domain/notice/notification-preferences';
import { z } from 'zod';
import { notificationCategories } from '@rhythmdesk/domain/notice/notifications';
import { done, flag, instant, listOf, noInput, pageFields, pageOf, timeZone } from './fields.ts';
import { notification } from './notices.ts';
import { defineRoutes } from './route.ts';

const choice = z.strictObject({ bell: z.boolean(), push: z.boolean(), mail: z.boolean() });

export const channelTable = z.strictObject({
  upload: choice,
  request: choice,
  progress: choice,
  verification: choice,
  correction: choice,
  closing: choice,
  account: choice,
  critical: choice,
});

/** A minute of the day, from midnight in the user's zone. */
const minute = z.number().int().min(0).max(1439);

const notificationPreferences = z.strictObject({
  channels: channelTable,
  quiet: z.strictObject({ from_minute: minute, to_minute: minute }).nullable(),
  mail_rhythm: z.enum(mailRhythms),
  time_zone: timeZone,
  /** A mail about the ledger of each day. Absent in a change: stays as it is. */
  ledger_mail: z.boolean().optional(),
});

/** The Firebase configuration in the form that its library expects, with the key for web push. */
const firebase = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  appId: z.string(),
  messagingSenderId: z.string(),
  vapidKey: z.string().nullable(),
});

export const notificationPreferenceRoutes = defineRoutes({
  notificationPage: {
    method: 'GET',
    path: 'notification/page',
    allow: 'self',
    audit: 'notification.list',
    summary: 'Returns the caller’s notifications by category, read state and time, newest first, paged.',
    input: z.strictObject({
      ...pageFields,
      category: listOf(z.enum(notificationCategories)).optional(),
      unread: flag.default(false),
      /** From this instant (inclusive) to the other (exclusive). */
      from_time: instant.optional(),
      to_time: instant.optional(),
    }),
    output: pageOf(notification),
  },
  notificationPreferences: {
    method: 'GET',
    path: 'notification/preferences',
    allow: 'self',
    audit: 'none',
    summary:
      'Returns the caller’s notification settings. Settings that were never chosen have the default of the role.',
    input: noInput,
    output: z.object({
      preferences: notificationPreferences,
      /** The default of the role. */
      usual: channelTable,
      /** The user has an e-mail address for mails. */
      has_email: z.boolean(),
    }),
  },
  changeNotificationPreferences: {
    method: 'PUT',
    path: 'notification/preferences',
    allow: 'self',
    audit: 'profile.change',
    summary:
      'Sets all notification settings at once. Critical findings keep the bell, and push or mail as well.',
    input: notificationPreferences,
    output: done,
  },
  pushStanding: {
    method: 'GET',
    path: 'notification/push',
    allow: 'self',
    audit: 'none',
    summary:
      'Returns what a browser needs to subscribe: the Firebase project if one is set, otherwise the public key of this installation.',
    input: noInput,
    output: z.object({
      web_push_key: z.string(),
      firebase: firebase.nullable(),
      /** Settings of the Firebase project that are missing although others are set. */
      missing: z.array(z.string()),
    }),
  },
});
