/**
 * Builds the SQL of the ledger. `entriesSql` has one row for each thing of a side with its one figure; figures and the
 * lists behind them are both read from it. `totalsSql` counts the same things without the joins that find the figure,
 * so that a thing that is lost or counted twice shows.
 */
import { openFigures } from '@rhythmdesk/domain/integration/ledger';
import { escalationLevels } from '@rhythmdesk/domain/critical/critical-rules';
import { sql, type SQL } from 'drizzle-orm';
import { userGroups } from '../../../platform/db/schema/people.ts';

/** Days of each institution's own time zone; both ends are included. */
export type LedgerPeriod = { readonly from: string; readonly to: string };

/** A condition that an index can use: every zone's days are within these instants. */
const within = (at: SQL, { from, to }: LedgerPeriod): SQL => sql`
  ${at} >= ${from}::date::timestamp at time zone 'UTC' - interval '1 day'
  and ${at} < ${to}::date::timestamp at time zone 'UTC' + interval '2 days'`;

/** An accepted message made the order of its case if the order is as old as the answer. */
const orders = (period: LedgerPeriod): SQL => sql`
  select case when m.state = 'refused' then 'order-refused'
      when m.case_id is null then 'order-lost'
      when o.order_id is null then 'order-known'
      when o.created_at = c.created_at then 'order-made' else 'order-joined' end as figure,
    m.hospital_id, m.created_at as at, m.case_id, m.message_id, null::text as channel, false as marked
  from partner_messages m
  left join cases c on c.case_id = m.case_id
  left join partner_orders o
    on o.case_id = m.case_id and o.partner_id = m.partner_id and o.created_at = m.settled_at
  where m.direction = 'in' and m.kind = 'order' and ${within(sql`m.created_at`, period)}`;

const madeCases = (period: LedgerPeriod): SQL => sql`
  select case when exists (select from partner_orders o where o.case_id = c.case_id and o.created_at = c.created_at)
      or exists (select from fhir_orders f where f.case_id = c.case_id and f.created_at = c.created_at)
      then 'case-ordered' else 'case-other' end,
    c.hospital_id, c.created_at, c.case_id, null::bigint, null, false
  from cases c where ${within(sql`c.created_at`, period)}`;

/** Several versions may be released at once; the last of them is the report that is sent. */
const releases = (period: LedgerPeriod): SQL => sql`
  select case_id, max(report_version) as report_version, released_at
  from report_versions where ${within(sql`released_at`, period)} group by case_id, released_at`;

/** The result of several partners is as far as its worst message. */
const results = (period: LedgerPeriod): SQL => sql`
  select case
      when exists (select from partners p where p.hospital_id = c.hospital_id and p.sending_since <= r.released_at
        and not exists (select from partner_messages n where n.partner_id = p.partner_id and n.case_id = r.case_id
          and n.report_version = r.report_version)) then 'result-missing'
      when m.state is null then 'result-alone'
      when m.state = 'sent' then 'result-waiting' else 'result-' || m.state end,
    c.hospital_id, r.released_at, r.case_id, m.message_id, null,
    exists (select from report_signatures s where s.case_id = r.case_id and s.report_version = r.report_version)
  from (${releases(period)}) r join cases c on c.case_id = r.case_id
  left join lateral (
    select message_id, state from partner_messages
    where case_id = r.case_id and report_version = r.report_version and direction = 'out'
    order by array_position(array['refused', 'dead', 'waiting', 'sent', 'acknowledged'], state), message_id limit 1
  ) m on true`;

const messages = (period: LedgerPeriod): SQL => sql`
  select case when m.state = 'sent' then 'message-waiting' else 'message-' || m.state end,
    m.hospital_id, m.created_at, m.case_id, m.message_id, p.channel, false
  from partner_messages m join partners p on p.partner_id = m.partner_id
  where m.direction = 'out' and ${within(sql`m.created_at`, period)}`;

const hospitalLevel = 1 + escalationLevels.indexOf('hospital');

const critical = (period: LedgerPeriod): SQL => sql`
  select case f.state when 'acknowledged' then 'critical-acknowledged' when 'false' then 'critical-rejected'
      when 'withdrawn' then 'critical-withdrawn' else 'critical-open' end,
    c.hospital_id, f.found_at, f.case_id, null, null,
    f.called_at is not null or f.acknowledged_at is not null or f.level >= ${hospitalLevel}
  from critical_findings f join cases c on c.case_id = f.case_id where ${within(sql`f.found_at`, period)}`;

const sourcesSql = (period: LedgerPeriod): SQL =>
  sql.join(
    [orders, madeCases, results, messages, critical].map((source) => source(period)),
    sql` union all `,
  );

const totalsSql = (period: LedgerPeriod): SQL => sql`
  select 'orders' as figure, hospital_id, created_at as at, null::bigint as case_id, null::bigint as message_id,
    null::text as channel, false as marked
  from partner_messages where direction = 'in' and kind = 'order' and ${within(sql`created_at`, period)}
  union all select 'messages', hospital_id, created_at, null, null, null, false
  from partner_messages where direction = 'out' and ${within(sql`created_at`, period)}
  union all select 'cases', hospital_id, created_at, null, null, null, false
  from cases where ${within(sql`created_at`, period)}
  union all select 'results', (select c.hospital_id from cases c where c.case_id = r.case_id), released_at, null, null,
    null, false
  from (${releases(period)}) r
  union all select 'critical', (select c.hospital_id from cases c where c.case_id = f.case_id), found_at, null, null,
    null, false
  from critical_findings f where ${within(sql`found_at`, period)}`;

/** Adds institution and day to things, and leaves out those of other institutions and days. */
const ofDays = (things: SQL, { from, to }: LedgerPeriod, where: SQL): SQL => sql`
  select e.*, (e.at at time zone ${userGroups.time_zone})::date::text as day, ${userGroups.id} as id,
    ${userGroups.name} as name, ${userGroups.type} as type
  from (${things}) e join ${userGroups} on ${userGroups.id} = e.hospital_id
  where (e.at at time zone ${userGroups.time_zone})::date between ${from}::date and ${to}::date and ${where}`;

/** Returns the things of a period with their figures; `where` selects institutions. */
export const entriesSql = (period: LedgerPeriod, where: SQL): SQL =>
  ofDays(sourcesSql(period), period, where);

/** Counts figures and totals by day and institution, in one statement and so at one moment. */
export const countsSql = (period: LedgerPeriod, where: SQL): SQL => sql`
  select day, id, name, type, figure, channel, count(*)::int as n, (count(*) filter (where marked))::int as marked,
    min(at) as first
  from (${ofDays(sql`${sourcesSql(period)} union all ${totalsSql(period)}`, period, where)}) counted
  group by day, id, name, type, figure, channel`;

/** Sorts the most urgent first where several figures are listed together. */
export const urgencySql = (figure: SQL): SQL =>
  sql`array_position(array[${sql.join(
    openFigures.map((each) => sql`${each}`),
    sql`, `,
  )}]::text[], ${figure})`;
