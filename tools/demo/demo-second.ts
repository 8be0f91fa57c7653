/**
 * Makes second readings of the center that uses them, in each of their states: finished with agreement, finished
 * without, in progress, waiting. The server's own functions select, take, write and compare them.
 */
import { randomUUID } from 'node:crypto';
import type { AnalysisSummary } from '@rhythmdesk/contract/analysis';
import type { ReadingEdit } from '@rhythmdesk/ecg/reading/edits';
import { editRowsOf } from '@rhythmdesk/server/features/reading/append-edits';
import { finishSecond } from '@rhythmdesk/server/features/reading/second/finish-second';
import { takeSecond } from '@rhythmdesk/server/features/reading/second/take-second';
import { secondReadingEdits, secondReadings } from '@rhythmdesk/server/platform/db/schema/second-readings';
import { transact } from '@rhythmdesk/server/platform/db/transact';
import type { Caller } from '@rhythmdesk/server/platform/http/caller';
import { readCaseRecord } from '@rhythmdesk/server/records/cases/case-record';
import { baseOf } from '@rhythmdesk/server/records/readings/reading-log';
import { drawSecond } from '@rhythmdesk/server/records/readings/second-reading';
import { desc, eq } from 'drizzle-orm';
import type { CasePlan } from './case-plans.ts';
import { analyseNow, callerNamed, caseOf, foundIn, type Loading } from './demo-analysis.ts';
import type { DemoWorld } from './demo-callers.ts';

const hourMs = 3_600_000;
const readers = ['demotechnician2', 'demotechnician4'] as const;

type Judging = (found: AnalysisSummary) => readonly ReadingEdit[];

const span = ({ start_sample, end_sample }: AnalysisSummary['episodes'][number]) => ({
  start_sample,
  end_sample,
});

/** Reviews one beat and changes nothing else. */
const agreeing: Judging = ({ sampling_hz }) => [
  {
    kind: 'relabel_beats',
    beats: { by: 'range', start_sample: 60 * sampling_hz, end_sample: 61 * sampling_hz },
    label: 'S',
  },
];

/** Reclassifies the longest rhythm, and a section of beats as ventricular. */
const differing: Judging = ({ sampling_hz, episodes }) => {
  const length = (one: AnalysisSummary['episodes'][number]): number => one.end_sample - one.start_sample;
  const [longest] = [...episodes]
    .filter(({ kind }) => kind !== 'noise')
    .sort((a, b) => length(b) - length(a));
  const rejected: ReadingEdit[] =
    longest === undefined
      ? []
      : [{ kind: 'judge_finding', finding: { kind: longest.kind, ...span(longest) }, verdict: 'rejected' }];
  const from = 300 * sampling_hz;
  return [
    ...rejected,
    {
      kind: 'relabel_beats',
      beats: { by: 'range', start_sample: from, end_sample: from + 240 * sampling_hz },
      label: 'V',
    },
    { kind: 'add_episode', rhythm: 'af', start_sample: from, end_sample: from + 120 * sampling_hz },
  ];
};

/**
 * The steps of each second reading, in the order of the cases; `judging` makes the edits of its reader before
 * finishing.
 */
const lives = [
  { taken: true, judging: agreeing, drawnHours: 70 },
  { taken: true, judging: differing, drawnHours: 52 },
  { taken: true, judging: agreeing, drawnHours: 49 },
  { taken: true, judging: null, drawnHours: 20 },
  { taken: false, judging: null, drawnHours: 6 },
] as const;

type Life = (typeof lives)[number];

/** Sends edits as the page of the reader would. */
async function write(
  { db }: Loading,
  { second_id, case_id }: { readonly second_id: number; readonly case_id: number },
  edits: readonly ReadingEdit[],
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): Promise<void> {
  const base = await baseOf(db, case_id);
  if (base === null) return;
  const { analysis_version } = base;
  const batch = { page_id: randomUUID(), after: 0, analysis_version, edits: [...edits] };
  const rows = editRowsOf(batch, { caller, now }).map((row) => ({ second_id, ...row }));
  await db.insert(secondReadingEdits).values(rows);
}

async function draw({ db }: Loading, case_id: number, now: Date): Promise<number | null> {
  await transact(db, async (tx) => {
    const record = await readCaseRecord(tx, case_id);
    if (record !== null) await drawSecond(tx, record, { chance: 0, now });
  });
  const [row] = await db
    .select({ second_id: secondReadings.second_id })
    .from(secondReadings)
    .where(eq(secondReadings.case_id, case_id))
    .orderBy(desc(secondReadings.second_id))
    .limit(1);
  return row?.second_id ?? null;
}

async function live(
  loading: Loading,
  world: DemoWorld,
  plan: CasePlan,
  life: Life,
  now: Date,
): Promise<void> {
  const { db } = loading;
  const { case_id, technician_id } = await caseOf(db, plan);
  const after = (hours: number): Date => new Date(now.getTime() - (life.drawnHours - hours) * hourMs);
  await analyseNow(loading, case_id, after(-1));
  const found = await foundIn(db, case_id);
  const second_id = await draw(loading, case_id, after(0));
  if (second_id === null || found === null || !life.taken) return;
  const caller = readers.map((one) => callerNamed(world, one)).find(({ id }) => id !== technician_id);
  if (caller === undefined) return;
  const call = (hours: number) => ({ caller, request_id: `demo-${plan.hn_id}`, now: after(hours) });
  const dependencies = { db, files_folder: loading.files_folder };
  await takeSecond(dependencies, second_id, call(2));
  if (life.judging === null) return;
  const edits = life.judging(found);
  await write(loading, { second_id, case_id }, edits, call(3));
  await finishSecond(dependencies, { second_id, sequence: edits.length }, call(4));
}

export async function playSecond(
  loading: Loading,
  world: DemoWorld,
  plans: readonly CasePlan[],
  now: Date,
): Promise<void> {
  const completed = plans.filter(
    ({ hospital, stage, signal, seconds }) =>
      hospital === 'hanbit' && stage === 'complete' && signal && seconds <= 3600,
  );
  for (const [index, life] of lives.entries()) {
    const plan = completed[index];
    if (plan !== undefined) await live(loading, world, plan, life, now);
  }
}
