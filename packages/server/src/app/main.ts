/** Starts the whole server in one process: requests, background jobs, and the embedded database if no other is set. */
import { checkCertificates } from './check-certificates.ts';
import { welcomeFirstUser } from './first-user.ts';
import { jobHandlers } from './jobs.ts';
import { runProgram } from './run-program.ts';
import { beginFirstScrub } from './scrub-files.ts';
import { startWeb } from './serve.ts';
import { everything, inScope } from '../platform/db/row-scope.ts';
import { takeUpWaiting } from './take-up.ts';
import { openUploads } from './open-uploads.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runProgram({
  name: 'server',
  options: { throughPooler: true },
  check: checkCertificates,
  start: async (platform) => {
    const uploads = await openUploads(platform);
    const { DATA_DIR } = platform.config;
    const is_terminal = process.stdout.isTTY;
    await inScope(everything, () =>
      welcomeFirstUser(platform.db, platform.hashes, { data_dir: DATA_DIR, is_terminal, say }),
    );
    await platform.jobs.start(jobHandlers(platform, uploads));
    await beginFirstScrub(platform);
    const web = await startWeb(platform, uploads, {
      strictAnswers: process.env['NODE_ENV'] !== 'production',
      warmsReports: true,
    });
    const endTakingUp = takeUpWaiting(platform, uploads);
    const stop = async (): Promise<void> => {
      await Promise.all([endTakingUp(), web.stop()]);
    };
    return { ready: { address: web.address }, words: 'ready', troubles: web.troubles, stop };
  },
});
