/** Compiles `packages/ecg/src/kernel/kernel.as` (AssemblyScript) to WebAssembly, and the bytes to a TypeScript file. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../../packages/ecg/src/kernel/', import.meta.url));
export const bytesFile = `${folder}wasm-bytes.ts`;
const entry = 'kernel.ts';
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--initialMemory', '2', '--maximumMemory', '2'];

export async function compileKernel(): Promise<Uint8Array> {
  const source = readFileSync(`${folder}kernel.as`, 'utf8');
  const made: Uint8Array[] = [];
  const messages = asc.createMemoryStream();
  const { error } = await asc.main([entry, '--outFile', 'kernel.wasm', ...flags, '--enable', 'simd'], {
    stderr: messages,
    readFile: (name: string) => (name === entry ? source : null),
    writeFile: (_name: string, content: string | Uint8Array) => {
      if (typeof content !== 'string') made.push(content);
    },
    listFiles: () => [],
  });
  const [bytes] = made;
  if (error !== null || bytes === undefined) throw new Error(messages.toString());
  return bytes;
}

/** The generated file's text. */
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
