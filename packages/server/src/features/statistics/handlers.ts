/** Handles the routes of the statistics. */
import type { statisticRoutes } from '@rhythmdesk/contract/statistics';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { readTimes } from './completed-times.ts';
import { countCases } from './count-steps.ts';
import { answerSheet } from '../../platform/spreadsheet/answer-sheet.ts';
import { statisticsSheet } from './export-statistics.ts';
import { forecastWork } from './forecast-work.ts';
import { readArrivals, readOpen } from './open-cases.ts';
import { readStatisticRows } from './statistic-rows.ts';

export type StatisticDependencies = { readonly db: Db; readonly clock: Clock };

export function statisticHandlers({ db, clock }: StatisticDependencies): Handlers<typeof statisticRoutes> {
  return {
    statisticsCases: ({ caller, input }) => countCases(db, caller, input),
    statisticsTimes: ({ caller, input }) => readTimes(db, caller, input),
    statisticsGroups: ({ caller, input }) => readStatisticRows(db, caller, input),
    statisticsOpen: ({ caller, input }) => readOpen(db, caller, input, clock.now()),
    statisticsArrivals: ({ caller, input }) => readArrivals(db, caller, input),
    statisticsForecast: ({ caller, input }) => forecastWork(db, caller, input, clock.now()),
    exportStatistics: async (call) => answerSheet(await statisticsSheet(db, call), call.signal),
  };
}
