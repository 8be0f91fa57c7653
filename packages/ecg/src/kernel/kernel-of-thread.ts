/** The one kernel of this thread: WebAssembly where it may run, else the same loops in TypeScript. */
import type { Kernel } from './kernel.ts';
import { createPortableKernel } from './portable.ts';
import { openWasmKernel } from './wasm.ts';

let chosen: Kernel | null = null;

export function kernelOfThread(): Kernel {
  return (chosen ??= openWasmKernel() ?? createPortableKernel());
}
