/**
 * Measures the first page of a hundred rows with its exact total over a million cases, as the server answers it without
 * HTTP, for the queries of case-list-mix.ts and callers of every scope; then the counts of the saved views. The cases
 * of the last ten weeks have recordings, reports and comments, because a row of a list shows a part of each.
 *
 * `BENCH_MILLIONS=10` measures ten million cases instead, under names of their own. Such a database takes about 40 GB
 * and hours to make.
 */
import { listCases } from '@rhythmdesk/server/features/cases/case-list';
import { countViews } from '@rhythmdesk/server/features/cases/count-views';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Bench, Print } from './bench.ts';
import { callers, mix } from './case-list-mix.ts';
import { addRecords, millionCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const millions = Number(process.env['BENCH_MILLIONS'] ?? 1);
/** The goals are those of a million cases. */
const goals = millions === 1 ? { page: 25, views: 15 } : {};
const slowestShown = 3;
const named = (what: string): string => (millions === 1 ? what : `${String(millions)} million: ${what}`);

const sizeRows = z.tuple([z.object({ rows: z.coerce.number(), indexes: z.coerce.number() })]);

async function sizes(db: Db, print: Print): Promise<void> {
  const answer = await db.execute(
    sql`select pg_table_size('cases') as rows, pg_indexes_size('cases') as indexes`,
  );
  const [found] = sizeRows.parse(answer.rows);
  print({ what: named('rows of cases'), value: found.rows / 1e9, unit: 'GB' });
  print({ what: named('indexes of cases'), value: found.indexes / 1e9, unit: 'GB' });
}

async function measure(db: Db, role: string, caller: Caller, print: Print): Promise<void> {
  const who = named(role);
  const scope = rowScopeOf(caller.actor);
  const all: number[] = [];
  const medians: (readonly [string, number])[] = [];
  for (const [what, query] of mix()) {
    const found = await timesOf(9, () =>
      inScope(scope, () => listCases(db, caller, query, { language: 'en', now: new Date() })),
    );
    all.push(...found);
    medians.push([what, percentile(found, 0.5)]);
  }
  medians.sort(([, a], [, b]) => b - a);
  for (const [at, [detail, value]] of medians.slice(0, slowestShown).entries()) {
    print({ what: `${who}, slowest ${String(at + 1)} of the mix, median`, detail, value, unit: 'ms' });
  }
  print({ what: `${who}, page with total, p50 of the mix`, value: percentile(all, 0.5), unit: 'ms' });
  const limited = (goal: number | undefined) => (goal === undefined ? {} : { goal });
  print({
    what: `${who}, page with total, p95 of the mix`,
    value: percentile(all, 0.95),
    unit: 'ms',
    ...limited(goals.page),
  });
  const views = await timesOf(20, () => inScope(scope, () => countViews(db, caller, undefined)));
  print({
    what: `${who}, counts of the saved views, p95`,
    value: percentile(views, 0.95),
    unit: 'ms',
    ...limited(goals.views),
  });
}

export default {
  name: 'case-lists',
  run: async (print) => {
    const { db, close } = await millionCases(addRecords, millions);
    try {
      await sizes(db, print);
      for (const [who, caller] of callers) await measure(db, who, caller, print);
    } finally {
      await close();
    }
  },
} satisfies Bench;
