/**
 * Whether bytes are a PDF that this product takes, judged in a thread of its own: a file made to cost memory or time
 * costs that thread, and is no PDF. Two are judged at a time; more wait.
 */
import { z } from 'zod';
import { runInThread, ThreadLimitPassed } from '../threads/run-in-thread.ts';
import { pdfFaults, type PdfFault } from './judge-pdf.ts';

/** A report of a hundred pages with pictures is judged in well under a second and 100 MB. */
const limits = { heapMb: 192, buffersMb: 384, timeMs: 15_000 };
const atOnce = 2;

const entry = new URL('./pdf-worker.ts', import.meta.url);
const outcome = z.enum(pdfFaults).nullable();

let running = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

/** The place goes on to whoever waits longest. */
function givePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/** Null when the bytes are fine. */
export async function pdfFault(bytes: Uint8Array): Promise<PdfFault | null> {
  await takePlace();
  try {
    return outcome.parse(await runInThread({ entry, work: bytes, limits }));
  } catch (fault) {
    if (fault instanceof ThreadLimitPassed) return 'not-a-pdf';
    throw fault;
  } finally {
    givePlace();
  }
}
