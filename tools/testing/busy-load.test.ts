import { expect, test } from 'vitest';
import { startLoad } from './busy-load.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the given number of processes is busy until they are stopped', async () => {
  const load = await startLoad(2);
  expect(new Set(load.pids).size).toBe(2);
  expect(load.pids.filter(isAlive)).toHaveLength(2);
  await load.stop();
  expect(load.pids.filter(isAlive)).toEqual([]);
});
