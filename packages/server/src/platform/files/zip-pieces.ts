/** Streams a zip whose entries belong to cases as the pieces of an export, each with its number of finished cases. */
import { streamZip, type ZipPart } from './stream-zip.ts';

export type ZipPiece = { readonly bytes: Uint8Array; readonly done: number };

/** The entries of one case. */
type OpenCase = () => Promise<readonly ZipPart[]>;

type Entries = {
  readonly cases: readonly OpenCase[];
  /** The entries after those of the cases, which may list them. */
  readonly last: () => readonly ZipPart[] | Promise<readonly ZipPart[]>;
};

export async function* zipPieces(
  { cases, last }: Entries,
  signal: AbortSignal,
): AsyncGenerator<ZipPiece, undefined> {
  let done = 0;
  async function* parts(): AsyncGenerator<ZipPart, undefined> {
    for (const open of cases) {
      signal.throwIfAborted();
      yield* await open();
      done += 1;
    }
    yield* await last();
  }
  const zip = streamZip(parts());
  try {
    for await (const chunk of zip) {
      signal.throwIfAborted();
      if (!(chunk instanceof Uint8Array)) throw new Error('a zip of something else than bytes');
      yield { bytes: chunk, done };
      done = 0;
    }
    if (done > 0) yield { bytes: new Uint8Array(0), done };
  } finally {
    zip.destroy();
  }
}

/** Returns an entry of text. */
export function textPart(name: string, text: () => string): ZipPart {
  return { name, level: 6, zip64: false, bytes: () => [new TextEncoder().encode(text())] };
}
