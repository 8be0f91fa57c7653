/**
 * Runs only background jobs, for installations that keep them off the machine that serves requests. If it starts before
 * the database, it waits for it.
 */
import { checkSending } from './check-certificates.ts';
import { jobHandlers } from './jobs.ts';
import type { UploadDependencies } from '../features/uploads/upload-dependencies.ts';
import { storageTroubles, type Troubles } from '../platform/http/troubles.ts';
import type { Platform } from './open-platform.ts';
import { runProgram } from './run-program.ts';
import { takeUpWaiting } from './take-up.ts';
import { openUploads } from './open-uploads.ts';

/** A worker needs the database and the folders; it serves no requests. */
const workerTroubles =
  ({ troubles, config }: Platform, { folderState, freeBytes }: UploadDependencies): Troubles =>
  async (prove) => [
    ...(await troubles(prove)),
    ...(await storageTroubles(folderState, freeBytes, config.DISK_FLOOR_BYTES)),
  ];

await runProgram({
  name: 'worker',
  options: { database: 'await' },
  check: checkSending,
  start: async (platform) => {
    const uploads = await openUploads(platform);
    await platform.jobs.start(jobHandlers(platform, uploads));
    const troubles = workerTroubles(platform, uploads);
    return { ready: {}, words: 'working', troubles, stop: takeUpWaiting(platform, uploads) };
  },
});
