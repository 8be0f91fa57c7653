import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bytesFile, compileKernel, kernelText } from './build-kernel.ts';

test('the committed WebAssembly is what its source compiles to', async () => {
  expect(readFileSync(bytesFile, 'utf8')).toBe(kernelText(await compileKernel()));
});
