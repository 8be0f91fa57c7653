/** Defines the routes for daily work: the day of one user, and the board of a center's users. */
import { roleKeys } from '@rhythmdesk/domain/people/roles';
import { z } from 'zod';
import { caseDetail, caseRow } from './cases.ts';
import { calendarDate, done, instant, rowId } from './fields.ts';
import { defineRoutes } from './route.ts';

const whole = z.number().int();

/** The groups in working order. */
export const dayGroups = ['returned', 'due', 'later', 'done'] as const;
export type DayGroup = (typeof dayGroups)[number];

const dayCase = caseRow.extend({
  ...caseDetail.pick({ next_step: true, handback: true }).shape,
  group: z.enum(dayGroups),
});
export type DayCase = z.output<typeof dayCase>;

const finished = { cases: whole, minutes: whole };

const day = z.object({
  at: instant,
  /** Today in the caller’s time zone, and the instant at which it ends. */
  today: calendarDate,
  time_zone: z.string(),
  due_until: instant,
  counts: z.object({
    mine: whole,
    due: whole,
    returned: whole,
    done: whole,
    /** Cases that any reader of the center may take. */
    waiting: whole,
    waiting_urgent: whole,
  }),
  /** The first hundred open cases by due time, returned ones first, and the first hundred done today. */
  items: z.array(dayCase),
  /** The user's own figures only: cases completed on each working day and the minutes of recording in them. */
  pace: z.object({
    days: z.array(z.object({ day: calendarDate, ...finished })),
    median_cases: whole,
    median_minutes: whole,
  }),
});
export type Day = z.output<typeof day>;

const named = z.object({ id: whole, name: z.string() });
const load = z.object({ count: whole, due: whole, overdue: whole });

/** The current activity of a user: a reading whose edit lock they hold, else their last action on a case. */
const doing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reading'), case_id: whole, hn_id: z.string(), since: instant }),
  z.object({ kind: z.literal('acted'), action: z.string(), case_id: whole, hn_id: z.string(), at: instant }),
]);
export type Doing = z.output<typeof doing>;

const boardPerson = named.extend({
  role_key: z.enum(roleKeys),
  team: named.nullable(),
  /** Signed in and active within the last minutes. */
  here: z.boolean(),
  doing: doing.nullable(),
  load,
  /** The maximum number of open cases they should have; with 0 they are assigned none. */
  capacity: whole,
  /** Their first cases by due time. */
  items: z.array(caseRow),
});
export type BoardPerson = z.output<typeof boardPerson>;

const board = z.object({
  at: instant,
  due_until: instant,
  teams: z.array(named),
  /** All open cases that were requested, or those of the team’s share. */
  total: load,
  /** Cases that wait for the caller’s own verification. */
  to_check: whole,
  waiting: z.object({ load, items: z.array(caseRow) }),
  people: z.array(boardPerson),
});
export type Board = z.output<typeof board>;

/** A proposal that assigns the waiting cases to users by free capacity, ordered by due time. */
const shareOut = z.object({
  items: z.array(z.object({ case: caseRow, technician: named })),
  /** Cases that are also assigned but left for the next proposal, because one proposal is limited. */
  later: whole,
  /** Cases that keep waiting because nobody has free capacity. */
  full: whole,
  /** Cases that keep waiting because only users of other teams have free capacity. */
  team_full: whole,
});
export type ShareOut = z.output<typeof shareOut>;

/** The maximum capacity that can be set for a user. */
export const mostPlaces = 200;

export const workRoutes = defineRoutes({
  day: {
    method: 'GET',
    path: 'work/day',
    allow: 'case.start',
    audit: 'case.list',
    summary:
      'Returns the caller’s day: own open cases with their next step, returned ones, done today, own pace.',
    input: z.strictObject({}),
    output: day,
  },
  board: {
    method: 'GET',
    path: 'work/board',
    allow: 'case.reassign',
    audit: 'case.list',
    summary:
      'Returns the center’s users with their cases and current activity, and the waiting cases; `team_id` limits it to a team’s users and share.',
    input: z.strictObject({ team_id: rowId.optional() }),
    output: board,
  },
  shareOut: {
    method: 'GET',
    path: 'work/share-out',
    allow: 'case.reassign',
    audit: 'case.list',
    summary:
      'Returns a proposal: the waiting cases, each with the user whose capacity is least used. Nothing is assigned by it.',
    input: z.strictObject({ team_id: rowId.optional() }),
    output: shareOut,
  },
  setCapacity: {
    method: 'PUT',
    path: 'work/capacity',
    allow: 'case.reassign',
    audit: 'user.change',
    summary: 'Sets the most open cases that a reader of the own center should have.',
    input: z.strictObject({ user_id: rowId, capacity: whole.min(0).max(mostPlaces) }),
    output: done,
  },
});
