/**
 * Measures the statistics over a million cases with their histories, as the server answers them without HTTP. The
 * requests are each query of the page for a month, a quarter and a year, for a user who sees everything, for a center,
 * a hospital and a technician.
 */
import { seesTeams } from '@rhythmdesk/domain/people/can';
import { statisticGroups } from '@rhythmdesk/domain/statistics/steps';
import { readTimes } from '@rhythmdesk/server/features/statistics/completed-times';
import { countCases } from '@rhythmdesk/server/features/statistics/count-steps';
import { forecastWork } from '@rhythmdesk/server/features/statistics/forecast-work';
import { readArrivals, readOpen } from '@rhythmdesk/server/features/statistics/open-cases';
import { readStatisticRows } from '@rhythmdesk/server/features/statistics/statistic-rows';
import { sumZones } from '@rhythmdesk/server/features/statistics/sum-zones';
import type { Db } from '@rhythmdesk/server/platform/db/database';
import { everything, inScope, rowScopeOf } from '@rhythmdesk/server/platform/db/row-scope';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import type { Bench, Print } from './bench.ts';
import { benchCaller } from './case-list-mix.ts';
import { addHistories, millionCases } from './million-cases.ts';
import { percentile, timesOf } from './percentile.ts';

const goal = 300;
const callers: readonly (readonly [string, Caller])[] = [
  ['administrator', benchCaller('ADMIN', 'admin', 1)],
  ['center', benchCaller('CENTER', 'tech_center', 3)],
  ['doctor', benchCaller('DOCTOR', 'hospital', 17)],
  ['technician', benchCaller('TECHNICIAN', 'tech_center', 2)],
];

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const spans = { month: 29, quarter: 91, year: 365 } as const;

type Ask = readonly [what: string, ask: () => Promise<unknown>];

function queries(db: Db, caller: Caller, days: number): Ask[] {
  const period = { from_time: day(days), to_time: day(0) };
  const groups = statisticGroups
    .filter((group) => group !== 'team' || seesTeams(caller.actor))
    .map((group): Ask => [`by ${group}`, () => readStatisticRows(db, caller, { ...period, group })]);
  return [
    ['steps', () => countCases(db, caller, { ...period, unit: 'day' })],
    ['urgent steps', () => countCases(db, caller, { ...period, unit: 'week', priority: ['urgent'] })],
    ['times', () => readTimes(db, caller, period)],
    ['arrivals', () => readArrivals(db, caller, period)],
    ...groups,
  ];
}

async function measure(who: string, asks: readonly Ask[], print: Print): Promise<void> {
  const all: number[] = [];
  let slowest: readonly [string, number] = ['', 0];
  for (const [what, ask] of asks) {
    const times = await timesOf(5, ask);
    const typical = percentile(times, 0.5);
    if (typical > slowest[1]) slowest = [what, typical];
    all.push(...times);
  }
  print({ what: `${who}, p50`, value: percentile(all, 0.5), unit: 'ms' });
  print({ what: `${who}, p95`, value: percentile(all, 0.95), unit: 'ms', goal });
  print({ what: `${who}, slowest question, p50`, detail: slowest[0], value: slowest[1], unit: 'ms' });
}

async function measureAs(db: Db, who: string, caller: Caller, print: Print): Promise<void> {
  for (const [name, days] of Object.entries(spans))
    await measure(`${who}, a ${name}`, queries(db, caller, days), print);
  const now: readonly Ask[] = [
    ['open', () => readOpen(db, caller, {}, new Date())],
    ['forecast', () => forecastWork(db, caller, {}, new Date())],
  ];
  await measure(`${who}, open and forecast`, now, print);
}

export default {
  name: 'statistics',
  run: async (print) => {
    const { db, close } = await millionCases(addHistories);
    try {
      const signal = new AbortController().signal;
      const begun = performance.now();
      await inScope(everything, () => sumZones(db, { now: new Date(), signal }));
      print({ what: 'sums brought up to date', value: performance.now() - begun, unit: 'ms' });
      for (const [who, caller] of callers)
        await inScope(rowScopeOf(caller.actor), () => measureAs(db, who, caller, print));
    } finally {
      await close();
    }
  },
} satisfies Bench;
