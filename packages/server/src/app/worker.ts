/**
 * Runs only background jobs, for installations that keep them off the machine that serves requests. If it starts before
 * the database, it waits for it.
 */
import { jobHandlers } from './jobs.ts';
import { runProgram } from './run-program.ts';
import { takeUpWaiting } from './take-up.ts';
import { openUploads } from './open-uploads.ts';

await runProgram({
  name: 'worker',
  options: { database: 'await' },
  start: async (platform) => {
    const uploads = await openUploads(platform);
    await platform.jobs.start(jobHandlers(platform, uploads));
    return { ready: {}, words: 'working', stop: takeUpWaiting(platform, uploads) };
  },
});
