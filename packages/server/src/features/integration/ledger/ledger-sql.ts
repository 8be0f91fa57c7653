/**
 * Builds the SQL of the ledger. `entriesSql` has one row for each thing of a side with its one figure; figures and the
 * lists behind them are both read from it. `countsSql` also counts the same things without the joins that find the
 * figure, so that a thing that is lost or counted twice shows.
 */
import { openFigures, type LedgerFigure } from '@rhythmdesk/domain/integration/ledger';
import { escalationLevels } from '@rhythmdesk/domain/critical/critical-rules';
import { sql, type SQL } from 'drizzle-orm';
import { userGroups } from '../../../platform/db/schema/people.ts';

/** Days of each institution's own time zone; both ends are included. */
export type LedgerPeriod = { readonly from: string; readonly to: string };

/**
 * The institutions that are asked about, and the instants at which the first of them begins the period and the last one
 * ends it. The database gets them as values, so that it knows how much it will read.
 */
type LedgerBounds = { readonly ids: readonly number[]; readonly begins: Date; readonly ends: Date };

export const boundsSql = ({ from, to }: LedgerPeriod, where: SQL): SQL => sql`
  select coalesce(json_agg(${userGroups.id}), '[]') as ids,
    coalesce(min(${from}::date::timestamp at time zone ${userGroups.time_zone}), 'epoch') as begins,
    coalesce(max((${to}::date + 1)::timestamp at time zone ${userGroups.time_zone}), 'epoch') as ends
  from ${userGroups} where ${where}`;

export type LedgerScope = LedgerPeriod & LedgerBounds;

const within = (at: SQL, { begins, ends }: LedgerBounds): SQL =>
  sql`${at} >= ${begins.toISOString()}::timestamptz and ${at} < ${ends.toISOString()}::timestamptz`;
const ofThese = (id: SQL, { ids }: LedgerBounds): SQL => sql`${id} = any (${`{${ids.join(',')}}`}::bigint[])`;

/**
 * The things of a period, each read once. Several versions may be released at once; the last of them is the report that
 * is sent.
 */
const thingsSql = (scope: LedgerScope): SQL => sql`
  messages as materialized (
    select m.message_id, m.hospital_id, m.partner_id, m.direction, m.state, m.case_id, m.report_version, m.created_at,
      m.settled_at
    from partner_messages m
    where ${ofThese(sql`m.hospital_id`, scope)} and ${within(sql`m.created_at`, scope)}
      and (m.direction = 'out' or m.kind = 'order')),
  made as materialized (
    select c.case_id, c.hospital_id, c.created_at from cases c
    where ${ofThese(sql`c.hospital_id`, scope)} and ${within(sql`c.created_at`, scope)}),
  released as materialized (
    select r.case_id, max(r.report_version) as report_version, r.released_at, c.hospital_id
    from report_versions r join cases c on c.case_id = r.case_id
    where ${ofThese(sql`c.hospital_id`, scope)} and ${within(sql`r.released_at`, scope)}
    group by r.case_id, r.released_at, c.hospital_id),
  found as materialized (
    select f.case_id, f.state, f.called_at, f.acknowledged_at, f.level, f.found_at, c.hospital_id
    from critical_findings f join cases c on c.case_id = f.case_id
    where ${ofThese(sql`c.hospital_id`, scope)} and ${within(sql`f.found_at`, scope)})`;

/** An accepted message made the order of its case if the order is as old as the answer. */
const orders = sql`
  select case when m.state = 'refused' then 'order-refused'
      when m.case_id is null then 'order-lost'
      when o.order_id is null then 'order-known'
      when o.created_at = c.created_at then 'order-made' else 'order-joined' end as figure,
    m.hospital_id, m.created_at as at, m.case_id, m.message_id, null::text as channel, false as marked
  from messages m
  left join cases c on c.case_id = m.case_id
  left join partner_orders o
    on o.case_id = m.case_id and o.partner_id = m.partner_id and o.created_at = m.settled_at
  where m.direction = 'in'`;

const madeCases = sql`
  select case when coalesce(o.is_ordered, f.is_ordered) then 'case-ordered' else 'case-other' end as figure,
    c.hospital_id, c.created_at as at, c.case_id, null::bigint as message_id, null::text as channel, false as marked
  from made c
  left join lateral (select true as is_ordered from partner_orders o
    where o.case_id = c.case_id and o.created_at = c.created_at limit 1) o on true
  left join lateral (select true as is_ordered from fhir_orders f
    where f.case_id = c.case_id and f.created_at = c.created_at limit 1) f on true`;

/** Reports without a message to a partner that received results when they were released. */
const missing = sql`
  select distinct r.case_id, r.report_version
  from released r
  join partners p on p.hospital_id = r.hospital_id and p.sending_since <= r.released_at
  left join messages m
    on m.partner_id = p.partner_id and m.case_id = r.case_id and m.report_version = r.report_version
  where m.message_id is null and not exists (select from partner_messages n
    where n.partner_id = p.partner_id and n.case_id = r.case_id and n.report_version = r.report_version)`;

/**
 * The result of several partners is as far as its worst message. A message about a report has the time of its release,
 * since one transaction stores both.
 */
const results = sql`
  select case when x.case_id is not null then 'result-missing' when m.worst is null then 'result-alone'
      else 'result-' || (array['refused', 'dead', 'waiting', 'acknowledged'])[m.worst[1]] end as figure,
    r.hospital_id, r.released_at as at, r.case_id, m.worst[2] as message_id, null::text as channel,
    s.case_id is not null as marked
  from released r
  left join (${missing}) x on x.case_id = r.case_id and x.report_version = r.report_version
  left join (
    select case_id, report_version, min(array[
        case state when 'refused' then 1 when 'dead' then 2 when 'acknowledged' then 4 else 3 end, message_id]) as worst
    from messages where direction = 'out' and report_version is not null group by case_id, report_version
  ) m on m.case_id = r.case_id and m.report_version = r.report_version
  left join report_signatures s on s.case_id = r.case_id and s.report_version = r.report_version`;

const messages = sql`
  select case when m.state = 'sent' then 'message-waiting' else 'message-' || m.state end as figure,
    m.hospital_id, m.created_at as at, m.case_id, m.message_id, p.channel, false as marked
  from messages m join partners p on p.partner_id = m.partner_id where m.direction = 'out'`;

const hospitalLevel = 1 + escalationLevels.indexOf('hospital');

const critical = sql`
  select case f.state when 'acknowledged' then 'critical-acknowledged' when 'false' then 'critical-rejected'
      when 'withdrawn' then 'critical-withdrawn' else 'critical-open' end as figure,
    f.hospital_id, f.found_at as at, f.case_id, null::bigint as message_id, null::text as channel,
    f.called_at is not null or f.acknowledged_at is not null or f.level >= ${hospitalLevel} as marked
  from found f`;

/** By the beginnings of their figures. */
const sources = { order: orders, case: madeCases, result: results, message: messages, critical } as const;

/** The same things without the joins that find the figure. */
const totalOf = (total: SQL, table: SQL, at: SQL): SQL => sql`
  select ${total} as figure, hospital_id, ${at} as at, null::text as channel, false as marked from ${table}`;

const totals = [
  totalOf(sql`case direction when 'in' then 'orders' else 'messages' end`, sql`messages`, sql`created_at`),
  totalOf(sql`'cases'`, sql`made`, sql`created_at`),
  totalOf(sql`'results'`, sql`released`, sql`released_at`),
  totalOf(sql`'critical'`, sql`found`, sql`found_at`),
];

/** The days of each institution. To compare a time with their ends takes less than to find its day in a time zone. */
const daysSql = (scope: LedgerScope): SQL => sql`
  days as materialized (
    select ${userGroups.id} as id, ${userGroups.name} as name, ${userGroups.type} as type, d.day::date as day,
      d.day::timestamp at time zone ${userGroups.time_zone} as begins,
      (d.day + interval '1 day')::timestamp at time zone ${userGroups.time_zone} as ends
    from ${userGroups},
      generate_series(${scope.from}::date::timestamp, ${scope.to}::date::timestamp, interval '1 day') d (day)
    where ${ofThese(sql`${userGroups.id}`, scope)})`;
const onDay = sql`d.id = e.hospital_id and e.at >= d.begins and e.at < d.ends`;

/** Begins a statement about the things `listed`: those of a period that have one of these figures. */
export function entriesSql(scope: LedgerScope, figures: readonly LedgerFigure[]): SQL {
  const isWanted = (name: string): boolean => figures.some((figure) => figure.startsWith(`${name}-`));
  const wanted = Object.entries(sources).flatMap(([name, source]) => (isWanted(name) ? [source] : []));
  const things = sql.join(wanted.length === 0 ? [orders] : wanted, sql` union all `);
  const chosen = figures.length === 0 ? sql`false` : sql`e.figure in ${[...figures]}`;
  return sql`
    with ${thingsSql(scope)}, ${daysSql(scope)}, listed as materialized (
      select e.*, d.day::text as day, d.id, d.name, d.type from (${things}) e join days d on ${onDay} where ${chosen})`;
}

const countOf = (things: SQL): SQL => sql`
  select d.id, d.day, e.figure, e.channel, count(*)::int as n, (count(*) filter (where e.marked))::int as marked,
    min(e.at) as first
  from (${things}) e join days d on ${onDay} group by d.id, d.day, e.figure, e.channel`;

/** Counts figures and totals by day and institution, in one statement and so at one moment. */
export const countsSql = (scope: LedgerScope): SQL => sql`
  with ${thingsSql(scope)}, ${daysSql(scope)}
  select c.day::text as day, c.id, d.name, d.type, c.figure, c.channel, c.n, c.marked, c.first
  from (${sql.join([...Object.values(sources), ...totals].map(countOf), sql` union all `)}) c
  join days d on d.id = c.id and d.day = c.day`;

/** Sorts the most urgent first where several figures are listed together. */
export const urgencySql = (figure: SQL): SQL =>
  sql`array_position(array[${sql.join(
    openFigures.map((each) => sql`${each}`),
    sql`, `,
  )}]::text[], ${figure})`;
