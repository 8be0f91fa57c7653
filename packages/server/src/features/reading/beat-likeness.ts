/**
 * Computes how similar the beats of a group are to one of them. This needs the signal of every beat of the group,
 * possibly the whole recording: a thread reads it once from start to end and holds one second of it at a time. Only one
 * such thread runs on a server at a time.
 */
import type { readingRoutes } from '@rhythmdesk/contract/reading';
import type { ParsedOf } from '@rhythmdesk/contract/route';
import { eq } from 'drizzle-orm';
import { storedLeads } from '../../platform/db/schema/recording-shapes.ts';
import { recordings } from '../../platform/db/schema/recordings.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { runInThread } from '../../platform/threads/run-in-thread.ts';
import { likenessOutcome, type LikenessOrder } from './likeness-message.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';
import { baseOf } from '../../records/readings/reading-log.ts';
import { openToRead } from '../../records/recordings/open-recording.ts';
import { tracePlaceOf } from '../../records/recordings/trace-place-of.ts';

const entry = new URL('./likeness-worker.ts', import.meta.url);
const limits = { heapMb: 512, timeMs: 120_000 } as const;
/** A technician often selects one trace after another. */
const keepMs = 30_000;

let turn: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work, work);
  turn = mine.catch(() => undefined);
  return mine;
}

type LikenessQuery = ParsedOf<typeof readingRoutes.beatLikeness>;

async function orderOf(
  { db, files_folder }: ReadingDependencies,
  recording_id: number,
  { case_id, templates, like }: LikenessQuery,
): Promise<LikenessOrder> {
  const base = await baseOf(db, case_id);
  const [row] = await db.select().from(recordings).where(eq(recordings.recording_id, recording_id));
  if (base === null || row === undefined) throw new Refusal('object/not-found');
  const { samples, sampling_hz } = row;
  return {
    files_folder,
    ...tracePlaceOf(row),
    beats_sha256: base.files.beats_sha256,
    samples,
    sampling_hz,
    gains: storedLeads.parse(row.leads).map(({ gain_uv_per_lsb }) => gain_uv_per_lsb),
    templates: templates.split(',').map(Number),
    like,
  };
}

export async function beatLikeness(
  dependencies: ReadingDependencies,
  caller: Caller,
  query: LikenessQuery,
): Promise<Uint8Array> {
  const { recording_id } = await openToRead(dependencies.db, caller, query.case_id);
  const work = await orderOf(dependencies, recording_id, query);
  return likenessOutcome.parse(await inTurn(() => runInThread({ entry, work, limits, keepMs })));
}
