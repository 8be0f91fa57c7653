/**
 * Trains the beat classes S, V and F on mitdb and svdb: their first leads, second leads and both together, with beats
 * as the engine itself finds them, copies with another rhythm or under motion, and normal strips (`class-rows`).
 *
 * It is cross-validated by patient in eight parts, and scored from one database to the other; paced records are
 * excluded, as EC57 requires. It writes packages/ecg/src/beats/{v,s,f,shape}-model.ts, class-reach.ts, class-thresholds.ts
 * and class-certainty.ts with the figures of that training.
 */
import { byteS } from '@rhythmdesk/ecg/beats/beat-class';
import {
  classFeatureNames,
  isDominantShape,
  isInTimeThrough,
  isSteady,
} from '@rhythmdesk/ecg/beats/class-features';
import type { ClassOdds } from '@rhythmdesk/ecg/beats/class-odds';
import { decideClass } from '@rhythmdesk/ecg/beats/classify';
import type { AccuracyRow, AccuracyRowName } from '@rhythmdesk/ecg/scoring/accuracy';
import { importance } from './boost.ts';
import {
  chooseBars,
  countsOf,
  falseRow,
  figuresText,
  recordLines,
  recordTables,
  runRows,
} from './class-judge.ts';
import type { Judge, RecordTable } from './class-judge.ts';
import type { CountedSet } from './class-counts.ts';
import { classSets, learnClasses, trainedClasses, writeOdds } from './class-learning.ts';
import type { ClassSets } from './class-learning.ts';
import { collectRows } from './class-rows.ts';
import type { ClassRows, CopyKind } from './class-rows.ts';
import { learnCertainty, oddsAt, reliabilityRows } from './class-scores.ts';
import type { Calibration, ClassSource, OddsLists } from './class-scores.ts';
import {
  keepCounts,
  keepFigures,
  writeCertainty,
  writeModels,
  writeReach,
  writeShapeModel,
  writeThresholds,
} from './write-model.ts';

/** Kinds of copies whose beats keep their times. */
const asRecorded: readonly CopyKind[] = ['motion', 'rate', 'piece', 'strip'];
/** Parts of the patients in cross-validation. */
const parts = 8;
/** Log-odds of an excluded class. */
const never = -9;
const noRow = new Float32Array();

/**
 * Returns the score on inserted early beats, found by models that never saw the record: patterns that few records here
 * have.
 */
function copiesLine(all: ClassRows, odds: OddsLists, bars: ClassOdds): string {
  let [hits, of, called] = [0, 0, 0];
  for (const { from, until } of all.copies.filter(({ kind }) => !asRecorded.includes(kind)))
    for (let row = from; row < until; row++) {
      const found = decideClass(oddsAt(odds, row), bars) === byteS;
      const early = all.truths[row] === byteS;
      of += Number(early);
      called += Number(found);
      hits += Number(found && early);
    }
  return `copies: S ${hits} of ${of} found, ${called} called`;
}

/** Writes the log-odds of every row of the patients in `held`, by models trained on `from` alone. */
function judgeHeld(
  all: ClassRows,
  sets: ClassSets,
  odds: OddsLists,
  from: (group: number) => boolean,
  held: (group: number) => boolean,
): void {
  writeOdds(all, sets, learnClasses(all, sets, from), held, odds);
}

const emptyOdds = (length: number): OddsLists => ({
  v: new Float32Array(length),
  s: new Float32Array(length),
  f: new Float32Array(length),
});

/**
 * Applies the engine's rules, whatever the trees give: no ventricular beat has the dominant shape, and no beat is
 * supraventricular in fibrillation, in a steady rhythm, or if it is in time through interpolated beats.
 */
function keepRules(all: ClassRows, odds: OddsLists): void {
  all.rows.forEach((row, i) => {
    if (isDominantShape(row)) odds.v[i] = never;
    if (isInTimeThrough(row)) odds.s[i] = never;
  });
  for (const { record, peaks, rows, fibrillating } of all.sources)
    rows.forEach((row, i) => {
      if (row < 0) return;
      const interval = i === 0 ? 0 : ((peaks[i] ?? 0) - (peaks[i - 1] ?? 0)) / record.sampling_hz;
      if (fibrillating[i] === 1 || isSteady(all.rows[row] ?? noRow, interval)) odds.s[row] = never;
    });
}

/** Scores every patient by models and bars of the other seven parts. */
function crossValidate(all: ClassRows, sets: ClassSets): Judge {
  const odds = emptyOdds(all.rows.length);
  for (let part = 0; part < parts; part++)
    judgeHeld(
      all,
      sets,
      odds,
      (group) => group % parts !== part,
      (group) => group % parts === part,
    );
  keepRules(all, odds);
  const bars = Array.from({ length: parts }, (_, part) =>
    chooseBars(
      all.sources.filter(({ group }) => group % parts !== part),
      odds,
    ),
  );
  const spare = chooseBars(all.sources, odds);
  return { odds, barsOf: ({ group }) => bars[group % parts] ?? spare };
}

/** Scores every set by models of the other set, with the bars from the cross-validation within that other set. */
function crossDatabases(all: ClassRows, sets: ClassSets, within: OddsLists): Judge {
  const odds = emptyOdds(all.rows.length);
  const isMitdb = (group: number): boolean => all.sets[group] === 'mitdb';
  const isSvdb = (group: number): boolean => all.sets[group] === 'svdb';
  judgeHeld(all, sets, odds, isMitdb, isSvdb);
  judgeHeld(all, sets, odds, isSvdb, isMitdb);
  keepRules(all, odds);
  const barsFrom = (set: string): ClassOdds =>
    chooseBars(
      all.sources.filter((source) => source.set === set),
      within,
    );
  const bars = { mitdb: barsFrom('svdb'), svdb: barsFrom('mitdb') };
  return { odds, barsOf: ({ set }) => (set === 'mitdb' ? bars.mitdb : bars.svdb) };
}

/** Returns the figures of one way of scoring, set by set; runs are those of the first leads of both sets. */
function judgedRows(all: ClassRows, judge: Judge) {
  const tables = (set: string, leads: readonly number[]) => recordTables(all.sources, set, leads, judge);
  const sets = (['mitdb', 'svdb'] as const).map((set) => {
    const [first, second, both] = [tables(set, [0]), tables(set, [1]), tables(set, [0, 1])];
    console.log(recordLines(first).join('\n'));
    const counted = (name: AccuracyRowName, without: AccuracyRowName, of: RecordTable[]): CountedSet => ({
      name,
      without,
      records: of.map(countsOf),
    });
    console.log(
      `${set}: first ${figuresText(first)}; second ${figuresText(second)}; both ${figuresText(both)}`,
    );
    return {
      first,
      counts: [
        counted(`${set}_first`, `${set}_first_without`, first),
        counted(`${set}_second`, `${set}_second_without`, second),
        counted(`${set}_both`, `${set}_both_without`, both),
      ],
    };
  });
  return {
    counts: sets.flatMap(({ counts }) => counts),
    runs: runRows(sets.flatMap(({ first }) => first)),
    text: sets.map(({ first }, k) => `${k === 0 ? 'mitdb' : 'svdb'} ${figuresText(first)}`).join('; '),
  };
}

/** Returns the certainties of the first leads, by the curves of the other parts. */
function certaintyRows(all: ClassRows, { odds, barsOf }: Judge): AccuracyRow[] {
  const first = annotated(all.sources).filter(({ leads }) => leads.join() === '0');
  const calibrations = Array.from({ length: parts }, (_, part): Calibration[] => {
    const [held] = first.filter(({ group }) => group % parts === part);
    if (!held) return [];
    const others = annotated(all.sources).filter(({ group }) => group % parts !== part);
    return [{ bars: barsOf(held), certainty: learnCertainty(others, odds, barsOf(held)) }];
  });
  return reliabilityRows(first, odds, ({ group }) => {
    const [own] = calibrations[group % parts] ?? [];
    if (!own) throw new Error(`no bars for patient ${String(group)}`);
    return own;
  });
}

/** Returns the original sources with a reference for every beat. */
const annotated = (sources: readonly ClassSource[]): ClassSource[] =>
  sources.filter(({ set }) => set === 'mitdb' || set === 'svdb');

/** Returns false V and S in normal strips, each scored by models of other strips, and under electrode motion. */
function noisyRows(all: ClassRows, judge: Judge): AccuracyRow[] {
  const of = (set: string): ClassSource[] => all.sources.filter((source) => source.set === set);
  return [
    falseRow('normal_strips', of('cinc2017'), judge),
    ...of('nstdb').map((source) => falseRow(source.record.name, [source], judge)),
  ];
}

export function main(all: ClassRows = collectRows()): void {
  const sets = classSets(all);
  const judge = crossValidate(all, sets);
  const bars = chooseBars(all.sources, judge.odds);
  const judged = judgedRows(all, judge);
  const certainty = learnCertainty(annotated(all.sources), judge.odds, bars);
  console.log(bars, certainty);
  console.log(copiesLine(all, judge.odds, bars));
  keepCounts('trained_classes', judged.counts);
  keepFigures('trained_false', noisyRows(all, judge));
  keepFigures('trained_runs', judged.runs);
  keepFigures('trained_certainty', certaintyRows(all, judge));
  keepCounts('unseen', judgedRows(all, crossDatabases(all, sets, judge.odds)).counts);
  const { trees, shape } = learnClasses(all, sets, () => true);
  for (const trained of trainedClasses) console.log(trained, importance(trees[trained], classFeatureNames));
  const notes = `First leads, cross-validated by patient, sensitivity/predictivity %: ${judged.text}.`;
  writeModels('train-classes.ts', notes, {
    'beats/v-model.ts': ['vModel', trees.v],
    'beats/s-model.ts': ['sModel', trees.s],
    'beats/f-model.ts': ['fModel', trees.f],
  });
  writeShapeModel('train-classes.ts', notes, shape);
  writeReach('train-classes.ts', sets.reach);
  writeThresholds('train-classes.ts', bars);
  writeCertainty('train-classes.ts', certainty);
}

if (import.meta.main) main();
