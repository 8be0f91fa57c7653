import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportFailedStart } from './stop-signals.ts';

type Events = {
  readonly signalsAtMs?: readonly number[];
  readonly signal?: NodeJS.Signals;
  readonly faults?: number;
};

/**
 * Runs a program that receives signals at these times of its own clock, or has faults, and may stop after the last one.
 */
async function stopped({ signalsAtMs = [], signal = 'SIGTERM', faults = 0 }: Events) {
  const program = `
    import { once } from 'node:events';
    import { stopOnSignals } from '${join(import.meta.dirname, 'stop-signals.ts')}';
    let now = 0;
    let abandoned = false;
    performance.now = () => now;
    const mayStop = Promise.withResolvers();
    const log = { info() {}, warn() {}, error() {}, fatal() {} };
    stopOnSignals({
      log,
      stop: async () => { await mayStop.promise; console.log('in order'); },
      abandon: async () => { abandoned = true; console.log('database ended'); },
    });
    setInterval(() => undefined, 1_000);
    for (const at of ${JSON.stringify(signalsAtMs)}) {
      now = at;
      const heard = once(process, '${signal}');
      process.kill(process.pid, '${signal}');
      await heard;
    }
    for (let fault = 0; fault < ${String(faults)}; fault += 1) {
      const heard = once(process, 'unhandledRejection');
      void Promise.reject(new Error('a fault'));
      await heard;
    }
    if (!abandoned) mayStop.resolve();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return {
    code: child.exitCode,
    inOrder: output.includes('in order'),
    abandoned: output.includes('database ended'),
  };
}

test('a signal that arrives twice at once counts once: the program still stops in order', async () => {
  expect(await stopped({ signalsAtMs: [0, 20] })).toEqual({ code: 0, inOrder: true, abandoned: false });
});

test('a second signal after a second ends the program at once, without leaving a database', async () => {
  expect(await stopped({ signalsAtMs: [0, 1_200] })).toEqual({ code: 1, inOrder: false, abandoned: true });
});

test('a terminal that closes stops it in order', async () => {
  const closed = await stopped({ signalsAtMs: [0], signal: 'SIGHUP' });
  expect(closed).toEqual({ code: 0, inOrder: true, abandoned: false });
});

test('a second error while the program stops after the first does not shorten the stop', async () => {
  expect(await stopped({ faults: 2 })).toEqual({ code: 1, inOrder: true, abandoned: false });
});

test('a start that fails says why, down to the last cause, without its details', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    write.mockRestore();
    process.exitCode = 0;
  });
  const refusal = Object.assign(new Error('cannot alter table "users"'), {
    detail: 'Key (name)=(Kim) exists.',
  });
  const undone = new Error('The migration 0098 failed and was undone.', { cause: refusal });
  reportFailedStart(new Error('no database', { cause: undone }));
  const text = String(write.mock.calls[0]?.[0]);
  expect(text).toMatch(/^Error: no database\n\s+at /);
  expect(text).toMatch(/\nbecause: The migration 0098 failed.*\nbecause: cannot alter table "users"\n$/);
  expect(text).not.toContain('Kim');
});
