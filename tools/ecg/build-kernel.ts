/**
 * Compiles `packages/ecg/src/kernel/*.as` (AssemblyScript) to WebAssembly, and writes the bytes to a TypeScript file.
 */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

const folder = fileURLToPath(new URL('../../packages/ecg/src/kernel/', import.meta.url));
export const bytesFile = `${folder}wasm-bytes.ts`;
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '4', '--maximumMemory', '4'];

/**
 * Runs the compiler as a program: if it were imported, its types would change those of the language in all of `tools`.
 */
export async function compileKernel(): Promise<Uint8Array> {
  const place = await mkdtemp(join(tmpdir(), 'rhythmdesk-kernel-'));
  try {
    for (const file of await readdir(folder))
      if (file.endsWith('.as')) await copyFile(`${folder}${file}`, join(place, file.replace(/as$/, 'ts')));
    const compiler = join(repositoryRoot, 'node_modules/assemblyscript/bin/asc.js');
    const args = [compiler, 'kernel.ts', '--outFile', 'kernel.wasm', ...flags, '--enable', 'simd'];
    const { code, output } = await runNode(args, { cwd: place });
    if (code !== 0) throw new Error(output);
    return await readFile(join(place, 'kernel.wasm'));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Returns the text of the generated file. */
export function kernelText(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 28) lines.push(`  ${bytes.subarray(at, at + 28).join(', ')},`);
  return [
    '/** Made from kernel.as by `npm run kernel`; not edited by hand. */',
    '// prettier-ignore',
    'export const wasmBytes = Uint8Array.from([',
    ...lines,
    ']);',
    '',
  ].join('\n');
}
