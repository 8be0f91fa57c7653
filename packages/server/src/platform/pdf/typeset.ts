/**
 * Makes a PDF of a Typst template and its data, in a thread of its own: PDF/A-2a, tagged, its fonts embedded as far as
 * they are used. The data reaches the template as JSON, so that no text of a user is ever markup.
 *
 * A sign that no font of ours holds stands as `〓`, the printer's mark for a missing one, since PDF/A admits no empty box;
 * however many there are, the document is made (typeset-worker.ts).
 */
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { z } from 'zod';
import { runInThread } from '../threads/run-in-thread.ts';

type TypesetWork = {
  /** Typst source; it reads its data as `json("data.json")`. */
  readonly template: string;
  readonly data: string;
  /** Whose shapes come first where languages share a character. */
  readonly language: Language;
};

const outcome = z.union([z.object({ pdf: z.instanceof(Uint8Array) }), z.object({ fault: z.string() })]);

const limits = { timeMs: 60_000, heapMb: 1024 } as const;
/** A user who opens a recording's report usually opens it again within this time. */
const keepMs = 30 * 60_000;
const entry = new URL('./typeset-worker.ts', import.meta.url);
let running = 0;

export async function typeset(
  template: string,
  data: unknown,
  language: Language,
  signal?: AbortSignal,
): Promise<Buffer> {
  const work: TypesetWork = { template, data: JSON.stringify(data), language };
  running += 1;
  try {
    const made = outcome.parse(
      await runInThread({ entry, work, limits, keepMs, ...(signal === undefined ? {} : { signal }) }),
    );
    if ('pdf' in made) return Buffer.from(made.pdf);
    throw new Error(made.fault);
  } finally {
    running -= 1;
  }
}

/** Starts the thread and reads the fonts of a language ahead of its first document, which then comes two seconds sooner. */
export function warmTypesetter(language: Language): void {
  // A failed warm-up needs no error: the next document reports the cause.
  if (running === 0) typeset('', null, language).catch(() => undefined);
}
