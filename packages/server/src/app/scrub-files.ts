/**
 * Reads every stored file for damage in slices after all other work; each slice queues the next. It runs at night, and
 * from the first start after an upgrade or a restore until every file has been read once.
 */
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { JobPayload } from '../platform/jobs/job-names.ts';
import type { JobContext } from '../platform/jobs/runner.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { transact } from '../platform/db/transact.ts';
import { scrubProgress, scrubSlice } from '../platform/files/scrub-store.ts';
import type { Platform } from './open-platform.ts';
import { notifyOperators } from './notify-damage.ts';

const hourMs = 3_600_000;
/** A waiting upload waits for one slice at most. */
const sliceSeconds = 20;
const behindAll = 1_000;

type ScrubPlatform = Pick<Platform, 'db' | 'files' | 'clock' | 'log'> & {
  readonly config: Pick<Platform['config'], 'SCRUB_BYTES_PER_SECOND' | 'SCRUB_HOURS'>;
};

/** Queues the verification of all stored files if no round of it has ever ended. */
export async function beginFirstScrub({
  db,
  config,
  log,
}: Pick<ScrubPlatform, 'db' | 'config' | 'log'>): Promise<void> {
  const percent = await scrubProgress(db);
  if (percent === null || config.SCRUB_BYTES_PER_SECOND === 0) return;
  log.info({ percent }, 'stored files verified');
  await inScope(everything, () =>
    transact(db, (tx) => enqueue(tx, 'scrub-files', {}, { key: 'next', priority: behindAll })),
  );
}

export async function scrubFiles(
  { db, files, clock, config, log }: ScrubPlatform,
  queued: JobPayload<'scrub-files'>,
  { signal }: Pick<JobContext, 'signal'>,
  sliceBytes = config.SCRUB_BYTES_PER_SECOND * sliceSeconds,
): Promise<void> {
  const bytesPerS = config.SCRUB_BYTES_PER_SECOND;
  const now = clock.now();
  const until = queued.until ?? new Date(now.getTime() + config.SCRUB_HOURS * hourMs).toISOString();
  if (bytesPerS === 0) return;
  const isFirst = (await scrubProgress(db)) !== null;
  if (!isFirst && now.getTime() >= Date.parse(until)) return;
  const { is_whole, ...slice } = await scrubSlice(
    { db, files },
    {
      bytesPerS,
      sliceBytes,
      signal,
      onFault: async ({ sha256, fault }) => {
        log.error({ sha256, fault }, 'a stored file is missing or damaged');
        await notifyOperators(db, sha256, now);
      },
    },
    now,
  );
  log.info({ ...slice, is_whole }, 'stored files read through');
  if (isFirst) log.info({ percent: (await scrubProgress(db)) ?? 100 }, 'stored files verified');
  if (is_whole) return;
  await transact(db, (tx) => enqueue(tx, 'scrub-files', { until }, { key: 'next', priority: behindAll }));
}
