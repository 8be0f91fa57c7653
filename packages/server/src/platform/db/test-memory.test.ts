import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasMemoryFolder } from './test-memory.ts';

test('only a usable mount counts as memory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'no-mount-'));
  expect(await hasMemoryFolder(folder)).toBe(false);
  await rm(folder, { recursive: true });
  expect(await hasMemoryFolder(folder)).toBe(false);
  // Nobody can create files there, not even root.
  expect(await hasMemoryFolder('/proc')).toBe(false);
});
