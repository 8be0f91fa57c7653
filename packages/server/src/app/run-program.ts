/** Runs a program of this server from start to end; stop signals work from the start on. */
import { type Config, readConfig } from '../platform/config/config.ts';
import path from 'node:path';
import { openLog, type Log } from '../platform/log/log.ts';
import { terminalLog } from '../platform/log/terminal-log.ts';
import { aheadOfDatabaseMs } from '../platform/clock/database-clock.ts';
import type { Troubles } from '../platform/http/troubles.ts';
import { keepNode } from '../platform/nodes/nodes.ts';
import { closeInTurn } from './close-in-turn.ts';
import { openOperations, type Operations } from './open-operations.ts';
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
type Started = {
  readonly ready: object;
  readonly words: string;
  /** What keeps the program from doing its work. */
  readonly troubles: Troubles;
  readonly stop: () => Promise<void>;
};

export type Program = {
  /** Name of the log file in `DATA_DIR` that is used at a terminal. */
  readonly name: 'server' | 'worker';
  readonly options: Pick<OpenOptions, 'database' | 'throughPooler'>;
  /** Checks what the settings name, before anything is opened. */
  readonly check?: (config: Config) => Promise<void>;
  readonly start: (platform: Platform, config: Config) => Promise<Started>;
};

/** Opens the log: JSON lines for programs, readable text at a terminal. */
function logFor({ name }: Program, { LOG_LEVEL, DATA_DIR }: Config): Log {
  if (!process.stdout.isTTY) return openLog(LOG_LEVEL);
  const write = (text: string): void => void process.stdout.write(text);
  return openLog(LOG_LEVEL, terminalLog(path.join(DATA_DIR, `${name}.log`), write));
}

/** Lists the program among those of the installation until the returned function is called. */
function keepListed({ name }: Program, { db, pool, files, log }: Platform): Promise<() => Promise<void>> {
  const facts = {
    program: name,
    clockAheadMs: () => aheadOfDatabaseMs(pool),
    freeBytes: () => files.freeBytes(),
  };
  return keepNode(db, facts, (fault) => log.warn({ err: fault }, 'the row of this program was not written'));
}

async function begin(
  program: Program,
  { config, log, operations, signal }: Ground,
  open: Open,
): Promise<void> {
  const { metrics } = operations;
  const isGivenUp = (): boolean => signal.aborted;
  await program.check?.(config);
  const platform = await openPlatform(config, { ...program.options, log, metrics, signal });
  open.platform = platform;
  if (isGivenUp()) return;
  const started = await program.start(platform, config);
  open.started = started;
  if (isGivenUp()) return;
  operations.started(platform, started.troubles);
  open.unlist = await keepListed(program, platform);
  releaseStartMemory();
  log.info(started.ready, started.words);
}

type Ground = {
  readonly config: Config;
  readonly log: Log;
  readonly operations: Operations;
  readonly signal: AbortSignal;
};

type Open = { platform: Platform | null; started: Started | null; unlist: (() => Promise<void>) | null };

async function run(program: Program, config: Config, log: Log, operations: Operations): Promise<void> {
  const starting = new AbortController();
  const open: Open = { platform: null, started: null, unlist: null };
  const isGivenUp = () => starting.signal.aborted;
  const close = (): Promise<void> => {
    operations.stopping();
    return closeInTurn([
      () => open.unlist?.(),
      () => open.started?.stop(),
      () => open.platform?.close(),
      operations.close,
    ]);
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
    await begin(program, { config, log, operations, signal: starting.signal }, open);
  } catch (fault) {
    if (isGivenUp()) return;
    await close().catch((other: unknown) => log.error({ err: other }, 'did not stop cleanly'));
    reportFailedStart(fault);
    process.exit();
  } finally {
    begun.resolve(undefined);
  }
}

export async function runProgram(program: Program): Promise<void> {
  let config: Config;
  let log: Log;
  let operations: Operations;
  try {
    config = readConfig(process.env);
    log = logFor(program, config);
    operations = await openOperations(program.name, config, log);
  } catch (fault) {
    reportFailedStart(fault);
    return;
  }
  await run(program, config, log, operations);
}
