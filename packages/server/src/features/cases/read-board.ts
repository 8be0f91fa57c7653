/**
 * Reads the board of a center: every open requested case as a line (its assignee, whether it is due or late), counted
 * by user, and the first few cases of each user in full. Five statements, however many users there are.
 */
import { correctionStatus } from '@rhythmdesk/domain/case/status';
import type { Board, BoardPerson, Doing } from '@rhythmdesk/contract/work';
import { editLockTimeoutMs } from '@rhythmdesk/domain/case/edit-lock';
import { usualPlaces } from '@rhythmdesk/domain/case/share-out';
import { isRoleKey, readerRoles } from '@rhythmdesk/domain/people/roles';
import { conditionOf } from '@rhythmdesk/domain/people/scope';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { caseScopeSql } from '../../records/cases/case-scope.ts';
import { aliveSession } from '../../records/people/alive-session.ts';
import { grantFor } from './case-list.ts';
import { readCaseRows } from './hide-results.ts';
import { dueBy, todayIn } from './read-day.ts';
import { viewSql } from './view-conditions.ts';

const shownOfPerson = 6;
const shownWaiting = 20;

const whole = z.coerce.number().int();
const lineRow = z.object({
  case_id: whole,
  technician_id: whole.nullable(),
  team_id: whole.nullable(),
  due: z.boolean(),
  overdue: z.boolean(),
});
type Line = z.output<typeof lineRow>;

const instant = z.coerce.date().transform((at) => at.toISOString());
const personRow = z.object({
  id: whole,
  name: z.string(),
  role_key: z.string().refine(isRoleKey),
  case_capacity: whole.nullable(),
  team_id: whole.nullable(),
  team_name: z.string().nullable(),
  here: z.boolean(),
  reading_id: whole.nullable(),
  reading_hn_id: z.string().nullable(),
  reading_since: instant.nullable(),
  action: z.string().nullable(),
  acted_id: whole.nullable(),
  acted_hn_id: z.string().nullable(),
  acted_at: instant.nullable(),
});
const teamRow = z.object({ id: whole, name: z.string() });

async function readLines(db: Db, scope: SQL, due_until: string, now: Date): Promise<Line[]> {
  const { rows } = await db.execute(sql`select cases.case_id, cases.technician_id, cases.team_id,
      coalesce(${dueBy(due_until)}, false) as due,
      coalesce(s.status <> ${correctionStatus} and s.due_at < ${now.toISOString()}::timestamptz, false) as overdue
    from cases join case_statistics s on s.case_id = cases.case_id
    where ${scope} and s.waiting_since is not null
    order by cases.report_due_date, cases.case_id`);
  return rows.map((row) => lineRow.parse(row));
}

async function readTeams(db: Db, center_id: number) {
  const { rows } = await db.execute(sql`select g.id, g.name from user_groups g
    where g.tech_center_id = ${center_id} and g.type = 'team' and g.deleted_at is null order by g.name, g.id`);
  return rows.map((row) => teamRow.parse(row));
}

/** Returns the condition for users (`users` in groups `g`) who can be assigned a case of this center. */
export const peopleOfCenter = (center_id: number): SQL =>
  sql`(g.id = ${center_id} or (g.type = 'team' and g.tech_center_id = ${center_id}))
    and users.role_key in ${readerRoles} and users.use_flag = 'Y'
    and users.deleted_at is null and g.deleted_at is null`;

/**
 * Returns the users who can be assigned a case of this center, and their current activity if the caller may see the
 * case.
 */
async function readPeople(db: Db, center_id: number, team_id: number | undefined, now: Date) {
  const presentSince = new Date(now.getTime() - editLockTimeoutMs).toISOString();
  const { rows } = await db.execute(sql`select users.id, users.name, users.role_key, users.case_capacity,
      case when g.type = 'team' then g.id end as team_id, case when g.type = 'team' then g.name end as team_name,
      ${aliveSession(now)} as here,
      edit_lock.case_id as reading_id, edit_lock.hn_id as reading_hn_id, edit_lock.taken_at as reading_since,
      acted.action, acted.case_id as acted_id, acted.hn_id as acted_hn_id, acted.created_at as acted_at
    from users join user_groups g on g.id = users.user_group_id
    left join lateral (select l.case_id, c.hn_id, l.taken_at from reading_edit_locks l
      join cases c on c.case_id = l.case_id
      where l.user_id = users.id and l.seen_at >= ${presentSince}::timestamptz
      order by l.seen_at desc limit 1) edit_lock on true
    left join lateral (select h.action, h.case_id, c.hn_id, h.created_at from case_history h
      join cases c on c.case_id = h.case_id
      where h.user_id = users.id order by h.created_at desc, h.history_id desc limit 1) acted on true
    where ${peopleOfCenter(center_id)} and ${team_id === undefined ? sql`true` : sql`g.id = ${team_id}`}
    order by users.name, users.id`);
  return rows.map((row) => {
    const { case_capacity, ...person } = personRow.parse(row);
    return { ...person, capacity: case_capacity ?? usualPlaces(person.role_key) };
  });
}
type PersonRow = Awaited<ReturnType<typeof readPeople>>[number];

const checkRow = z.object({ to_check: whole });

async function countToCheck(db: Db, caller: Caller, scope: SQL): Promise<number> {
  const { rows } = await db.execute(sql`select count(*) as to_check from cases
    where ${scope} and ${viewSql('mine', caller)} and cases.confirmer_id = ${caller.id}`);
  return checkRow.parse(rows[0]).to_check;
}

function doingOf(row: PersonRow): Doing | null {
  const { reading_id, reading_hn_id, reading_since, action, acted_id, acted_hn_id, acted_at } = row;
  if (reading_id !== null && reading_hn_id !== null && reading_since !== null)
    return { kind: 'reading', case_id: reading_id, hn_id: reading_hn_id, since: reading_since };
  if (action === null || acted_id === null || acted_hn_id === null || acted_at === null) return null;
  return { kind: 'acted', action, case_id: acted_id, hn_id: acted_hn_id, at: acted_at };
}

const loadOf = (lines: readonly Line[]): Board['total'] => ({
  count: lines.length,
  due: lines.filter(({ due }) => due).length,
  overdue: lines.filter(({ overdue }) => overdue).length,
});

type Rows = ReadonlyMap<number, BoardPerson['items'][number]>;

export async function readShown(db: Db, caller: Caller, ids: readonly number[], now: Date): Promise<Rows> {
  const found = await readCaseRows(db, caller, ids, now);
  return new Map(found.map(({ row }) => [row.case_id, row]));
}

const itemsIn = (rows: Rows, lines: readonly Line[], most: number) =>
  lines.slice(0, most).flatMap(({ case_id }) => rows.get(case_id) ?? []);

function personOf(person: PersonRow, lines: readonly Line[], rows: Rows): BoardPerson {
  return {
    id: person.id,
    name: person.name,
    role_key: person.role_key,
    team: person.team_id === null ? null : { id: person.team_id, name: person.team_name ?? '' },
    here: person.here,
    doing: doingOf(person),
    load: loadOf(lines),
    capacity: person.capacity,
    items: itemsIn(rows, lines, shownOfPerson),
  };
}

const none: readonly Line[] = [];

export function ownCenter({ actor }: Caller): number {
  if (actor.tech_center_id === null) throw new Refusal('object/not-found');
  return actor.tech_center_id;
}

/** Returns the users, the cases of each and the waiting cases; for a team its users and the cases of its share. */
export async function readStanding(db: Db, caller: Caller, team_id: number | undefined, now: Date) {
  const center_id = ownCenter(caller);
  const { due_until } = todayIn(caller.user_group.time_zone, now);
  const scope = caseScopeSql(conditionOf('case', caller.actor, grantFor(caller, 'case.reassign')));
  const [lines, teams, people] = await Promise.all([
    readLines(db, scope, due_until, now),
    readTeams(db, center_id),
    readPeople(db, center_id, team_id, now),
  ]);
  if (team_id !== undefined && !teams.some(({ id }) => id === team_id)) throw new Refusal('object/not-found');
  /** For a team: the cases of its share, which may be assigned to users of another team. */
  const share = team_id === undefined ? lines : lines.filter((line) => line.team_id === team_id);
  const byPerson = Map.groupBy(lines, ({ technician_id }) => technician_id);
  const waiting = share.filter(({ technician_id }) => technician_id === null);
  const inHand = (id: number): readonly Line[] => byPerson.get(id) ?? none;
  return { due_until, scope, teams, people, share, waiting, inHand };
}

export async function readBoard(
  db: Db,
  caller: Caller,
  { team_id }: { readonly team_id?: number | undefined },
  now: Date,
): Promise<Board> {
  const standing = await readStanding(db, caller, team_id, now);
  const { due_until, scope, teams, people, share, waiting, inHand } = standing;
  const shown = [
    ...waiting.slice(0, shownWaiting),
    ...people.flatMap(({ id }) => inHand(id).slice(0, shownOfPerson)),
  ];
  const ids = shown.map(({ case_id }) => case_id);
  const [rows, to_check] = await Promise.all([
    readShown(db, caller, ids, now),
    countToCheck(db, caller, scope),
  ]);
  return {
    at: now.toISOString(),
    due_until,
    teams,
    total: loadOf(share),
    to_check,
    waiting: { load: loadOf(waiting), items: itemsIn(rows, waiting, shownWaiting) },
    people: people.map((person) => personOf(person, inHand(person.id), rows)),
  };
}
