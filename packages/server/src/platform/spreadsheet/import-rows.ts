/**
 * Writes many rows in one transaction, or none. Each row has a savepoint of its own, so that one refusal does not hide
 * the next. A trial run also writes and then rolls everything back, so that rows are checked against each other too.
 *
 * Invariant: afterwards either every row is written (no fault, no trial) or nothing is.
 */
import type { ImportAnswer } from '@rhythmdesk/contract/imports';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { isRefusalCode, messageKeyOf, type RefusalCode, refusals } from '@rhythmdesk/domain/kit/refusal';
import { noteAudit } from '../audit/audited-call.ts';
import type { Db, Tx } from '../db/database.ts';
import { transact } from '../db/transact.ts';
import { Refusal } from '../http/refusal.ts';
import { refusalText } from '../texts/refusal-text.ts';

class TakenBack extends Error {}

async function refusalOf(tx: Tx, write: (tx: Tx) => Promise<void>): Promise<Refusal | null> {
  try {
    await tx.transaction(write);
    return null;
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

export type ImportOptions = {
  /** Everything is checked, nothing is written. */
  readonly trial: boolean;
  readonly language: Language;
  /** The act in the audit log; a single row is not an act of its own. */
  readonly act: 'user.import' | 'institution.import';
  /** Maps fields to their columns if these have another name in the spreadsheet. */
  readonly columns: Readonly<Record<string, string>>;
};

const codeOfKey = new Map<string, RefusalCode>([
  ...Object.keys(refusals).flatMap((code) =>
    isRefusalCode(code) ? [[messageKeyOf(code), code] as const] : [],
  ),
  ['alert.required', 'input/field-missing'],
]);

/** Each faulty cell is worded by its own reason, the row as a whole by the refusal. */
function faultsOf(row: number, { code, detail }: Refusal, { language, columns }: ImportOptions) {
  const fields = Object.entries(detail.fields ?? {});
  if (fields.length === 0) return [{ row, field: null, detail: refusalText(code, language) }];
  return fields.map(([field, key]) => ({
    row,
    field: columns[field] ?? field,
    detail: refusalText(codeOfKey.get(key) ?? code, language),
  }));
}

export async function importRows<Row>(
  db: Db,
  rows: readonly Row[],
  write: (tx: Tx, row: Row) => Promise<void>,
  options: ImportOptions,
): Promise<ImportAnswer> {
  let faults: ImportAnswer['faults'] = [];
  try {
    await transact(db, async (tx) => {
      faults = [];
      for (const [index, row] of rows.entries()) {
        const refusal = await refusalOf(tx, (inner) => write(inner, row));
        if (refusal !== null) faults.push(...faultsOf(index + 1, refusal, options));
      }
      const isKept = !options.trial && faults.length === 0;
      noteAudit({ act: options.act, target: `${String(rows.length)} rows${isKept ? '' : ', not written'}` });
      if (!isKept) throw new TakenBack();
    });
    return { rows: rows.length, written: true, faults };
  } catch (fault) {
    if (fault instanceof TakenBack) return { rows: rows.length, written: false, faults };
    throw fault;
  }
}
