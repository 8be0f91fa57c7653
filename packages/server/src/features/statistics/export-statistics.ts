/** The statistics as a spreadsheet: a row a day, week or month, or a row a hospital, center, team, technician, priority. */
import type { statisticRoutes, StatisticRow, StepCounts } from '@rhythmdesk/contract/statistics';
import { statisticSteps, type StatisticGroup } from '@rhythmdesk/domain/statistics/steps';
import type { Db } from '../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
import { countCases } from './count-steps.ts';
import { statisticWords } from './export-texts.ts';
import { readStatisticRows } from './statistic-rows.ts';

type ExportCall = Call<(typeof statisticRoutes)['exportStatistics']>;
type Words = (typeof statisticWords)['en'];
type Table = { readonly heads: readonly string[]; readonly rows: readonly SheetCell[][] };

const stepCells = (counts: StepCounts): SheetCell[] => statisticSteps.map((step) => counts[step]);
const stepHeads = ({ steps }: Words): string[] => statisticSteps.map((step) => steps[step]);

async function byTime(db: Db, { caller, input }: ExportCall, words: Words): Promise<Table> {
  const { pieces } = await countCases(db, caller, input);
  return {
    heads: [words.from, words.to, ...stepHeads(words)],
    rows: pieces.map(({ from, to, counts }) => [from, to, ...stepCells(counts)]),
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const hours = (minutes: number | null): SheetCell => (minutes === null ? null : tenth(minutes / 60));
const shareOf = (part: number, all: number): SheetCell =>
  all === 0 ? null : Math.round((part / all) * 1000) / 1000;

function nameOf({ id, name }: StatisticRow, { priorities, nobody }: Words): string {
  if (id === null) return nobody;
  return typeof id === 'number' ? (name ?? '') : priorities[id];
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

async function byGroup(db: Db, call: ExportCall, words: Words, group: StatisticGroup): Promise<Table> {
  const { items } = await readStatisticRows(db, call.caller, { ...call.input, group });
  const clinical = items.some(({ findings }) => findings !== null);
  return {
    heads: [
      words.groups[group],
      ...stepHeads(words),
      ...words.times,
      ...(clinical ? words.recordings : words.recordings.slice(0, 3)),
    ],
    rows: items.map((row) => groupCells(row, words)),
  };
}

export async function exportStatistics(db: Db, call: ExportCall): Promise<BinaryReply> {
  const { input, language, signal } = call;
  const words = statisticWords[language];
  const { group } = input;
  const { heads, rows } =
    group === undefined ? await byTime(db, call, words) : await byGroup(db, call, words, group);
  const widths = heads.map((_, index) => (index === 0 ? 28 : 16));
  const body = await writeSheet({ name: words.sheet, heads, widths, rows }, signal);
  const filename = `statistics-${input.from_time}-${input.to_time}.xlsx`;
  return { body, size_bytes: body.byteLength, filename };
}
