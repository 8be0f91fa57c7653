/** The nightly reading of every stored file: slices behind all other work, each of which queues the next. */
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { JobPayload } from '../platform/jobs/job-names.ts';
import type { JobContext } from '../platform/jobs/runner.ts';
import { transact } from '../platform/db/transact.ts';
import { scrubSlice } from '../platform/files/scrub-store.ts';
import type { Platform } from './open-platform.ts';
import { notifyOperators } from './notify-damage.ts';

const hourMs = 3_600_000;
/** A waiting upload waits for a slice at most. */
const sliceSeconds = 20;
const behindAll = 1_000;

type ScrubPlatform = Pick<Platform, 'db' | 'files' | 'clock' | 'log'> & {
  readonly config: Pick<Platform['config'], 'SCRUB_BYTES_PER_SECOND' | 'SCRUB_HOURS'>;
};

export async function scrubFiles(
  { db, files, clock, config, log }: ScrubPlatform,
  queued: JobPayload<'scrub-files'>,
  { signal }: Pick<JobContext, 'signal'>,
  sliceBytes = config.SCRUB_BYTES_PER_SECOND * sliceSeconds,
): Promise<void> {
  const bytesPerS = config.SCRUB_BYTES_PER_SECOND;
  const now = clock.now();
  const until = queued.until ?? new Date(now.getTime() + config.SCRUB_HOURS * hourMs).toISOString();
  if (bytesPerS === 0 || now.getTime() >= Date.parse(until)) return;
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
  if (is_whole) return;
  await transact(db, (tx) => enqueue(tx, 'scrub-files', { until }, { key: 'next', priority: behindAll }));
}
