/** The kernel in WebAssembly: `kernel.as`, built by `npm run kernel` into `wasm-bytes.ts`. */
import type { Kernel } from './kernel.ts';
import { wasmBytes } from './wasm-bytes.ts';

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly envelope: (halves: number) => void;
  readonly peaks: (from: number, until: number) => number;
  readonly window: (from: number) => void;
  readonly look: (count: number) => number;
  readonly scale: (count: number, gain: number, offset: number) => void;
}

/** What Node and browsers both have; no package here knows the types of either. */
interface Host {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance: new (module: object) => { readonly exports: unknown };
  };
}

const isHost = (value: unknown): value is Host =>
  typeof value === 'object' && value !== null && 'WebAssembly' in value;

const names = ['memory', 'envelope', 'peaks', 'window', 'look', 'scale'];

function isKernel(value: unknown): value is Exports {
  return typeof value === 'object' && value !== null && names.every((name) => name in value);
}

/** Null where WebAssembly or its SIMD is not there or not allowed. */
export function openWasmKernel(): Kernel | null {
  const host: unknown = globalThis;
  if (!isHost(host)) return null;
  try {
    const { exports } = new host.WebAssembly.Instance(new host.WebAssembly.Module(wasmBytes));
    return isKernel(exports) ? overMemory(exports) : null;
  } catch {
    return null;
  }
}

/** The places are those of `kernel.as`. */
function overMemory(exports: Exports): Kernel {
  const { memory, envelope, peaks, window, look, scale } = exports;
  const { buffer } = memory;
  return {
    work: new Float32Array(buffer, 1024, 4176),
    half: new Float32Array(buffer, 20480, 2336),
    mid: new Float32Array(buffer, 30720, 2336),
    peak_at: new Int32Array(buffer, 40960, 256),
    peak_height: new Float32Array(buffer, 42496, 256),
    peak_width: new Int32Array(buffer, 44032, 256),
    figures: new Float64Array(buffer, 49152, 5),
    scan: new Float64Array(buffer, 49664, 4),
    range: new Int32Array(buffer, 49664, 2),
    raw: new Int16Array(buffer, 50176, 4104),
    values: new Float32Array(buffer, 58624, 4096),
    envelope,
    peaks,
    window,
    look,
    scale,
  };
}
