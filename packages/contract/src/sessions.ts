/** Defines the routes with which users, and administrators of a higher level, see and end sessions. */
import { z } from 'zod';
import { done, instant, noInput, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The kind of network of an address: the server's own machine, a private network, or the internet. */
const networkKinds = ['loopback', 'private', 'public', 'unknown'] as const;

const session = z.object({
  session_id: z.number().int(),
  /** Null if the browser or the system is not known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  network: z.enum(networkKinds),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  /** The session of this call. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

const sessions = z.object({ items: z.array(session) });
const ended = z.object({ ended: z.number().int() });

export const sessionRoutes = defineRoutes({
  mySessions: {
    method: 'GET',
    path: 'user/sessions',
    allow: 'self',
    audit: 'none',
    summary: 'Returns the caller’s sessions, the last used first.',
    input: noInput,
    output: sessions,
  },
  endMySession: {
    method: 'DELETE',
    path: 'user/sessions/:session_id',
    allow: 'self',
    audit: 'session.revoke',
    summary: 'Ends one of the caller’s sessions.',
    input: z.strictObject({ session_id: rowId }),
    output: done,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: 'user/sessions',
    allow: 'self',
    audit: 'session.revoke',
    summary: 'Ends all of the caller’s sessions except this one.',
    input: noInput,
    output: ended,
  },
  userSessions: {
    method: 'GET',
    path: 'user/user/:id/sessions',
    allow: 'user.write',
    audit: 'user.read',
    summary: 'Returns the sessions of a user below the caller’s level.',
    input: z.strictObject({ id: rowId }),
    output: sessions,
  },
  endUserSessions: {
    method: 'DELETE',
    path: 'user/user/:id/sessions',
    allow: 'user.write',
    audit: 'session.revoke',
    summary: 'Ends all sessions of a user below the caller’s level, or the given one; the user is notified.',
    input: z.strictObject({ id: rowId, session_id: rowId.optional() }),
    output: ended,
  },
});
