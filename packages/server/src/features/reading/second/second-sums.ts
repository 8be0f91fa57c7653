/** Sums the agreement over a center's finished second readings. Readers are sorted by name, not ranked. */
import type { SecondSums } from '@rhythmdesk/contract/second-readings';
import { and, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { secondReadings } from '../../../platform/db/schema/second-readings.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { finishedWithin, ofCenter } from './list-second.ts';

const median = z.number().nullable();
const whole = z.coerce.number().int();
const sumRow = z.object({ finished: whole, median_kappa: median, median_share: median });
const personRow = z.object({
  id: whole,
  name: z.string(),
  as_first: whole,
  as_second: whole,
  median_kappa: median,
});

type Period = { readonly from_time: string; readonly to_time: string };

export async function readSecondSums(db: Db, caller: Caller, period: Period): Promise<SecondSums> {
  const where = and(ofCenter(caller), isNotNull(secondReadings.finished_at), finishedWithin(caller, period));
  const chosen = sql`chosen as (select second_id, first_reader_id, reader_id,
      (agreement->'beats'->>'kappa')::float8 as kappa, (agreement->'beats'->>'share')::float8 as share
    from second_readings where ${where})`;
  const middle = (column: 'kappa' | 'share') =>
    sql`percentile_cont(0.5) within group (order by ${sql.raw(column)})`;
  const [sums, people] = await Promise.all([
    db.execute(sql`with ${chosen} select count(*) as finished, ${middle('kappa')} as median_kappa,
      ${middle('share')} as median_share from chosen`),
    db.execute(sql`with ${chosen}, parts as (
        select first_reader_id as user_id, kappa, 1 as first, 0 as second from chosen
        union all select reader_id, kappa, 0, 1 from chosen)
      select u.id, u.name, sum(p.first) as as_first, sum(p.second) as as_second, ${middle('kappa')} as median_kappa
      from parts p join users u on u.id = p.user_id group by u.id, u.name order by u.name, u.id`),
  ]);
  const found = sumRow.parse(sums.rows[0]);
  return {
    ...found,
    people: people.rows.map((row) => {
      const { id, name, ...counts } = personRow.parse(row);
      return { person: { id, name }, ...counts };
    }),
  };
}
