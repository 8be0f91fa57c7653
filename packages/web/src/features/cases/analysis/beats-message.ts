/** What passes between the page and the thread that reads a beat file. */
export type ReadBeats = {
  readonly sample: Uint32Array<ArrayBuffer>;
  /** A `byte` of `beatLabels` for each beat. */
  readonly class: Uint8Array<ArrayBuffer>;
  /** 0 to 255. */
  readonly confidence: Uint8Array<ArrayBuffer>;
  /** Indices of the beats that lie in time that can be read. */
  readonly counted: Uint32Array<ArrayBuffer>;
};

export type BeatsAnswer =
  | { readonly ok: true; readonly beats: ReadBeats }
  | { readonly ok: false; readonly code: string };

export function isBeatsAnswer(value: unknown): value is BeatsAnswer {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  return value.ok === true ? 'beats' in value : 'code' in value;
}
