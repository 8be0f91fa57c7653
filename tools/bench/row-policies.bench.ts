/**
 * Measures what row-level security costs the lists, over a hundred thousand cases. The statements of the server for the
 * queries of case-list-mix.ts are explained twice: with the policies (as the application, in the caller's scope) and
 * without them (as the tables' owner, to whom they do not apply). The number of blocks does not depend on how busy the
 * machine is; for times, the two alternate.
 *
 * The policy of second readers (`cases_read_blind`, evaluated by every statement over cases) is measured separately,
 * for a user with twenty open second readings among two thousand finished ones.
 */
import { listCases } from '@rhythmdesk/server/features/cases/case-list';
import { countViews } from '@rhythmdesk/server/features/cases/count-views';
import { openDb, openPool } from '@rhythmdesk/server/platform/db/database';
import { inScope, rowScopeOf, type RowScope } from '@rhythmdesk/server/platform/db/row-scope';
import { poolInScope } from '@rhythmdesk/server/platform/db/scoped-pool';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { withDatabase, type ThrowawayDatabase } from '../faults/throwaway-database.ts';
import type { Bench, Print } from './bench.ts';
import { callers, mix } from './case-list-mix.ts';
import { fillCases } from './million-cases.ts';
import { percentile } from './percentile.ts';

const cases = 100_000;
const rounds = 3;
const mostBlocks = 1.25;
const mostTime = 1.5;
/** One look-up in a small index for each statement. */
const mostBlind = 1.05;

type Statement = { readonly text: string; readonly values: readonly unknown[] };
type Cost = { readonly blocks: number; readonly ms: number };

/** The server explains one of its own statements to estimate its rows; that statement is left out. */
const sent = z.object({ text: z.string().regex(/^\s*(select|with)\b/i) });
const planShape = z.object({
  'Execution Time': z.number(),
  Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([planShape]) })]);

/** Makes a pool that records every statement. */
function notingPool(pool: Pool, noted: Statement[]): Pool {
  const ask = pool.query.bind(pool);
  const note = (query: unknown, values: unknown): void => {
    const parsed = sent.safeParse(query);
    if (parsed.success)
      noted.push({ text: parsed.data.text, values: z.array(z.unknown()).parse(values ?? []) });
  };
  return new Proxy(pool, {
    get: (target, name): unknown => {
      if (name !== 'query') return Reflect.get(target, name, target);
      return (query: string, values: unknown[]): unknown => {
        note(query, values);
        return ask(query, values);
      };
    },
  });
}

async function statementsOf(everyRow: Pool, work: (db: ReturnType<typeof openDb>) => Promise<unknown>) {
  const noted: Statement[] = [];
  await work(openDb(notingPool(everyRow, noted)));
  return noted;
}

async function explain(pool: Pool, { text, values }: Statement): Promise<Cost> {
  const { rows } = await pool.query(`explain (analyze, buffers, timing off, format json) ${text}`, [
    ...values,
  ]);
  const [{ 'QUERY PLAN': plan }] = explained.parse(rows);
  const { 'Execution Time': ms, Plan: top } = plan[0];
  return { ms, blocks: top['Shared Hit Blocks'] + top['Shared Read Blocks'] };
}

type Pools = { readonly held: Pool; readonly free: Pool; readonly scope: RowScope };

/** Alternates the two ways, so that a busy machine affects both; the least time of each counts. */
async function compare({ held, free, scope }: Pools, statements: readonly Statement[]) {
  const sum = { held: { blocks: 0, ms: 0 }, free: { blocks: 0, ms: 0 } };
  for (const statement of statements) {
    const seen: { held: Cost[]; free: Cost[] } = { held: [], free: [] };
    for (let round = 0; round < rounds; round += 1) {
      seen.held.push(await inScope(scope, () => explain(held, statement)));
      seen.free.push(await explain(free, statement));
    }
    for (const way of ['held', 'free'] as const) {
      sum[way].ms += Math.min(...seen[way].map(({ ms }) => ms));
      sum[way].blocks += Math.min(...seen[way].map(({ blocks }) => blocks));
    }
  }
  return { ...sum, time: sum.held.ms / sum.free.ms, blocks: sum.held.blocks / Math.max(1, sum.free.blocks) };
}

async function measure(
  who: string,
  caller: Caller,
  { held, free }: Omit<Pools, 'scope'>,
  print: Print,
): Promise<void> {
  const ways = { held, free, scope: rowScopeOf(caller.actor) };
  const found: { what: string; time: number; blocks: number }[] = [];
  for (const [what, query] of mix()) {
    const statements = await statementsOf(free, (db) =>
      listCases(db, caller, query, { language: 'en', now: new Date() }),
    );
    found.push({ what, ...(await compare(ways, statements)) });
  }
  const views = await statementsOf(free, (db) => countViews(db, caller, undefined));
  found.push({ what: 'counts of the saved views', ...(await compare(ways, views)) });
  const [worst] = [...found].sort((a, b) => b.blocks - a.blocks);
  const [slowest] = [...found].sort((a, b) => b.time - a.time);
  const of = (name: 'time' | 'blocks'): number[] => found.map((each) => each[name]);
  print({ what: `${who}, blocks with ÷ without, p50`, value: percentile(of('blocks'), 0.5), unit: '×' });
  print({ what: `${who}, blocks, p95`, value: percentile(of('blocks'), 0.95), unit: '×', goal: mostBlocks });
  print({ what: `${who}, time, p50`, value: percentile(of('time'), 0.5), unit: '×', goal: mostTime });
  if (worst !== undefined)
    print({ what: `${who}, most blocks`, detail: worst.what, value: worst.blocks, unit: '×' });
  if (slowest !== undefined)
    print({ what: `${who}, most time`, detail: slowest.what, value: slowest.time, unit: '×' });
}

/** Returns all statements of the lists of one caller. */
async function mixOf(caller: Caller, everyRow: Pool): Promise<Statement[]> {
  const lists = [];
  for (const query of mix().values())
    lists.push(
      await statementsOf(everyRow, (db) => listCases(db, caller, query, { language: 'en', now: new Date() })),
    );
  return lists.flat();
}

async function leastOf(pool: Pool, scope: RowScope, statements: readonly Statement[]): Promise<Cost> {
  const sum = { blocks: 0, ms: 0 };
  for (const statement of statements) {
    const seen: Cost[] = [];
    for (let round = 0; round < rounds; round += 1)
      seen.push(await inScope(scope, () => explain(pool, statement)));
    sum.ms += Math.min(...seen.map(({ ms }) => ms));
    sum.blocks += Math.min(...seen.map(({ blocks }) => blocks));
  }
  return sum;
}

/** The callers of the benchmark are user 1, who may not be the first reader of the same case. */
const secondReadings = `
  insert into second_readings (case_id, center_id, share, first_reader_id, first_sequence, drawn_at, reader_id, taken_at,
    finished_at, analysis_version, second_sequence, agreement)
  select case_id, tech_center_id, 5, technician_id, 0, now(), 1, now(),
    case when n > 20 then now() end, case when n > 20 then 1 end, case when n > 20 then 0 end, case when n > 20 then '{}'::jsonb end
  from (select c.*, row_number() over (order by case_id) as n from cases c
    where tech_center_id = 3 and status = 'complete' and technician_id <> 1 order by case_id limit 2000) c`;

/** Drops the policy, so that everything after it is measured without it. */
async function measureBlind({ held, free }: Omit<Pools, 'scope'>, print: Print): Promise<void> {
  await free.query(secondReadings);
  await free.query('analyze second_readings');
  const read = callers.filter(([, { role_key }]) => role_key === 'CHIEF' || role_key === 'ADMIN');
  const counted = await Promise.all(
    read.map(async ([who, caller]) => ({
      who,
      scope: rowScopeOf(caller.actor),
      statements: await mixOf(caller, free),
    })),
  );
  const costs = async (): Promise<Cost[]> => {
    const found = [];
    for (const { scope, statements } of counted) found.push(await leastOf(held, scope, statements));
    return found;
  };
  const withIt = await costs();
  await free.query('drop policy cases_read_blind on cases');
  const without = await costs();
  for (const [i, { who }] of counted.entries()) {
    const [own, none] = [withIt[i], without[i]];
    if (own === undefined || none === undefined) continue;
    const of = `${who}, with the second readers’ policy ÷ without`;
    print({
      what: `${of}, blocks`,
      value: own.blocks / Math.max(1, none.blocks),
      unit: '×',
      goal: mostBlind,
    });
    print({ what: `${of}, time`, value: own.ms / none.ms, unit: '×' });
  }
}

async function filled({ owner }: ThrowawayDatabase): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  try {
    await fillCases(client, cases);
  } finally {
    await client.end();
  }
}

export default {
  name: 'row-policies',
  run: (print) =>
    withDatabase(async (database) => {
      await filled(database);
      const settings = { connections: 2 };
      const held = openPool(database.app, () => undefined, settings);
      const free = openPool(database.owner, () => undefined, { ...settings, rows: 'everything' });
      try {
        const ways = { held: poolInScope(held), free };
        for (const [who, caller] of callers) await measure(who, caller, ways, print);
        await measureBlind(ways, print);
      } finally {
        await held.end();
        await free.end();
      }
    }),
} satisfies Bench;
