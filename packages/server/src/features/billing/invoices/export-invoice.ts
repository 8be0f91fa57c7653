/** A month of the invoices as a spreadsheet: one row a case or adjustment, amounts in major units of their currency. */
import type { InvoiceDetail, invoiceRoutes } from '@rhythmdesk/contract/invoices';
import { currencyDigits } from '@rhythmdesk/domain/billing/money';
import { calendarMonth } from '@rhythmdesk/domain/kit/calendar';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../../platform/http/handler.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../../platform/spreadsheet/sheet.ts';
import { ofHospitals, readInvoiceRows } from './invoice-rows.ts';
import { sheetWords } from './sheet-words.ts';

/** Exact: a minor unit is a hundredth at the finest, and an amount is far below what a double holds whole. */
const majorOf = ({ currency, amount_minor }: InvoiceDetail): number | null =>
  currency === null || amount_minor === null
    ? null
    : Number((amount_minor / 10 ** currencyDigits[currency]).toFixed(currencyDigits[currency]));

/** The wall's time in the billing time zone, to the minute. */
const timeIn =
  (shown: (atMs: number) => number) =>
  (at: string | null): string | null =>
    at === null ? null : new Date(shown(Date.parse(at))).toISOString().slice(0, 16).replace('T', ' ');

function cellsOf(
  row: InvoiceDetail,
  language: Language,
  time: (at: string | null) => string | null,
): SheetCell[] {
  const words = sheetWords[language];
  return [
    words.kinds[row.adjustment?.kind ?? 'case'],
    row.hn_id,
    row.hospital.name,
    row.tech_center.name,
    row.patient_id,
    words.priorities[row.priority],
    words.lengths[row.length_class],
    time(row.uploaded_at),
    time(row.started_at),
    time(row.confirmed_at),
    row.currency,
    majorOf(row),
    row.adjustment?.case_month ?? null,
    row.adjustment?.reason ?? null,
  ];
}

type ExportCall = Call<(typeof invoiceRoutes)['exportInvoice']>;

export async function exportInvoice(db: Db, call: ExportCall, time_zone: string): Promise<BinaryReply> {
  const { caller, input, language, signal } = call;
  const month = calendarMonth(input.month);
  const found = await readInvoiceRows(
    db,
    { caller, permission: 'invoice.read', month, time_zone },
    { limit: sheetRowLimit + 1, offset: 0 },
    ofHospitals(input.hospital_id),
  );
  if (found.length > sheetRowLimit) throw new Refusal('export/too-large');
  noteAudit({
    target: `invoices/${month}`,
    case_ids: [...new Set(found.map(({ case_id }) => case_id))],
  });
  const { sheet: name, heads } = sheetWords[language];
  const time = timeIn(zoneClock(time_zone).shown);
  const rows = found.map((row) => cellsOf(row, language, time));
  const widths = heads.map((_, index) => (index === 2 || index === 3 || index === 13 ? 28 : 16));
  const body = await writeSheet({ name, heads, widths, rows }, signal);
  return { body, size_bytes: body.byteLength, filename: `invoice-${month}.xlsx` };
}
