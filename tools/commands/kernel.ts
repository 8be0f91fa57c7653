/** `npm run kernel`: compiles the engine's WebAssembly again after a change of its source. */
import { writeFileSync } from 'node:fs';
import { bytesFile, compileKernel, kernelText } from '../ecg/build-kernel.ts';

writeFileSync(bytesFile, kernelText(await compileKernel()));
