import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A program that is sent signals at these times of its own clock, and may stop after the last one. */
async function stopped(signalsAtMs: readonly number[]) {
  const program = `
    import { once } from 'node:events';
    import { stopOnSignals } from '${join(import.meta.dirname, 'stop-signals.ts')}';
    let now = 0;
    performance.now = () => now;
    const mayStop = Promise.withResolvers();
    const log = { info() {}, warn() {}, error() {}, fatal() {} };
    stopOnSignals(log, async () => { await mayStop.promise; console.log('in order'); });
    setInterval(() => undefined, 1_000);
    for (const at of ${JSON.stringify(signalsAtMs)}) {
      now = at;
      const heard = once(process, 'SIGTERM');
      process.kill(process.pid, 'SIGTERM');
      await heard;
    }
    mayStop.resolve();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { code: child.exitCode, inOrder: output.includes('in order') };
}

test('a signal that arrives twice at once asks once: the program still stops in order', async () => {
  expect(await stopped([0, 20])).toEqual({ code: 0, inOrder: true });
});

test('who asks again after a second is heard: it ends at once', async () => {
  expect(await stopped([0, 1_200])).toEqual({ code: 1, inOrder: false });
});
