/**
 * Answers with a spreadsheet at once where it is short. It is whole before its answer begins, so that a fault is told as
 * one and the audit log knows every case that leaves; a long one is made by a job (`features/exports`).
 */
import { noteAudit } from '../audit/audited-call.ts';
import type { BinaryReply } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { mostSheetRows, type SheetBatch, type SheetSource } from './sheet-plan.ts';
import { streamSheet } from './stream-sheet.ts';

export const directSheetRows = 5_000;

export function refuseTooLarge({ total }: Pick<SheetSource, 'total'>): void {
  if (total > mostSheetRows) throw new Refusal('export/too-large');
}

/** The batches, told as they pass. */
export async function* toldBatches(
  batches: AsyncIterable<SheetBatch>,
  told: (batch: SheetBatch) => void | Promise<void>,
): AsyncGenerator<SheetBatch, undefined> {
  for await (const batch of batches) {
    await told(batch);
    yield batch;
  }
}

export async function answerSheet(source: SheetSource, signal: AbortSignal): Promise<BinaryReply> {
  refuseTooLarge(source);
  if (source.total > directSheetRows) throw new Refusal('export/long');
  const case_ids: number[] = [];
  let hasCases = false;
  const batches = toldBatches(source.batches(signal), (batch) => {
    hasCases ||= batch.case_ids !== undefined;
    case_ids.push(...(batch.case_ids ?? []));
  });
  const body = Buffer.concat(await Array.fromAsync(streamSheet(source, batches, signal)));
  const { target, filename } = source;
  noteAudit({ ...(target === undefined ? {} : { target }), ...(hasCases ? { case_ids } : {}) });
  return { body, size_bytes: body.byteLength, filename };
}
