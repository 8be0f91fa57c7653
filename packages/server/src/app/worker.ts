/**
 * Background jobs alone, for installations that keep them off the machine that answers. Started before the database,
 * it waits for it.
 */
import { readConfig } from '../platform/config/config.ts';
import { jobHandlers } from './jobs.ts';
import { openPlatform } from './open-platform.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import { reportFailedStart, stopOnSignals } from './stop-signals.ts';
import { openUploads } from './upload-parts.ts';

async function start(): Promise<void> {
  const platform = await openPlatform(readConfig(process.env), { database: 'await' });
  try {
    await platform.jobs.start(jobHandlers(platform, await openUploads(platform)));
    stopOnSignals(platform.log, platform.close);
    releaseStartMemory();
    platform.log.info({}, 'working');
  } catch (fault) {
    await platform.close();
    throw fault;
  }
}

await start().catch(reportFailedStart);
