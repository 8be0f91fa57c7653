/** Opens a WebAssembly module; no package here has the types of Node or of browsers. */

/** The part of WebAssembly that both share. */
interface Host {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
    readonly Instance: new (module: object) => { readonly exports: object };
  };
}

const isHost = (value: unknown): value is Host =>
  typeof value === 'object' && value !== null && 'WebAssembly' in value;

/** Returns what a module exports; null if WebAssembly or its SIMD is not available or not allowed. */
export function openModule(bytes: Uint8Array<ArrayBuffer>): object | null {
  const host: unknown = globalThis;
  if (!isHost(host)) return null;
  try {
    return new host.WebAssembly.Instance(new host.WebAssembly.Module(bytes)).exports;
  } catch {
    return null;
  }
}
