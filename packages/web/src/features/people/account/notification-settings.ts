/** How a user is told, as the server answers it. */
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Routes } from '@rhythmdesk/contract/routes';

export type NotificationSettings = OutputOf<Routes['notificationPreferences']>;
export type Preferences = NotificationSettings['preferences'];
