/** Provides the kernel of this thread: WebAssembly if it is available, else the same loops in TypeScript. */
import type { Kernel } from './kernel.ts';
import { createPortableKernel } from './portable.ts';
import { openWasmKernel } from './wasm.ts';

let chosen: Kernel | null = null;

export function kernelOfThread(): Kernel {
  return (chosen ??= openWasmKernel() ?? createPortableKernel());
}
