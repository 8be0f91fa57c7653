/**
 * Compiles the engine's AssemblyScript (`packages/ecg/src/kernel/*.as` and `packing/*.as`) to WebAssembly, and writes the
 * bytes to TypeScript files.
 */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../processes/child-process.ts';
import { repositoryRoot } from '../processes/repository.ts';

interface Kernel {
  readonly folder: string;
  /** The file that exports, without its ending. */
  readonly entry: string;
  readonly bytesFile: string;
  /** Name of the constant in the generated file. */
  readonly constant: string;
  /** Memory in pages of 64 kB. */
  readonly pages: number;
}

const folderOf = (name: string): string =>
  fileURLToPath(new URL(`../../packages/ecg/src/${name}/`, import.meta.url));

export const kernels: readonly Kernel[] = [
  {
    folder: folderOf('kernel'),
    entry: 'kernel',
    bytesFile: `${folderOf('kernel')}wasm-bytes.ts`,
    constant: 'wasmBytes',
    pages: 4,
  },
  {
    folder: folderOf('packing'),
    entry: 'packing',
    bytesFile: `${folderOf('packing')}packing-bytes.ts`,
    constant: 'packingBytes',
    pages: 2,
  },
];
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd'];

/**
 * Runs the compiler as a program: if it were imported, its types would change those of the language in all of `tools`.
 */
export async function compileKernel({ folder, entry, pages }: Kernel): Promise<Uint8Array> {
  const place = await mkdtemp(join(tmpdir(), 'rhythmdesk-kernel-'));
  try {
    for (const file of await readdir(folder))
      if (file.endsWith('.as')) await copyFile(`${folder}${file}`, join(place, file.replace(/as$/, 'ts')));
    const compiler = join(repositoryRoot, 'node_modules/assemblyscript/bin/asc.js');
    const memory = ['--initialMemory', String(pages), '--maximumMemory', String(pages)];
    const args = [compiler, `${entry}.ts`, '--outFile', 'kernel.wasm', ...flags, ...memory];
    const { code, output } = await runNode(args, { cwd: place });
    if (code !== 0) throw new Error(output);
    return await readFile(join(place, 'kernel.wasm'));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Returns the text of the generated file. */
export function kernelText({ entry, constant }: Kernel, bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 28) lines.push(`  ${bytes.subarray(at, at + 28).join(', ')},`);
  return [
    `/** Made from ${entry}.as by \`npm run kernel\`; not edited by hand. */`,
    '// prettier-ignore',
    `export const ${constant} = Uint8Array.from([`,
    ...lines,
    ']);',
    '',
  ].join('\n');
}
