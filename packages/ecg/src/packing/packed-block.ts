/** Packs and unpacks blocks with the code of this thread: WebAssembly if it is available, else TypeScript. */
import { blockFaults, blockSamples, type BlockCode, type BlockFault } from './block-code.ts';
import { createPortableCode } from './portable-code.ts';
import { openWasmCode } from './wasm-code.ts';

let chosen: BlockCode | null = null;

const codeOfThread = (): BlockCode => (chosen ??= openWasmCode() ?? createPortableCode());

/** Packs 1 to `blockSamples` samples of one lead. The bytes are in memory of their own. */
export function packBlock(samples: Int16Array): Uint8Array<ArrayBuffer> {
  if (samples.length < 1 || samples.length > blockSamples)
    throw new RangeError(`${String(samples.length)} samples are no block`);
  const code = codeOfThread();
  code.samples.set(samples);
  return new Uint8Array(code.packed.subarray(0, code.pack(samples.length)));
}

export type UnpackedBlock =
  | { readonly ok: true; readonly samples: Int16Array }
  | { readonly ok: false; readonly fault: BlockFault };

/** Unpacks a block. The samples are valid until the next call in this thread. */
export function unpackBlock(bytes: Uint8Array): UnpackedBlock {
  const code = codeOfThread();
  if (bytes.length > code.packed.length) return { ok: false, fault: 'length' };
  code.packed.set(bytes);
  const count = code.unpack(bytes.length);
  if (count < 0) return { ok: false, fault: blockFaults[-1 - count] ?? 'run' };
  return { ok: true, samples: code.samples.subarray(0, count) };
}
