/**
 * Computes and checks the hash chain of a case history. The history is append-only: each row's hash covers the row and
 * the previous hash, so that a changed, removed or reordered row is detected. `kit/chained-fields.ts` defines the
 * hashed text; the hash function is an argument.
 *
 * Rows of chain 1 were written before file digests were included; they count lengths in UTF-16 units. Rows of chain 2
 * contain the SHA-256 of the file that the step added (a report, a recording). They count lengths in code points like
 * the database, which verifies them again.
 */
import { chainedText, codePoints, firstPreviousHash, type HexHash } from '../kit/chained-fields.ts';
import type { CaseStatus } from './status.ts';

export interface HistoryRow {
  readonly case_id: number;
  readonly version: number;
  readonly action: string;
  readonly from_status: CaseStatus | null;
  readonly status: CaseStatus;
  readonly user_id: number | null;
  readonly role_key: string | null;
  readonly user_group_id: number | null;
  readonly description: string;
  readonly request_id: string;
  readonly created_ms: number;
  readonly chain: HistoryChain;
  /** The digest of the file that came with this step; rows of chain 1 have none. */
  readonly file_sha256: string | null;
}

export type HistoryChain = 1 | 2;
/** The chain format of new rows. */
export const presentChain: HistoryChain = 2;

const lengthIn: Readonly<Record<HistoryChain, (text: string) => number>> = {
  1: (text) => text.length,
  2: codePoints,
};

/** Returns the text that is hashed for a row. `previous_hash` is lower-case hexadecimal. */
export function historyText(row: HistoryRow, previous_hash: string): string {
  const fields = [
    previous_hash,
    row.case_id,
    row.version,
    row.action,
    row.from_status,
    row.status,
    row.user_id,
    row.role_key,
    row.user_group_id,
    row.description,
    row.request_id,
    row.created_ms,
  ];
  const { chain } = row;
  const all = chain === 1 ? fields : [...fields, row.file_sha256];
  return chainedText(`history-${String(chain)}`, all, lengthIn[chain]);
}

export function chainHash(row: HistoryRow, previous_hash: string, hexHashOf: HexHash): string {
  return hexHashOf(historyText(row, previous_hash));
}

export interface ChainedRow extends HistoryRow {
  readonly previous_hash: string;
  readonly hash: string;
}

/**
 * Returns the index of the first row that does not fit the chain, with the oldest row first; `null` if the chain is
 * intact.
 */
export function brokenAt(rows: readonly ChainedRow[], hexHashOf: HexHash): number | null {
  let previous = firstPreviousHash;
  for (const [index, row] of rows.entries()) {
    if (row.previous_hash !== previous || row.hash !== chainHash(row, previous, hexHashOf)) return index;
    previous = row.hash;
  }
  return null;
}
