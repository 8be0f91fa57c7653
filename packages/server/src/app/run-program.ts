/** Runs a program of this server from start to end; stop signals work from the start on. */
import { type Config, readConfig } from '../platform/config/config.ts';
import path from 'node:path';
import { openLog, type Log } from '../platform/log/log.ts';
import { terminalLog } from '../platform/log/terminal-log.ts';
import { openPlatform, type OpenOptions, type Platform } from './open-platform.ts';
import { reportFailedStart, stopOnSignals } from './stop-signals.ts';
import { collector } from '../platform/memory/collect.ts';

/**
 * Returns memory that loading the program left behind: about 150 MB of pages without a live object (measured: 290 MB
 * resident after the start, 145 MB after this, of which 22 MB are live). V8 would keep them until memory is short.
 */
function releaseStartMemory(): void {
  collector()({ type: 'major', flavor: 'last-resort' });
}

/** What a program starts on top of its platform. */
type Started = { readonly ready: object; readonly words: string; readonly stop: () => Promise<void> };

export type Program = {
  /** Name of the log file in `DATA_DIR` that is used at a terminal. */
  readonly name: 'server' | 'worker';
  readonly options: Pick<OpenOptions, 'database' | 'throughPooler'>;
  readonly start: (platform: Platform, config: Config) => Promise<Started>;
};

/** Opens the log: JSON lines for programs, readable text at a terminal. */
function logFor({ name }: Program, { LOG_LEVEL, DATA_DIR }: Config): Log {
  if (!process.stdout.isTTY) return openLog(LOG_LEVEL);
  const write = (text: string): void => void process.stdout.write(text);
  return openLog(LOG_LEVEL, terminalLog(path.join(DATA_DIR, `${name}.log`), write));
}

async function run({ options, start }: Program, config: Config, log: Log): Promise<void> {
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
  let log: Log;
  try {
    config = readConfig(process.env);
    log = logFor(program, config);
  } catch (fault) {
    reportFailedStart(fault);
    return;
  }
  await run(program, config, log);
}
