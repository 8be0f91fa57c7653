/**
 * Returns a short zip in the response. It is complete before the response begins, so that a fault is reported as one. A
 * longer one is created by a job (`features/exports`).
 */
import { noteAudit } from '../audit/audited-call.ts';
import type { BinaryReply } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import type { ZipPiece } from './zip-pieces.ts';

const directCases = 1;

/** Cases as entries of a zip. */
export type ZipSource = {
  readonly filename: string;
  /** The number of cases. */
  readonly total: number;
  readonly case_ids: readonly number[];
  /** Why the copy was made, for the audit log. */
  readonly reason?: string;
  readonly target?: string;
  readonly pieces: (signal: AbortSignal) => AsyncIterable<ZipPiece>;
};

export async function answerZip(source: ZipSource, signal: AbortSignal): Promise<BinaryReply> {
  if (source.total > directCases) throw new Refusal('export/long');
  const parts: Uint8Array[] = [];
  for await (const { bytes } of source.pieces(signal)) parts.push(bytes);
  const body = Buffer.concat(parts);
  const { case_ids, target, reason, filename } = source;
  noteAudit({
    case_ids,
    ...(target === undefined ? {} : { target }),
    ...(reason === undefined ? {} : { reason }),
  });
  return { body, size_bytes: body.byteLength, filename };
}
