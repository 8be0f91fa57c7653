/**
 * Returns a short spreadsheet directly in the response. It is complete before the response begins, so that a fault is
 * reported as one and the audit log contains every exported case. A long spreadsheet is created by a job
 * (`features/exports`).
 */
import { noteAudit } from '../audit/audited-call.ts';
import type { BinaryReply } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import { mostSheetRows, type SheetBatch, type SheetSource } from './sheet-plan.ts';
import { streamSheet } from './stream-sheet.ts';

const directSheetRows = 5_000;

export function refuseTooLarge({ total }: Pick<SheetSource, 'total'>): void {
  if (total > mostSheetRows) throw new Refusal('export/too-large');
}

/** Passes the batches on and reports each one. */
export async function* reportedBatches(
  batches: AsyncIterable<SheetBatch>,
  onBatch: (batch: SheetBatch) => void | Promise<void>,
): AsyncGenerator<SheetBatch, undefined> {
  for await (const batch of batches) {
    await onBatch(batch);
    yield batch;
  }
}

export async function answerSheet(source: SheetSource, signal: AbortSignal): Promise<BinaryReply> {
  refuseTooLarge(source);
  if (source.total > directSheetRows) throw new Refusal('export/long');
  const case_ids = new Set<number>();
  const batches = reportedBatches(source.batches(signal), (batch) => {
    for (const case_id of batch.case_ids ?? []) case_ids.add(case_id);
  });
  const parts: Uint8Array[] = [];
  for await (const part of streamSheet(source, batches, signal)) parts.push(part);
  const body = Buffer.concat(parts);
  const { target, filename } = source;
  noteAudit({
    ...(target === undefined ? {} : { target }),
    ...(source.shows_cases === true ? { case_ids: [...case_ids] } : {}),
  });
  return { body, size_bytes: body.byteLength, filename };
}
