/**
 * Exports the statistics as a spreadsheet: one row for each day, week or month, or for each hospital, center, team,
 * technician or priority.
 */
import type { statisticRoutes, StatisticRow, StepCounts } from '@rhythmdesk/contract/statistics';
import { statisticSteps, type StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import type { Db } from '../../platform/db/database.ts';
import {
  batchOf,
  type CellKind,
  type SheetCell,
  type SheetColumn,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
import { countCases } from './count-steps.ts';
import { type CaseWords, caseWords } from '../../records/cases/case-words.ts';
import { statisticWords } from './export-texts.ts';
import { readStatisticRows } from './statistic-rows.ts';

type Order = SheetOrder<typeof statisticRoutes.exportStatistics>;
type Words = (typeof statisticWords)['en'] & Pick<CaseWords, 'priority'>;
type Table = { readonly columns: SheetColumn[]; readonly rows: readonly SheetCell[][] };

const column = (kind: CellKind, head: string, width = 16): SheetColumn => ({ head, width, kind });

const stepCells = (counts: StepCounts): SheetCell[] => statisticSteps.map((step) => counts[step]);
const stepColumns = ({ steps }: Words): SheetColumn[] =>
  statisticSteps.map((step) => column('whole', steps[step]));

async function byTime(db: Db, { caller, input }: Order, words: Words): Promise<Table> {
  const { pieces } = await countCases(db, caller, input);
  return {
    columns: [column('date', words.from), column('date', words.to), ...stepColumns(words)],
    rows: pieces.map(({ from, to, counts }) => [from, to, ...stepCells(counts)]),
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const hours = (minutes: number | null): SheetCell => (minutes === null ? null : tenth(minutes / 60));
const shareOf = (part: number, all: number): SheetCell =>
  all === 0 ? null : Math.round((part / all) * 1000) / 1000;

function nameOf({ id, name }: StatisticRow, { priority, nobody }: Words): string {
  if (id === null) return nobody;
  return typeof id === 'number' ? (name ?? '') : priority[id];
}

function groupCells(row: StatisticRow, words: Words): SheetCell[] {
  const { completed, findings, recorded, wear_median_minutes, wear_minutes, analysable_minutes } = row;
  return [
    nameOf(row, words),
    ...stepCells(row.counts),
    hours(completed.median_minutes),
    hours(completed.p90_minutes),
    shareOf(completed.in_time, completed.count),
    shareOf(completed.returned, completed.count),
    shareOf(completed.corrected, completed.count),
    recorded,
    wear_median_minutes === null ? null : tenth(wear_median_minutes / 1440),
    shareOf(analysable_minutes, wear_minutes),
    ...(findings === null ? [] : [findings.analysed, findings.af_found, findings.critical]),
  ];
}

const timeKinds: readonly CellKind[] = ['decimal', 'decimal'];
const recordingKinds: readonly CellKind[] = ['whole', 'decimal', 'share'];

async function byGroup(db: Db, order: Order, words: Words, group: StatisticGroup): Promise<Table> {
  const { items } = await readStatisticRows(db, order.caller, { ...order.input, group });
  const clinical = items.some(({ findings }) => findings !== null);
  return {
    columns: [
      column('text', words.groups[group], 28),
      ...stepColumns(words),
      ...words.times.map((head, at) => column(timeKinds[at] ?? 'share', head)),
      ...words.recordings
        .slice(0, clinical ? undefined : 3)
        .map((head, at) => column(recordingKinds[at] ?? 'whole', head)),
    ],
    rows: items.map((row) => groupCells(row, words)),
  };
}

export async function statisticsSheet(db: Db, order: Order): Promise<SheetSource> {
  const { caller, input, language } = order;
  const words = { ...statisticWords[language], priority: caseWords[language].priority };
  const { group } = input;
  const { columns, rows } =
    group === undefined ? await byTime(db, order, words) : await byGroup(db, order, words, group);
  return {
    name: words.sheet,
    filename: `statistics-${input.from_time}-${input.to_time}.xlsx`,
    time_zone: caller.user_group.time_zone,
    columns,
    ...batchOf(rows),
  };
}
