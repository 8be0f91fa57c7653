/**
 * Background jobs alone, for installations that keep them off the machine that answers. Started before the database,
 * it waits for it.
 */
import { jobHandlers } from './jobs.ts';
import { runProgram } from './run-program.ts';
import { openUploads } from './upload-parts.ts';

await runProgram({
  ways: { database: 'await' },
  start: async (platform) => {
    await platform.jobs.start(jobHandlers(platform, await openUploads(platform)));
    return { ready: {}, words: 'working', stop: () => Promise.resolve() };
  },
});
