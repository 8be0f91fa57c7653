/** A program of this server from its first moment to its last: stop signals count from the start on. */
import type { Config } from '../platform/config/config.ts';
import { readConfig } from '../platform/config/config.ts';
import { openLog } from '../platform/log/log.ts';
import { openPlatform, type OpenOptions, type Platform } from './open-platform.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import { reportFailedStart, stopOnSignals } from './stop-signals.ts';

/** What a program starts above its platform. */
type Started = { readonly ready: object; readonly words: string; readonly stop: () => Promise<void> };

export type Program = {
  readonly options: Pick<OpenOptions, 'database'>;
  readonly start: (platform: Platform, config: Config) => Promise<Started>;
};

async function run({ options, start }: Program, config: Config): Promise<void> {
  const log = openLog(config.LOG_LEVEL);
  const starting = new AbortController();
  const open: { platform: Platform | null; started: Started | null } = { platform: null, started: null };
  const isGivenUp = () => starting.signal.aborted;
  const begin = async (): Promise<void> => {
    const platform = await openPlatform(config, { ...options, log, signal: starting.signal });
    open.platform = platform;
    if (isGivenUp()) return;
    const started = await start(platform, config);
    open.started = started;
    if (isGivenUp()) return;
    releaseStartMemory();
    log.info(started.ready, started.words);
  };
  const close = async (): Promise<void> => {
    await open.started?.stop();
    await open.platform?.close();
  };
  const begun = Promise.withResolvers<undefined>();
  stopOnSignals({
    log,
    stop: async () => {
      starting.abort();
      await begun.promise;
      await close();
    },
    abandon: async () => {
      if (open.platform === null) await begun.promise;
      await open.platform?.abandon();
    },
  });
  try {
    await begin();
  } catch (fault) {
    if (isGivenUp()) return;
    await close();
    reportFailedStart(fault);
    process.exit();
  } finally {
    begun.resolve(undefined);
  }
}

export async function runProgram(program: Program): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (fault) {
    reportFailedStart(fault);
    return;
  }
  await run(program, config);
}
