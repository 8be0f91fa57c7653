/**
 * Ends a program cleanly at its first stop signal, also during its start, and at once at the second; in both cases
 * nothing that it started is left behind. An uncaught fault ends the request or job that it belongs to; one that belongs to
 * neither ends the program in order, however many more follow.
 */
import { endCurrentWork } from '../platform/current-work.ts';
import type { Log } from '../platform/log/log.ts';
import { operatorWords } from './operator-words.ts';

/** A signal to a process group arrives directly and again from the parent process; both count as one. */
const oneAskingMs = 1_000;

export type Stopping = {
  readonly log: Pick<Log, 'info' | 'error' | 'fatal'>;
  /** Stops in order: responses, jobs, connections, the database. */
  readonly stop: () => Promise<void>;
  /** Ends at once everything that must not outlive this process. */
  readonly abandon: () => Promise<void>;
};

export function stopOnSignals({ log, stop, abandon }: Stopping): void {
  let stoppingSince: number | null = null;
  const end = (why: string, code: number): void => {
    stoppingSince = performance.now();
    log.info({ why }, 'stopping');
    stop().then(
      () => process.exit(code),
      (fault: unknown) => {
        log.error({ err: fault }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince === null) return end(signal, 0);
    if (performance.now() - stoppingSince < oneAskingMs) return;
    log.info({ why: signal }, 'stopping at once');
    abandon()
      .catch((fault: unknown) => log.error({ err: fault }, 'did not stop cleanly'))
      .finally(() => process.exit(1));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  const onFault = (fault: unknown): void => {
    if (endCurrentWork(fault)) {
      log.error({ err: fault }, 'a fault that nobody caught ended its request or job');
      return;
    }
    log.fatal({ err: fault }, 'a fault nobody caught');
    if (stoppingSince === null) end('fault', 1);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

/** Returns the fault with its places, and the message of each cause; the details of a cause may quote patient data. */
function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const lines = [fault.stack ?? fault.message];
  for (let { cause } = fault; cause instanceof Error; { cause } = cause)
    lines.push(`because: ${cause.message}`);
  return lines.join('\n');
}

/** Reports why a program could not start: in plain words if the operator can fix it, otherwise as a fault. */
export function reportFailedStart(fault: unknown): void {
  process.stderr.write(`${operatorWords(fault) ?? describeFault(fault)}\n`);
  process.exitCode = 1;
}
