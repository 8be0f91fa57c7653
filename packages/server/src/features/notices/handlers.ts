/** The handlers of notices and notifications. */
import type { noticeRoutes } from '@rhythmdesk/contract/notices';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { LiveStreams } from './live-streams.ts';
import { listNotifications, markAllRead, markRead, resetBadge } from './notifications.ts';
import { readNotices } from './read-notices.ts';

export type NoticeDependencies = { readonly db: Db; readonly clock: Clock; readonly live: LiveStreams };

/** A user id in a request is compared, never trusted. */
function requireOwn(caller: Caller, user_id: number | undefined): void {
  if (user_id !== undefined && user_id !== caller.id) throw new Refusal('object/not-found');
}

export function noticeHandlers({ db, clock, live }: NoticeDependencies): Handlers<typeof noticeRoutes> {
  return {
    notices: async ({ caller }) => ({ items: await readNotices(db, caller, clock.now(), false) }),
    popupNotices: async ({ caller }) => ({ items: await readNotices(db, caller, clock.now(), true) }),
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
    stream: async ({ caller, language }) => Promise.resolve((sink) => live.add(caller, language, sink)),
  };
}
