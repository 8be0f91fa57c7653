/** The billing as a spreadsheet: one row a pair of groups and price policy, amounts in major units of their currency. */
import type { billingRoutes, BillingRow } from '@rhythmdesk/contract/billing';
import { currencyDigits } from '@rhythmdesk/domain/billing/money';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Db } from '../../platform/db/database.ts';
import type { BinaryReply, Call } from '../../platform/http/handler.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sheetRowLimit, writeSheet, type SheetCell } from '../../platform/spreadsheet/sheet.ts';
import { readBillingRows } from './billing-list.ts';
import { billedCases } from './billing-query.ts';

type Words = { readonly sheet: string; readonly heads: readonly string[] };
const words: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Billing',
    heads: [
      'Requests from',
      'Read by',
      'Price policy',
      'Currency',
      'Cases',
      'Urgent',
      'Amount',
      'Start',
      'End',
    ],
  },
  ja: {
    sheet: '請求集計',
    heads: ['依頼元', '解析先', '料金設定', '通貨', '件数', '至急', '金額', '開始日', '終了日'],
  },
  ko: {
    sheet: '정산 집계',
    heads: ['의뢰 기관', '판독 기관', '요금 정책', '통화', '건수', '긴급', '금액', '시작일', '종료일'],
  },
  zh: {
    sheet: '结算汇总',
    heads: ['申请机构', '判读机构', '价格方案', '货币', '例数', '加急', '金额', '开始日期', '结束日期'],
  },
};

/** Exact: a minor unit is a hundredth at the finest, and an amount is far below what a double holds whole. */
const majorOf = ({ currency, amount_minor }: BillingRow): number | null =>
  currency === null ? null : Number((amount_minor / 10 ** currencyDigits[currency]).toFixed(2));

type ExportCall = Call<(typeof billingRoutes)['exportBilling']>;

export async function exportBilling(db: Db, call: ExportCall, time_zone: string): Promise<BinaryReply> {
  const { caller, input, language, signal } = call;
  const where = billedCases(caller, input, time_zone);
  const found = await readBillingRows(db, where, { limit: sheetRowLimit + 1, offset: 0 });
  if (found.length > sheetRowLimit) throw new Refusal('export/too-large');
  const { start_time, end_time } = input;
  const rows = found.map((row): SheetCell[] => [
    row.request_group.name,
    row.response_group?.name ?? null,
    row.charging_unit?.name ?? null,
    row.currency,
    row.count,
    row.urgent,
    majorOf(row),
    start_time,
    end_time,
  ]);
  const { sheet, heads } = words[language];
  const widths = heads.map((_, index) => (index < 3 ? 28 : 14));
  const body = await writeSheet({ name: sheet, heads, widths, rows }, signal);
  return { body, size_bytes: body.byteLength, filename: `billing-${start_time}-${end_time}.xlsx` };
}
