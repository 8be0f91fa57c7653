/**
 * Returns the distribution of durations over buckets, or of requests over the hours of the week. The whole months of a
 * period come from stored monthly data, the days before and after them from the cases. A query with a finer condition
 * than the stored data, or in a time zone that is not summed yet, is counted from the cases alone.
 */
import { monthsAndEdges, shownMinutes, spreadBounds } from '@rhythmdesk/domain/statistics/spreads';
import type {
  CountedValue,
  StatisticGroup,
  StatisticsPeriod,
  TimedStatus,
} from '@rhythmdesk/domain/statistics/steps';
import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { outcomeSql, tookStep, weekHour } from '../../records/statistics/figure-sql.ts';
import { grainOf, groupColumns, type StatisticsQuery } from './statistics-query.ts';

export type Duration = 'turnaround' | 'wear' | TimedStatus;

/** The minutes of a completed case; null if it has none. */
const durationSql = {
  turnaround: sql.raw('s.turnaround_minutes'),
  wear: sql`case when ${outcomeSql.recorded} then s.wear_minutes end`,
  request: sql.raw('s.request_minutes'),
  assigned: sql.raw('s.assigned_minutes'),
  start: sql.raw('s.start_minutes'),
  review: sql.raw('s.review_minutes'),
  edit: sql.raw('s.edit_minutes'),
} as const satisfies Record<Duration, SQL>;

type Days = (span: StatisticsPeriod) => SQL;
type SpreadsQuery = {
  readonly query: StatisticsQuery;
  readonly span: StatisticsPeriod;
  readonly measures: readonly (Duration | 'arrival')[];
  readonly by: StatisticGroup | null;
  /** Counts some days from the cases: key, measure, bucket, count. */
  readonly days: (key: SQL) => Days;
};

/**
 * Arrays in the text form of the database, `{1,2,3}`: the driver's own parser takes ten times as long for thousands of
 * rows.
 */
const spreadRow = z.object({
  key: z.string().nullable(),
  measure: z.string(),
  buckets: z.string(),
  counts: z.string(),
});

const codes = { zero: '0'.charCodeAt(0), minus: '-'.charCodeAt(0) } as const;

function wholesOf(text: string): number[] {
  const wholes: number[] = [];
  let [value, sign] = [0, 1];
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - codes.zero;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (code === codes.minus) sign = -1;
    else {
      wholes.push(sign * value);
      [value, sign] = [0, 1];
    }
  }
  return wholes;
}

function fromMonths(
  spreadsQuery: SpreadsQuery,
  grain: string,
  { from, to }: StatisticsPeriod,
  key: SQL,
): SQL {
  const { where, time_zone } = spreadsQuery.query;
  return sql`select ${key}::text as key, s.measure, s.buckets::text as buckets, s.counts::text as counts
    from statistics_spreads s
    where s.time_zone = ${time_zone} and s.grain = ${grain} and s.measure in ${[...spreadsQuery.measures]}
      and s.month between ${from} and ${to} and ${where}`;
}

const fromDays = (
  days: SQL,
): SQL => sql`select d.key::text as key, d.measure, array_agg(d.bucket)::text as buckets,
    array_agg(d.count)::text as counts from (${days}) d where d.bucket is not null group by 1, 2`;

/**
 * Number of cases in each bucket, by measure and key. Rows that were added by a change may be negative and reduce the
 * others.
 */
type Spreads = ReadonlyMap<string, Float64Array>;
const nameOf = (measure: string, key: string | null): string => `${measure} ${key ?? ''}`;

function merged(rows: readonly z.output<typeof spreadRow>[]): Spreads {
  const spreads = new Map<string, Float64Array>();
  for (const { measure, key, buckets, counts } of rows) {
    const name = nameOf(measure, key);
    const spread = spreads.get(name) ?? new Float64Array(spreadBounds.length + 1);
    spreads.set(name, spread);
    const added = wholesOf(counts);
    wholesOf(buckets).forEach((bucket, index) => {
      spread[bucket] = (spread[bucket] ?? 0) + (added[index] ?? 0);
    });
  }
  return spreads;
}

async function readBuckets(db: Db, spreadsQuery: SpreadsQuery): Promise<Spreads> {
  const { query, span, by } = spreadsQuery;
  const name = by === null ? null : groupColumns[by];
  const key = name === null ? sql`null::bigint` : sql.raw(`s.${name}`);
  const grain = await grainOf(db, query, name);
  const cut = monthsAndEdges(span);
  const whole =
    grain === null || cut.months === null ? null : fromMonths(spreadsQuery, grain, cut.months, key);
  const days = (whole === null ? [span] : cut.edges).map((edge) => fromDays(spreadsQuery.days(key)(edge)));
  const parts = [...(whole === null ? [] : [whole]), ...days];
  const { rows } = await db.execute(sql.join(parts, sql` union all `));
  return merged(rows.map((row) => spreadRow.parse(row)));
}

/** Returns the value and the count of each bucket that is not empty. */
const countedIn = (spread: Float64Array | undefined, value: (bucket: number) => number): CountedValue[] =>
  [...(spread ?? [])].flatMap((count, bucket) => (count === 0 ? [] : { value: value(bucket), count }));

/** Groups by each duration in its own grouping set, with one scan of the cases. */
const durationDays =
  ({ where, time_zone }: StatisticsQuery, durations: readonly Duration[]) =>
  (key: SQL): Days =>
  (span) => {
    const list = (of: (name: Duration, column: SQL) => SQL, by = sql`, `): SQL =>
      sql.join(
        durations.map((name) => of(name, sql.raw(`d.in_${name}`))),
        by,
      );
    const buckets = list((name) => sql`spread_bucket(${durationSql[name]}) as ${sql.raw(`in_${name}`)}`);
    const measure = list((name, column) => sql`when grouping(${column}) = 0 then ${name}::text`, sql` `);
    return sql`select d.key, case ${measure} end as measure, coalesce(${list((_name, column) => column)}) as bucket,
        count(*)::int as count
      from (select ${key} as key, ${buckets} from case_statistics s
        where ${tookStep('complete', span, time_zone)} and ${where}) d
      group by grouping sets (${list((_name, column) => sql`(d.key, ${column})`)})`;
  };

/**
 * Returns the durations of completed cases by measure and group (`''`: none), each as the displayed value of its
 * bucket.
 */
export async function readSpreads(
  db: Db,
  query: StatisticsQuery,
  span: StatisticsPeriod,
  durations: readonly Duration[],
  by: StatisticGroup | null = null,
): Promise<(duration: Duration, key?: string) => readonly CountedValue[]> {
  const days = durationDays(query, durations);
  const spreads = await readBuckets(db, { query, span, measures: durations, by, days });
  return (duration, key = '') => countedIn(spreads.get(nameOf(duration, key)), shownMinutes);
}

/**
 * Counts by quarters of an hour first, which no time zone splits: the local time is then computed once per quarter and
 * not once per case.
 */
const arrivalDays =
  ({ where, time_zone }: StatisticsQuery) =>
  (): Days =>
  (span) =>
    sql`select null::bigint as key, 'arrival' as measure, ${weekHour(time_zone)} as bucket, s.count
    from (select date_bin('15 minutes', s.requested_at, timestamptz '2000-01-01 00:00Z') as requested_at, count(*)::int as count
      from case_statistics s where ${tookStep('request', span, time_zone)} and ${where} group by 1) s`;

/** Counts the requests that arrived in each hour of the week; 0 is Monday from midnight to one. */
export async function countWeekHours(
  db: Db,
  query: StatisticsQuery,
  span: StatisticsPeriod,
): Promise<{ hour: number; count: number }[]> {
  const days = arrivalDays(query);
  const spreads = await readBuckets(db, { query, span, measures: ['arrival'], by: null, days });
  return countedIn(spreads.get(nameOf('arrival', null)), (hour) => hour).map(({ value, count }) => ({
    hour: value,
    count,
  }));
}
