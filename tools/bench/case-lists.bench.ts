/**
 * Measures the first page of a hundred rows with its exact total over a million cases, as the server answers it without
 * HTTP, for the queries of case-list-mix.ts and callers of every scope; then the counts of the saved views. The cases
 * of the last ten weeks have recordings, reports and comments, because a row of a list shows a part of each.
 */
import { listCases } from '@rhythmdesk/server/features/cases/case-list';
import { countViews } from '@rhythmdesk/server/features/cases/count-views';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import type { Bench, Print } from './bench.ts';
import { callers, mix } from './case-list-mix.ts';
import { addRecords, millionCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 25;
const viewsGoal = 15;
const slowestShown = 3;

async function measure(db: Db, who: string, caller: Caller, print: Print): Promise<void> {
  const scope = rowScopeOf(caller.actor);
  const all: number[] = [];
  const medians: (readonly [string, number])[] = [];
  for (const [what, query] of mix()) {
    const found = await timesOf(9, () => inScope(scope, () => listCases(db, caller, query, new Date())));
    all.push(...found);
    medians.push([what, percentile(found, 0.5)]);
  }
  medians.sort(([, a], [, b]) => b - a);
  for (const [at, [detail, value]] of medians.slice(0, slowestShown).entries()) {
    print({ what: `${who}, slowest ${String(at + 1)} of the mix, median`, detail, value, unit: 'ms' });
  }
  print({ what: `${who}, page with total, p50 of the mix`, value: percentile(all, 0.5), unit: 'ms' });
  print({ what: `${who}, page with total, p95 of the mix`, value: percentile(all, 0.95), unit: 'ms', goal });
  const views = await timesOf(20, () => inScope(scope, () => countViews(db, caller, undefined)));
  print({
    what: `${who}, counts of the saved views, p95`,
    value: percentile(views, 0.95),
    unit: 'ms',
    goal: viewsGoal,
  });
}

export default {
  name: 'case-lists',
  run: async (print) => {
    const { db, close } = await millionCases(addRecords);
    try {
      for (const [who, caller] of callers) await measure(db, who, caller, print);
    } finally {
      await close();
    }
  },
} satisfies Bench;
