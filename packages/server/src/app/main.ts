/** The whole server in one process: answers, background jobs, the embedded database where none is given. */
import { passwordHashes } from '../features/people/password-hashes.ts';
import { makeFirstUser } from './first-user.ts';
import { jobHandlers } from './jobs.ts';
import type { Platform } from './open-platform.ts';
import { runProgram } from './run-program.ts';
import { startWeb } from './serve.ts';
import { takeUpWaiting } from './take-up.ts';
import { openUploads } from './open-uploads.ts';

async function welcomeFirstUser({ db }: Platform): Promise<void> {
  const first = await makeFirstUser(db, passwordHashes());
  if (first === null) return;
  process.stdout.write(
    `First start. Sign in once with ID ${first.user_id} and password ${first.password} and choose your own.\n`,
  );
}

await runProgram({
  options: {},
  start: async (platform) => {
    const uploads = await openUploads(platform);
    await welcomeFirstUser(platform);
    await platform.jobs.start(jobHandlers(platform, uploads));
    const web = await startWeb(platform, uploads, {
      strictAnswers: process.env['NODE_ENV'] !== 'production',
    });
    const endTakingUp = takeUpWaiting(platform, uploads);
    const stop = async (): Promise<void> => {
      await Promise.all([endTakingUp(), web.stop()]);
    };
    return { ready: { address: web.address }, words: 'ready', stop };
  },
});
