/**
 * Signs a PDF in a separate thread, because a long report has tens of megabytes and parsing it would block all
 * responses.
 */
import { z } from 'zod';
import { runInThread } from '../threads/run-in-thread.ts';
import type { SigningIdentity, SigningStatement } from './sign-pdf.ts';

const limits = { timeMs: 60_000, heapMb: 1024 } as const;

export async function sealPdf(
  pdf: Buffer,
  identity: SigningIdentity,
  statement: SigningStatement,
): Promise<Buffer> {
  const entry = new URL('./seal-worker.ts', import.meta.url);
  const made = await runInThread({ entry, work: { pdf, identity, statement }, limits });
  return Buffer.from(z.instanceof(Uint8Array).parse(made));
}
