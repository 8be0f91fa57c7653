import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileKernel, kernels, kernelText } from './build-kernel.ts';

test.each(kernels)('the committed WebAssembly of $entry is what its source compiles to', async (kernel) => {
  expect(readFileSync(kernel.bytesFile, 'utf8')).toBe(kernelText(kernel, await compileKernel(kernel)));
});
