/** Handles the routes of notices and notifications. */
import type { noticeRoutes } from '@rhythmdesk/contract/notices';
import type { notificationPreferenceRoutes } from '@rhythmdesk/contract/notification-preferences';
import type { OutputOf } from '@rhythmdesk/contract/route';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LiveStreams } from './live-streams.ts';
import { listNotifications, markAllRead, markRead, resetBadge } from './notifications.ts';
import { listReaders, listWrittenNotices, readNotice } from './list-notices.ts';
import { countAudience } from './notice-audience.ts';
import { pageNotifications } from './notification-page.ts';
import { changePreferences, readPreferences } from './preferences.ts';
import { markNoticeRead, readNotices, readPopups } from './read-notices.ts';
import { addNotice, audienceOf, deleteNotice, updateNotice } from './write-notice.ts';

export type NoticeDependencies = { readonly db: Db; readonly clock: Clock; readonly live: LiveStreams };

/** Refuses a user id other than the caller's; an id in a request is never trusted. */
function requireOwn(caller: Caller, user_id: number | undefined): void {
  if (user_id !== undefined && user_id !== caller.id) throw new Refusal('object/not-found');
}

export function noticeHandlers({ db, clock, live }: NoticeDependencies): Handlers<typeof noticeRoutes> {
  return {
    notices: async ({ caller, input, language }) => ({
      items: await readNotices(db, caller, { q: input.q, language }, clock.now()),
    }),
    popupNotices: async ({ caller, language }) => ({
      items: await readPopups(db, caller, language, clock.now()),
    }),
    readNotice: async ({ caller, input }) => {
      await markNoticeRead(db, caller, input, clock.now());
      return { ok: true };
    },
    writtenNotices: ({ caller, input, language }) =>
      listWrittenNotices(db, caller, input, language, clock.now()),
    notice: ({ caller, input }) => readNotice(db, caller, input.id, clock.now()),
    noticeAudience: ({ caller, input }) => countAudience(db, audienceOf(caller, input.group_type)),
    noticeReaders: ({ caller, input }) => listReaders(db, caller, input),
    addNotice: ({ caller, input }) => addNotice(db, caller, input, clock.now()),
    updateNotice: ({ caller, input }) => updateNotice(db, caller, input, clock.now()),
    deleteNotice: async ({ caller, input }) => {
      await deleteNotice(db, caller, input.id, clock.now());
      return { ok: true };
    },
    notifications: async ({ caller, input, language }) => {
      requireOwn(caller, input.user_id);
      return listNotifications(db, caller.id, language, input.before);
    },
    resetBadge: async ({ caller, input }) => {
      requireOwn(caller, input.user_id);
      return resetBadge(db, caller.id);
    },
    markRead: ({ caller, input }) => markRead(db, caller.id, input.patch_id),
    markAllRead: ({ caller }) => markAllRead(db, caller.id),
    stream: async ({ caller, input, language }) =>
      Promise.resolve((sink) => live.add(caller, language, sink, input.unheard_ms)),
  };
}

/** The settings with which a browser subscribes. */
export type PushStanding = OutputOf<(typeof notificationPreferenceRoutes)['pushStanding']>;

type PreferenceDependencies = Pick<NoticeDependencies, 'db' | 'clock'> & { readonly push: PushStanding };

export function preferenceHandlers({
  db,
  clock,
  push,
}: PreferenceDependencies): Handlers<typeof notificationPreferenceRoutes> {
  return {
    notificationPage: ({ caller, input, language }) => pageNotifications(db, caller.id, input, language),
    notificationPreferences: ({ caller }) => readPreferences(db, caller),
    changeNotificationPreferences: async ({ caller, input }) => {
      await changePreferences(db, caller, input, clock.now());
      return { ok: true };
    },
    pushStanding: () => Promise.resolve(push),
  };
}
