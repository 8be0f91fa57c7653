/** Opens the code of blocks in WebAssembly: `packing.as`, built by `npm run kernel` into `packing-bytes.ts`. */
import { openModule } from '../kernel/wasm-module.ts';
import { blockBytes, blockFaults, blockSamples, type BlockCode } from './block-code.ts';
import { packingBytes } from './packing-bytes.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly pack: (count: number) => number;
  readonly unpack: (bytes: number) => number;
}

const isCode = (value: object): value is Exports =>
  ['memory', 'pack', 'unpack'].every((name) => name in value);

/** Returns the code; null if WebAssembly or its SIMD is not available or not allowed. */
export function openWasmCode(): BlockCode | null {
  const exports = openModule(packingBytes);
  if (exports === null || !isCode(exports)) return null;
  const { buffer } = exports.memory;
  // The positions are those of `packing.as`.
  return {
    samples: new Int16Array(buffer, 4096, blockSamples),
    packed: new Uint8Array(buffer, 37_888, blockBytes),
    pack: exports.pack,
    unpack: (bytes) => (bytes > blockBytes ? -1 - blockFaults.indexOf('length') : exports.unpack(bytes)),
  };
}
