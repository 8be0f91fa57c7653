/**
 * Exports a month of the invoices as a spreadsheet: one row for each case or adjustment, amounts with the digits of
 * their currency.
 */
import type { InvoiceDetail, invoiceRoutes } from '@rhythmdesk/contract/invoices';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Db } from '../../../platform/db/database.ts';
import type {
  CellKind,
  SheetCell,
  SheetOrder,
  SheetSource,
} from '../../../platform/spreadsheet/sheet-plan.ts';
import type { MonthQuery } from './account-query.ts';
import { amongRows, countInvoiceRows, ofHospitals, readInvoiceRows, readRowKeys } from './invoice-rows.ts';
import { sheetWords } from './sheet-words.ts';

const amountCell = ({ currency, amount_minor }: InvoiceDetail): SheetCell =>
  currency === null || amount_minor === null ? null : { currency, amount_minor };

function cellsOf(row: InvoiceDetail, language: Language): SheetCell[] {
  const words = sheetWords[language];
  return [
    words.kinds[row.adjustment?.kind ?? 'case'],
    row.hn_id,
    row.hospital.name,
    row.tech_center.name,
    row.patient_id,
    words.priorities[row.priority],
    words.lengths[row.length_class],
    row.uploaded_at,
    row.started_at,
    row.confirmed_at,
    row.currency,
    amountCell(row),
    row.adjustment?.case_month ?? null,
    row.adjustment?.reason ?? null,
  ];
}

/** Kinds of the columns that are not text, by their index. */
const kinds: Readonly<Record<number, CellKind>> = { 7: 'instant', 8: 'instant', 9: 'instant', 11: 'money' };
const wide: readonly number[] = [2, 3, 7, 8, 9, 13];

/**
 * The rows are named before the first is read, because those of a month that is not over may change in between. Every
 * query sums the month again, so many rows are read at once.
 */
export async function invoiceSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof invoiceRoutes.exportInvoice>,
  time_zone: string,
  rowsAtOnce = 5_000,
): Promise<SheetSource> {
  const month = calendarMonth(input.month);
  const query: MonthQuery = { caller, permission: 'invoice.read', month, time_zone };
  const where = ofHospitals(input.hospital_id);
  const total = await countInvoiceRows(db, query, where);
  const { sheet: name, heads } = sheetWords[language];
  return {
    name,
    filename: `invoice-${month}.xlsx`,
    time_zone,
    target: `invoices/${month}`,
    columns: heads.map((head, at) => ({
      head,
      width: wide.includes(at) ? 28 : 16,
      kind: kinds[at] ?? 'text',
    })),
    total,
    shows_cases: true,
    batches: async function* (signal) {
      const keys = await readRowKeys(db, query, where);
      for (let start = 0; start < keys.length; start += rowsAtOnce) {
        signal.throwIfAborted();
        const some = amongRows(keys.slice(start, start + rowsAtOnce));
        const rows = await readInvoiceRows(db, query, { limit: rowsAtOnce, offset: 0 }, some);
        yield {
          rows: rows.map((row) => cellsOf(row, language)),
          case_ids: rows.map(({ case_id }) => case_id),
        };
      }
    },
  };
}
