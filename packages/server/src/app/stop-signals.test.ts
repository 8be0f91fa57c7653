import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

/** A program that takes a while to stop; gives the signals' answer: what it wrote and its exit code. */
async function stopped(takesMs: number, signalsAtMs: readonly number[]) {
  const program = `
    import { stopOnSignals } from '${join(import.meta.dirname, 'stop-signals.ts')}';
    import { setTimeout as sleep } from 'node:timers/promises';
    const log = { info() {}, warn() {}, error() {}, fatal() {} };
    stopOnSignals(log, async () => { await sleep(${String(takesMs)}); console.log('in order'); });
    setInterval(() => undefined, 1_000);
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child.stdout, 'data');
  const left = once(child, 'close');
  const from = performance.now();
  for (const at of signalsAtMs) {
    await sleep(Math.max(0, at - (performance.now() - from)));
    child.kill('SIGTERM');
  }
  await left;
  return { code: child.exitCode, inOrder: output.includes('in order') };
}

test('a signal that arrives twice at once asks once: the program still stops in order', async () => {
  expect(await stopped(300, [0, 20])).toEqual({ code: 0, inOrder: true });
});

test('who asks again after a second is heard: it ends at once', async () => {
  expect(await stopped(60_000, [0, 1_200])).toEqual({ code: 1, inOrder: false });
});
