/** Prints an invoice as a PDF from its frozen data: every edition always looks the same. */
import { readFile } from 'node:fs/promises';
import type { invoiceRoutes } from '@rhythmdesk/contract/invoices';
import { adjustmentKinds } from '@rhythmdesk/domain/billing/adjustments';
import { invoiceLines } from '@rhythmdesk/domain/billing/invoice-sums';
import { currencyDigits, isCurrency, type Currency } from '@rhythmdesk/domain/billing/money';
import { lengthClasses } from '@rhythmdesk/domain/billing/prices';
import { priorities } from '@rhythmdesk/domain/case/status';
import { addDays, calendarDate, calendarMonth, nextMonth } from '@rhythmdesk/domain/kit/calendar';
import { languages, type Language } from '@rhythmdesk/domain/kit/languages';
import { zoneClock } from '@rhythmdesk/domain/kit/wall-clock';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { noteAudit } from '../../../platform/audit/audited-call.ts';
import type { Db } from '../../../platform/db/database.ts';
import { cases } from '../../../platform/db/schema/cases.ts';
import {
  invoiceAdjustments,
  invoiceClosings,
  invoiceRows,
  invoices,
  type InvoiceParty,
} from '../../../platform/db/schema/invoices.ts';
import type { BinaryReply, Call } from '../../../platform/http/handler.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { typeset } from '../../../platform/pdf/typeset.ts';
import { accountScope } from './account-query.ts';
import { invoiceWords } from './invoice-words.ts';
import { sheetWords } from './sheet-words.ts';

const languageWord = z.enum(languages);
const currencyWord = z.string().refine(isCurrency);
const priorityWord = z.enum(priorities);
const lengthWord = z.enum(lengthClasses);
const adjustmentWord = z.enum(adjustmentKinds);

type DocumentCall = Call<(typeof invoiceRoutes)['invoiceDocument']>;

async function readInvoice(db: Db, { caller, input }: DocumentCall) {
  const scope = accountScope(caller, 'invoice.read', {
    hospital: sql`${invoices.hospital_id}`,
    issuer: sql`${invoices.issuer_id}`,
  });
  const [found] = await db
    .select({ invoice: invoices, closing: invoiceClosings })
    .from(invoices)
    .innerJoin(invoiceClosings, eq(invoiceClosings.closing_id, invoices.closing_id))
    .where(and(eq(invoices.invoice_id, input.invoice_id), scope));
  if (found === undefined) throw new Refusal('object/not-found');
  return found;
}
type Found = Awaited<ReturnType<typeof readInvoice>>;

/** Returns the number of the earlier invoice that billed a row's case. */
const billedBy = ({ number, created_at }: Found['invoice']) => sql<string | null>`(
  select i.number from invoice_rows r join invoices i on i.invoice_id = r.invoice_id
  where r.case_id = ${invoiceRows.case_id} and r.kind = 'case' and i.number <> ${number}
    and i.created_at <= ${created_at.toISOString()}::timestamptz
  order by i.created_at desc, i.invoice_id desc limit 1)`;

async function readRows(db: Db, invoice: Found['invoice']) {
  return db
    .select({
      row: invoiceRows,
      hn_id: cases.hn_id,
      confirmed_date: cases.confirmed_date,
      adjustment: invoiceAdjustments,
      billed_by: billedBy(invoice),
    })
    .from(invoiceRows)
    .innerJoin(cases, eq(cases.case_id, invoiceRows.case_id))
    .leftJoin(invoiceAdjustments, eq(invoiceAdjustments.adjustment_id, invoiceRows.adjustment_id))
    .where(eq(invoiceRows.invoice_id, invoice.invoice_id))
    .orderBy(asc(invoiceRows.position));
}
type Row = Awaited<ReturnType<typeof readRows>>[number];

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-z_]+)\}/g, (_all, name: string) => values[name] ?? '');

const locales = { en: 'en-GB', ja: 'ja-JP', ko: 'ko-KR', zh: 'zh-CN' } as const satisfies Record<
  Language,
  string
>;

/** Formats dates and amounts in a language. */
function formsOf(language: Language, currency: Currency, time_zone: string) {
  const digits = currencyDigits[currency];
  const locale = locales[language];
  const amount = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const { shown } = zoneClock(time_zone);
  return {
    // Keeps the wide yen sign apart from its figures and uses a real minus sign instead of a hyphen.
    money: (amount_minor: number) =>
      amount
        .format(Number((amount_minor / 10 ** digits).toFixed(digits)))
        .replace('￥', '¥')
        .replace('-', '−'),
    day: (date: string) => day.format(Date.parse(date)),
    month: (text: string) => month.format(Date.parse(`${text}-01`)),
    moment: (at: Date | null) =>
      at === null ? '' : new Date(shown(at.getTime())).toISOString().slice(0, 16).replace('T', ' '),
    count: (value: number) => new Intl.NumberFormat(locale).format(value),
  };
}
type Forms = ReturnType<typeof formsOf>;

function linesOf(
  { postcode, address, email }: InvoiceParty,
  language: Language,
  more: readonly string[] = [],
) {
  const code = postcode === '' ? '' : fill(invoiceWords[language].postcode, { value: postcode });
  return [`${code} ${address}`.trim(), ...more, email].filter((line) => line !== '');
}

function caseParts(rows: readonly Row[], language: Language, { money, count, moment }: Forms) {
  const { priorities: priority, lengths } = sheetWords[language];
  const billed = rows.flatMap(({ row, ...rest }) =>
    row.kind !== 'case'
      ? []
      : {
          ...rest,
          kind: 'case' as const,
          priority: priorityWord.parse(row.priority),
          length_class: lengthWord.parse(row.length_class),
          amount_minor: row.amount_minor,
        },
  );
  const lines = invoiceLines(billed);
  return {
    lines: lines.map((line, index) => [
      lines[index - 1]?.priority === line.priority ? '' : priority[line.priority],
      lengths[line.length_class],
      count(line.count),
      money(line.price_minor),
      money(line.amount_minor),
    ]),
    cases: billed.map((row) => [
      row.hn_id,
      moment(row.confirmed_date),
      priority[row.priority],
      lengths[row.length_class],
      money(row.amount_minor),
    ]),
  };
}

function adjustmentParts(rows: readonly Row[], language: Language, { money, month }: Forms) {
  const words = invoiceWords[language];
  return rows.flatMap(({ hn_id, adjustment, row, billed_by }) =>
    adjustment === null
      ? []
      : {
          hn_id,
          what: fill(words.kinds[adjustmentWord.parse(adjustment.kind)], {
            month: month(adjustment.case_month),
          }),
          reason: [fill(words.reason, { reason: adjustment.reason }), billed_by ?? '']
            .filter((part) => part !== '')
            .join(' · '),
          amount: money(row.amount_minor),
        },
  );
}

function sumParts({ invoice, closing }: Found, language: Language, forms: Forms) {
  const { money, count } = forms;
  const words = invoiceWords[language];
  const edition = String(invoice.edition);
  return {
    case_count: count(invoice.case_count),
    cases_sum: money(invoice.cases_minor),
    net: money(invoice.net_minor),
    tax_label: fill(words.tax, { rate: String(invoice.tax_rate_bp / 100) }),
    tax: money(invoice.tax_minor),
    total: money(invoice.total_minor),
    note: fill(words.note, { count: count(invoice.case_count) }),
    replaces: invoice.edition > 1 ? fill(words.replaces, { edition }) : null,
    withdrawn: closing.reopened_at === null ? null : words.withdrawn,
    closed: fill(words.closed, {
      time: forms.moment(closing.closed_at),
      zone: closing.time_zone,
      edition,
    }),
  };
}

function headParts({ invoice }: Found, language: Language, { day }: Forms) {
  const words = invoiceWords[language];
  const { hospital, issuer } = invoice.parties;
  const month = calendarMonth(invoice.month);
  const last = addDays(calendarDate(`${nextMonth(month)}-01`), -1);
  const [year, number, date] = invoice.issued_on.split('-').map(Number);
  const tax_number = issuer.tax_number === '' ? '' : fill(words.tax_number, { value: issuer.tax_number });
  return {
    number: invoice.number,
    moment: { year, month: number, day: date },
    facts: [
      [words.number, invoice.number],
      [words.issued, day(invoice.issued_on)],
      [words.period, `${day(`${month}-01`)} – ${day(last)}`],
    ],
    addressee: fill(words.addressee, { name: hospital.name }),
    hospital: { lines: linesOf({ ...hospital, email: '' }, language) },
    issuer: {
      name: issuer.name,
      bank_account: issuer.bank_account,
      lines: linesOf(issuer, language, [tax_number]),
    },
    due: day(invoice.due_on),
  };
}

function documentData(found: Found, rows: readonly Row[], language: Language) {
  const { invoice, closing } = found;
  const forms = formsOf(language, currencyWord.parse(invoice.currency), closing.time_zone);
  return {
    words: invoiceWords[language],
    ...headParts(found, language, forms),
    ...caseParts(rows, language, forms),
    adjustments: adjustmentParts(rows, language, forms),
    ...sumParts(found, language, forms),
  };
}

const templateFile = new URL('./invoice-document.typ', import.meta.url);

/** Returns the parameters of an invoice's mail. */
export function mailParameters({ invoice, closing }: Found, language: Language) {
  const forms = formsOf(language, currencyWord.parse(invoice.currency), closing.time_zone);
  const { hospital, issuer } = invoice.parties;
  return {
    group_name: hospital.name,
    by: issuer.name,
    number: invoice.number,
    month: forms.month(invoice.month),
    amount: forms.money(invoice.total_minor),
    due: forms.day(invoice.due_on),
  };
}

export async function makeInvoicePdf(db: Db, found: Found, signal?: AbortSignal) {
  const rows = await readRows(db, found.invoice);
  const language = languageWord.parse(found.invoice.language);
  const data = documentData(found, rows, language);
  const pdf = await typeset(await readFile(templateFile, 'utf8'), data, language, signal);
  return { pdf, language, case_ids: [...new Set(rows.map(({ row }) => row.case_id))] };
}

export async function invoiceDocument(db: Db, call: DocumentCall): Promise<BinaryReply> {
  const found = await readInvoice(db, call);
  const { number } = found.invoice;
  const { pdf, case_ids } = await makeInvoicePdf(db, found, call.signal);
  noteAudit({ target: `invoice/${number}`, case_ids });
  return { body: pdf, size_bytes: pdf.byteLength, filename: `${number}.pdf` };
}
