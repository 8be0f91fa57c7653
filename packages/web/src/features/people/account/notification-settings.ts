/** Defines the notification settings of a user as the server returns them. */
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';

export type NotificationSettings = OutputOf<Routes['notificationPreferences']>;
export type Preferences = NotificationSettings['preferences'];
