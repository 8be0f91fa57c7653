/** Builds the part of a list filter with which the statistics open the cases behind a figure. */
import type { caseRoutes } from '@rhythmdesk/contract/case-routes';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { clinicalOutcomes, statisticsPeriodFault } from '@rhythmdesk/domain/statistics/steps';
import { seesClinical } from '@rhythmdesk/domain/people/masking';
import type { Grant } from '@rhythmdesk/domain/people/permission-cells';
import { and, sql, type SQL } from 'drizzle-orm';
import { refuseField } from '../../platform/http/refusal.ts';
import {
  dueBetween,
  handedBack,
  outcomeSql,
  tookStep,
  waitingBetween,
  weekHour,
} from '../../records/statistics/figure-sql.ts';

type Figure = Pick<
  ParsedOf<typeof caseRoutes.cases>,
  | 'step'
  | 'step_from'
  | 'step_to'
  | 'outcome'
  | 'arrived'
  | 'waiting_from'
  | 'waiting_until'
  | 'due_from'
  | 'due_until'
  | 'handed_back'
>;

/** A figure has its own limits, so a list of its cases needs no search period. */
export function isFigure({ step, waiting_until, due_until, handed_back }: Figure): boolean {
  return (
    step !== undefined || waiting_until !== undefined || due_until !== undefined || handed_back !== undefined
  );
}

function stepSql({ step, step_from, step_to }: Figure, timeZone: string): SQL[] {
  if (step === undefined) return [];
  if (step_from === undefined || step_to === undefined)
    throw refuseField('input/period-missing', 'step_from');
  const fault = statisticsPeriodFault(step_from, step_to);
  if (fault !== null) throw refuseField(fault, 'step_to');
  return [tookStep(step, { from: step_from, to: step_to }, timeZone)];
}

function arrivedSql(arrived: string | undefined, timeZone: string): SQL[] {
  if (arrived === undefined) return [];
  const [weekday, hour] = arrived.split('-').map(Number);
  return [sql`${weekHour(timeZone)} = ${((weekday ?? 1) - 1) * 24 + (hour ?? 0)}::int`];
}

/** Users who may not see readings may not filter by their results. */
export function refuseClinicalFigure({ outcome }: Figure, grant: Grant): void {
  if (outcome === undefined || seesClinical(grant)) return;
  if (clinicalOutcomes.some((clinical) => clinical === outcome))
    throw refuseField('input/masked-field', 'outcome');
}

/** Returns undefined if the list does not belong to a figure. */
export function figureSql(filter: Figure, timeZone: string): SQL | undefined {
  const { outcome, waiting_from, waiting_until, due_from, due_until, handed_back } = filter;
  const parts = [
    ...stepSql(filter, timeZone),
    ...(outcome === undefined ? [] : [outcomeSql[outcome]]),
    ...arrivedSql(filter.arrived, timeZone),
    ...(waiting_from === undefined && waiting_until === undefined
      ? []
      : waitingBetween({ from: waiting_from, until: waiting_until })),
    ...(due_from === undefined && due_until === undefined
      ? []
      : dueBetween({ from: due_from, until: due_until })),
    ...(handed_back === undefined ? [] : [handed_back ? handedBack : sql`(${handedBack}) is not true`]),
  ];
  if (parts.length === 0) return undefined;
  return sql`cases.case_id in (select s.case_id from case_statistics s where ${and(...parts) ?? sql`true`})`;
}
