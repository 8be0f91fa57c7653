/**
 * Makes a PDF from a Typst template and its data, in a separate thread: PDF/A-2a, tagged, with embedded font subsets.
 * The template receives the data as JSON, so that a user's text is never interpreted as markup.
 *
 * A character that none of the fonts contains is shown as `〓`, the printer's mark for a missing one, because PDF/A
 * forbids empty boxes. The document is made however many there are (typeset-worker.ts).
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { runInThread } from '../threads/run-in-thread.ts';

type TypesetWork = {
  /** Typst source; it reads its data as `json("data.json")`. */
  readonly template: string;
  readonly data: string;
  /** The language whose glyphs have priority for characters that several languages share. */
  readonly language: Language;
};

const outcome = z.union([z.object({ pdf: z.instanceof(Uint8Array) }), z.object({ fault: z.string() })]);

const limits = { timeMs: 60_000, heapMb: 1024 } as const;
/** A user who opens a recording's report usually opens it again within this time. */
const keepMs = 30 * 60_000;
const entry = new URL('./typeset-worker.ts', import.meta.url);
/** When a document of each language was last made here, in milliseconds. */
const lastMade = new Map<Language, number>();

export async function typeset(
  template: string,
  data: unknown,
  language: Language,
  signal?: AbortSignal,
): Promise<Buffer> {
  const work: TypesetWork = { template, data: JSON.stringify(data), language };
  lastMade.set(language, performance.now());
  const made = outcome.parse(
    await runInThread({ entry, work, limits, keepMs, ...(signal === undefined ? {} : { signal }) }),
  );
  if ('pdf' in made) return Buffer.from(made.pdf);
  throw new Error(made.fault);
}

/** Returns true if the thread is kept and has the fonts of the language, so that a document is made without a start. */
export const isTypesetterWarm = (language: Language): boolean =>
  performance.now() - (lastMade.get(language) ?? -Infinity) < keepMs;
