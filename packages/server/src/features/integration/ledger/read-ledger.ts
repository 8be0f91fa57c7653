/** Reads the ledger in a caller's scope: figures by day and institution with their sums, and what is behind them. */
import type { LedgerDay, LedgerEntry, LedgerFigures, ledgerRoutes } from '@rhythmdesk/contract/ledger';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import {
  closedSides,
  ledgerFigures,
  ledgerSides,
  longestLedgerDays,
  unbalancedSides,
  type LedgerFigure,
} from '@rhythmdesk/domain/integration/ledger';
import { partnerChannels } from '@rhythmdesk/domain/integration/partner-messages';
import { calendarDate, daysBetween } from '@rhythmdesk/domain/kit/calendar';
import { and, between, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import { ledgerClosings } from '../../../platform/db/schema/partners.ts';
import { userGroups } from '../../../platform/db/schema/people.ts';
import type { Asking } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { groupNameOf } from '../group-name.ts';
import { ofReach } from '../partner-record.ts';
import {
  boundsSql,
  countsSql,
  entriesSql,
  urgencySql,
  type LedgerPeriod,
  type LedgerScope,
} from './ledger-sql.ts';

type Filter = Pick<ParsedOf<typeof ledgerRoutes.ledger>, 'from_time' | 'to_time' | 'hospital_id'>;

/** A period, and the condition for its institutions. */
export type LedgerQuestion = { readonly period: LedgerPeriod; readonly where: SQL };

const everyWord = [...ledgerSides, ...ledgerFigures] as const;
type Counts = Record<(typeof everyWord)[number], number>;

const countShape = z.record(z.enum(everyWord), z.number());
const noCounts = (): Counts => countShape.parse(Object.fromEntries(everyWord.map((word) => [word, 0])));

const countRow = z.object({
  day: z.string(),
  id: z.coerce.number(),
  name: z.string(),
  type: z.string(),
  figure: z.enum(everyWord),
  channel: z.enum(partnerChannels).nullable(),
  n: z.number(),
  marked: z.number(),
  first: z.coerce.date(),
});
type CountRow = z.output<typeof countRow>;

/** Returns the period and the condition for its institutions, within the caller's reach. */
export function questionOf(caller: Asking, { from_time, to_time, hospital_id }: Filter): LedgerQuestion {
  const days = daysBetween(calendarDate(from_time), calendarDate(to_time)) + 1;
  if (days < 1 || days > longestLedgerDays) throw new Refusal('ledger/period');
  const chosen = hospital_id === undefined ? undefined : inArray(userGroups.id, hospital_id);
  return {
    period: { from: from_time, to: to_time },
    where: and(ofReach(caller, 'partner.read'), chosen) ?? sql`true`,
  };
}

/** Adds up rows of counts, of one day or of several. */
export function figuresOf(rows: readonly CountRow[]): LedgerFigures {
  const counts = noCounts();
  let [signed, notified] = [0, 0];
  let waiting: Date | null = null;
  for (const { figure, n, marked, first } of rows) {
    counts[figure] += n;
    if (figure.startsWith('result-')) signed += marked;
    if (figure.startsWith('critical-')) notified += marked;
    if (figure === 'result-waiting' && (waiting === null || first < waiting)) waiting = first;
  }
  const of = (channel: string, figure: LedgerFigure): number =>
    rows.filter((row) => row.channel === channel && row.figure === figure).reduce((sum, { n }) => sum + n, 0);
  const channels = partnerChannels.map((channel) => {
    const fate = {
      acknowledged: of(channel, 'message-acknowledged'),
      waiting: of(channel, 'message-waiting'),
      refused: of(channel, 'message-refused'),
      dead: of(channel, 'message-dead'),
    };
    return { channel, created: Object.values(fate).reduce((sum, n) => sum + n, 0), ...fate };
  });
  return {
    ...{ counts, signed, notified },
    channels: channels.filter(({ created }) => created > 0),
    waiting_since: waiting?.toISOString() ?? null,
    unbalanced: unbalancedSides(counts),
  };
}

const boundsRow = z.object({ ids: z.array(z.number()), begins: z.coerce.date(), ends: z.coerce.date() });

async function scopeOf(db: Queryable, { period, where }: LedgerQuestion): Promise<LedgerScope> {
  const { rows } = await db.execute(boundsSql(period, where));
  return { ...period, ...boundsRow.parse(rows[0]) };
}

export async function readCounts(db: Queryable, question: LedgerQuestion): Promise<CountRow[]> {
  const { rows } = await db.execute(countsSql(await scopeOf(db, question)));
  return z.array(countRow).parse(rows);
}

const closedCounts = z.record(z.enum(closedSides), z.number());

const keyOf = (day: string, hospital_id: number): string => `${day} ${String(hospital_id)}`;

/** Returns the closings of the days, by day and institution. */
async function closingsOf(db: Queryable, { period: { from, to }, where }: LedgerQuestion) {
  const rows = await db
    .select({ closing: ledgerClosings, hospital: userGroups })
    .from(ledgerClosings)
    .innerJoin(userGroups, eq(userGroups.id, ledgerClosings.hospital_id))
    .where(and(between(ledgerClosings.day, from, to), where));
  return new Map(
    rows.map(({ closing: { day, counts, closed_at }, hospital }) => [
      keyOf(day, hospital.id),
      { day, closed_at, counts: closedCounts.parse(counts), hospital: groupNameOf(hospital) },
    ]),
  );
}
type Closing = Awaited<ReturnType<typeof closingsOf>> extends Map<string, infer Row> ? Row : never;

/** Returns the totals that have changed since the day was closed. */
const changesOf = ({ counts }: Closing, figures: LedgerFigures): LedgerDay['changed'] =>
  closedSides
    .filter((side) => counts[side] !== figures.counts[side])
    .map((side) => ({ side, closed: counts[side] }));

function dayOf(rows: readonly CountRow[], closing: Closing | undefined): LedgerDay[] {
  const figures = figuresOf(rows);
  const changed = closing === undefined ? [] : changesOf(closing, figures);
  const [first] = rows;
  // A closed day without anything is shown only if something was there before.
  if (first === undefined && changed.length === 0) return [];
  const about = first === undefined ? closing : { day: first.day, hospital: groupNameOf(first) };
  if (about === undefined) return [];
  const { day, hospital } = about;
  return [{ ...figures, day, hospital, closed_at: closing?.closed_at.toISOString() ?? null, changed }];
}

/** Returns every day of the period on which something happened, the newest first. */
export async function readDays(db: Queryable, caller: Asking, filter: Filter) {
  const question = questionOf(caller, filter);
  const rows = await readCounts(db, question);
  const groups = Map.groupBy(rows, ({ day, id }) => keyOf(day, id));
  const closings = await closingsOf(db, question);
  const keys = new Set([...groups.keys(), ...closings.keys()]);
  const days = [...keys].flatMap((key) => dayOf(groups.get(key) ?? [], closings.get(key)));
  days.sort((a, b) => b.day.localeCompare(a.day) || a.hospital.name.localeCompare(b.hospital.name));
  return { days, sums: figuresOf(rows) };
}

export async function readLedger(
  db: Queryable,
  caller: Asking,
  { page, size, ...filter }: ParsedOf<typeof ledgerRoutes.ledger>,
) {
  const { days, sums } = await readDays(db, caller, filter);
  return { items: days.slice((page - 1) * size, page * size), total: days.length, page, size, sums };
}

const entryRow = z.object({
  figure: z.enum(ledgerFigures),
  day: z.string(),
  at: z.coerce.date(),
  id: z.coerce.number(),
  name: z.string(),
  type: z.string(),
  case_id: z.coerce.number().nullable(),
  hn_id: z.string().nullable(),
  message_id: z.coerce.number().nullable(),
  partner_name: z.string().nullable(),
});

const totalRow = z.object({ total: z.number() });

/** Returns what is behind figures, the most urgent first, then the newest; and how many there are in all. */
export async function readEntries(
  db: Queryable,
  question: LedgerQuestion,
  figure: readonly LedgerFigure[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly entries: LedgerEntry[]; readonly total: number }> {
  const order = sql`${urgencySql(sql`figure`)} nulls last, at desc, e.case_id desc, e.message_id desc`;
  const { rows } = await db.execute(sql`
    ${entriesSql(await scopeOf(db, question), figure)}
    select shown.*, counted.total, c.hn_id, p.name as partner_name
    from (select count(*)::int as total from listed) counted
    left join (select * from listed e order by ${order} limit ${limit} offset ${offset}) shown on true
    left join cases c on c.case_id = shown.case_id
    left join partner_messages m on m.message_id = shown.message_id
    left join partners p on p.partner_id = m.partner_id
    order by ${urgencySql(sql`figure`)} nulls last, at desc, shown.case_id desc, shown.message_id desc`);
  // Without any row on this page the total stands alone.
  const found = z.array(entryRow).parse(rows.filter((row) => row['figure'] !== null));
  const entries = found.map(({ id, name, type, at, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    hospital: groupNameOf({ id, name, type }),
  }));
  return { entries, total: totalRow.parse(rows[0]).total };
}

export async function listEntries(
  db: Queryable,
  caller: Asking,
  { page, size, figure, ...filter }: ParsedOf<typeof ledgerRoutes.ledgerEntries>,
) {
  const question = questionOf(caller, filter);
  const { entries, total } = await readEntries(db, question, figure, {
    limit: size,
    offset: (page - 1) * size,
  });
  return { items: entries, total, page, size };
}
