/** The whole server in one process: answers, background jobs, the embedded database where none is given. */
import { resumeAnalyses } from '../features/analysis/analysis-record.ts';
import { passwordHashes } from '../features/people/password-hashes.ts';
import { resumeUploads } from '../features/uploads/upload-sweep.ts';
import { readConfig } from '../platform/config/config.ts';
import { makeFirstUser } from './first-user.ts';
import { jobHandlers } from './jobs.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import { startWeb, type WebPart } from './serve.ts';
import { reportFailedStart, stopOnSignals } from './stop-signals.ts';
import { openUploads } from './upload-parts.ts';

async function welcomeFirstUser({ db }: Platform): Promise<void> {
  const first = await makeFirstUser(db, passwordHashes());
  if (first === null) return;
  process.stdout.write(
    `First start. Sign in once with ID ${first.user_id} and password ${first.password} and choose your own.\n`,
  );
}

async function startParts(platform: Platform): Promise<WebPart> {
  const uploads = await openUploads(platform);
  await welcomeFirstUser(platform);
  await platform.jobs.start(jobHandlers(platform, uploads));
  await resumeUploads(uploads);
  await resumeAnalyses(platform.db);
  return startWeb(platform, uploads, { strictAnswers: process.env['NODE_ENV'] !== 'production' });
}

async function start(): Promise<void> {
  const platform = await openPlatform(readConfig(process.env));
  try {
    const web = await startParts(platform);
    stopOnSignals(platform.log, async () => {
      await web.stop();
      await platform.close();
    });
    releaseStartMemory();
    platform.log.info({ address: web.address }, 'ready');
  } catch (fault) {
    await platform.close();
    throw fault;
  }
}

await start().catch(reportFailedStart);
