/** Converts an export to its owner's view and publishes its changes to the owner's streams. */
import type { ExportItem } from '@rhythmdesk/contract/exports';
import { exportStates } from '@rhythmdesk/contract/export-states';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { isRefusalCode } from '@rhythmdesk/domain/kit/refusal';
import { and, desc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queryable, Tx } from '../../platform/db/database.ts';
import { exports } from '../../platform/db/schema/exports.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publish } from '../../platform/live/publish.ts';
import { refusalText } from '../../platform/texts/refusal-text.ts';
import { isExportKind } from './export-source.ts';

export const keptMs = 24 * 3_600_000;

export type ExportRow = typeof exports.$inferSelect;

const words = z.object({ state: z.enum(exportStates), language: z.enum(languages) });
const inputShape = z.record(z.string(), z.unknown());

/** Validates the texts of a row. */
export function provedRow(row: ExportRow) {
  if (!isExportKind(row.kind)) throw new Error(`export ${String(row.export_id)} is of no known kind`);
  return { ...row, ...words.parse(row), kind: row.kind, input: inputShape.parse(row.input) };
}
export type ProvedExport = ReturnType<typeof provedRow>;

export function itemOf(row: ExportRow, language: Language): ExportItem {
  const { export_id, kind, state, filename, rows_done, rows_total, size_bytes, code } = provedRow(row);
  return {
    ...{ export_id, kind, state, filename, rows_done, rows_total, size_bytes },
    detail: code !== null && isRefusalCode(code) ? refusalText(code, language) : null,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
}

export async function listExports(
  db: Db,
  user_id: number,
  language: Language,
  now: Date,
): Promise<ExportItem[]> {
  const rows = await db
    .select()
    .from(exports)
    .where(and(eq(exports.user_id, user_id), gt(exports.expires_at, now)))
    .orderBy(desc(exports.export_id));
  return rows.map((row) => itemOf(row, language));
}

/** Returns one of the user's own exports that has not expired; any other is not found. */
export async function ownExport(
  db: Queryable,
  user_id: number,
  export_id: number,
  now: Date,
): Promise<ExportRow> {
  const [row] = await db
    .select()
    .from(exports)
    .where(and(eq(exports.export_id, export_id), eq(exports.user_id, user_id), gt(exports.expires_at, now)));
  if (row === undefined) throw new Refusal('object/not-found');
  return row;
}

export const notifyOwner = (tx: Tx, { export_id, user_id }: Pick<ExportRow, 'export_id' | 'user_id'>) =>
  publish(tx, { type: 'export', export_id, user_id });
