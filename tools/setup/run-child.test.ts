import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const runChildFile = join(import.meta.dirname, 'run-child.mjs');

/** Makes a parent that runs `script` with runChild, reports each stop signal, and ends with the child's code. */
function parentOf(script: string): ReturnType<typeof spawn> {
  const source = `import { runChild } from ${JSON.stringify(runChildFile)};
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.stdout.write('heard'));
    process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(script)}], { cwd: '.' });`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function exitOf(parent: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    parent.once('exit', resolve);
  });
}

test.each([0, 3])('the exit code %i is passed on', async (code) => {
  expect(await exitOf(parentOf(`process.exit(${code})`))).toBe(code);
});

test('a child ended by a signal has the code 128 and its number', async () => {
  expect(await exitOf(parentOf("process.kill(process.pid, 'SIGKILL')"))).toBe(137);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s reaches the child once, however often it is sent',
  async (signal) => {
    const script = `let count = 0;
    process.on('${signal}', () => { count += 1; process.stdout.write('child'); });
    process.stdin.resume().once('end', () => process.exit(count));
    process.stdout.write('up');`;
    const parent = parentOf(script);
    let said = '';
    parent.stdout?.on('data', (text: Buffer) => (said += text.toString()));
    await expect.poll(() => said).toBe('up');
    parent.kill(signal);
    await expect.poll(() => said).toHaveLength('upheardchild'.length);
    parent.kill(signal);
    await expect.poll(() => said.match(/heard/g)).toHaveLength(2);
    parent.stdin?.end();
    expect(await exitOf(parent)).toBe(1);
  },
);

test('a program that npm started ends when the shell that npm started it in is ended', async () => {
  const script =
    "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.stdout.write('up')";
  const source = `import { runChild } from ${JSON.stringify(runChildFile)};
    process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(script)}], { cwd: '.' });
    process.stdout.write('ended');`;
  // The second command keeps the shell from replacing itself with the first one.
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$SOURCE"; true'], {
    env: { ...process.env, NODE: process.execPath, SOURCE: source, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.on('data', (text: Buffer) => (said += text.toString()));
  await expect.poll(() => said).toBe('up');
  shell.kill('SIGTERM');
  await expect.poll(() => said).toBe('upended');
});
