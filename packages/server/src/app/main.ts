/** The whole server in one process: answers, background jobs, the embedded database where none is given. */
import { resumeAnalyses } from '../features/analysis/analysis-record.ts';
import { passwordHashes } from '../features/people/password-hashes.ts';
import { resumeUploads } from '../features/uploads/upload-sweep.ts';
import { makeFirstUser } from './first-user.ts';
import { jobHandlers } from './jobs.ts';
import type { Platform } from './open-platform.ts';
import { runProgram } from './run-program.ts';
import { startWeb } from './serve.ts';
import { openUploads } from './upload-parts.ts';

async function welcomeFirstUser({ db }: Platform): Promise<void> {
  const first = await makeFirstUser(db, passwordHashes());
  if (first === null) return;
  process.stdout.write(
    `First start. Sign in once with ID ${first.user_id} and password ${first.password} and choose your own.\n`,
  );
}

await runProgram({
  ways: {},
  start: async (platform) => {
    const uploads = await openUploads(platform);
    await welcomeFirstUser(platform);
    await platform.jobs.start(jobHandlers(platform, uploads));
    await resumeUploads(uploads);
    await resumeAnalyses(platform.db);
    const web = await startWeb(platform, uploads, {
      strictAnswers: process.env['NODE_ENV'] !== 'production',
    });
    return { ready: { address: web.address }, words: 'ready', stop: web.stop };
  },
});
