/**
 * Runs busy processes beside the tests: tests that wait for a time instead of an event fail under this load.
 *
 * Each process keeps a processor busy in short turns. It ends when its input closes, which happens however its parent
 * ends.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const program = `
  process.stdin.resume().once('close', () => process.exit(0));
  const turn = () => {
    for (const until = performance.now() + 50; performance.now() < until; );
    setImmediate(turn);
  };
  turn();
  process.stdout.write('busy');`;

export type BusyLoad = { readonly pids: readonly number[]; readonly stop: () => Promise<void> };

async function startOne(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

/** Starts the processes; each is busy when this resolves. */
export async function startLoad(count: number): Promise<BusyLoad> {
  const children = await Promise.all(Array.from({ length: count }, startOne));
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    stop: async () => {
      const gone = children.map((child) => once(child, 'exit'));
      for (const child of children) child.stdin?.end();
      await Promise.all(gone);
    },
  };
}
