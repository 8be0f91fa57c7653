/** Ends a program cleanly at its first stop signal and at once at the second; faults nobody caught end it too. */
import type { Log } from '../platform/log/log.ts';

/** A signal to a whole group arrives by itself and again from the program that started this one: it asks once. */
const oneAskingMs = 1_000;

export function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const end = (why: string, code: number): void => {
    if (stoppingSince !== null) process.exit(1);
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
  const asked = (signal: NodeJS.Signals): void => {
    const isEcho = stoppingSince !== null && performance.now() - stoppingSince < oneAskingMs;
    if (!isEcho) end(signal, 0);
  };
  process.on('SIGTERM', asked);
  process.on('SIGINT', asked);
  const fatal = (fault: unknown): void => {
    log.fatal({ err: fault }, 'a fault nobody caught');
    end('fault', 1);
  };
  process.on('uncaughtException', fatal);
  process.on('unhandledRejection', fatal);
}

/** The words of a start that an operator can put right (a wrong setting, a folder in use), else null. */
function operatorWords(fault: unknown): string | null {
  if (!(fault instanceof Error) || !('code' in fault) || typeof fault.code !== 'string') return null;
  const known = ['config/', 'postgres/', 'files/'].some((room) => String(fault.code).startsWith(room));
  return known || fault.code === 'EADDRINUSE' ? fault.message : null;
}

/** Ends a program that could not start: in plain words where the operator can put it right, else as a fault. */
export function reportFailedStart(fault: unknown): void {
  const words = operatorWords(fault);
  if (words === null) throw fault;
  process.stderr.write(`${words}\n`);
  process.exitCode = 1;
}
