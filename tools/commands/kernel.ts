/** `npm run kernel`: compiles the engine's WebAssembly again after a change of its source. */
import { writeFileSync } from 'node:fs';
import { compileKernel, kernels, kernelText } from '../ecg/build-kernel.ts';

for (const kernel of kernels)
  writeFileSync(kernel.bytesFile, kernelText(kernel, await compileKernel(kernel)));
