import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const runChildFile = join(import.meta.dirname, 'run-child.mjs');

/** A parent that runs `script` by runChild and ends with the child's code. */
function parentOf(script: string): ReturnType<typeof spawn> {
  const source = `import { runChild } from ${JSON.stringify(runChildFile)};
    process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(script)}], { cwd: '.' });`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function exitOf(parent: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    parent.once('exit', resolve);
  });
}

test.each([0, 3])('the exit code %i is handed on', async (code) => {
  expect(await exitOf(parentOf(`process.exit(${code})`))).toBe(code);
});

test('a child that a signal ends is 128 and its number', async () => {
  expect(await exitOf(parentOf("process.kill(process.pid, 'SIGKILL')"))).toBe(137);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the child once, however often it is sent',
  async (signal) => {
    const script = `let count = 0;
    process.on('${signal}', () => { if (++count === 1) setTimeout(() => process.exit(count), 400); });
    setInterval(() => {}, 1000);
    process.stdout.write('up');`;
    const parent = parentOf(script);
    if (parent.stdout === null) throw new Error('no output');
    await once(parent.stdout, 'data');
    parent.kill(signal);
    setTimeout(() => parent.kill(signal), 100);
    expect(await exitOf(parent)).toBe(1);
  },
);
