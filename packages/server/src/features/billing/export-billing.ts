/**
 * Exports the billing as a spreadsheet: one row for each pair of groups and price policy, amounts with the digits of
 * their currency.
 */
import type { billingRoutes, BillingRow } from '@rhythmdesk/contract/billing';
import type { Language } from '@rhythmdesk/domain/kit/languages';
import type { Db } from '../../platform/db/database.ts';
import {
  batchOf,
  mostSheetRows,
  type CellKind,
  type SheetCell,
  type SheetOrder,
  type SheetSource,
} from '../../platform/spreadsheet/sheet-plan.ts';
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
    sheet: '정산',
    heads: ['의뢰 기관', '분석 기관', '가격 정책', '통화', '건수', '긴급', '금액', '시작일', '종료일'],
  },
  zh: {
    sheet: '结算汇总',
    heads: ['申请机构', '分析机构', '价格方案', '货币', '例数', '加急', '金额', '开始日期', '结束日期'],
  },
};

const amountCell = ({ currency, amount_minor }: BillingRow): SheetCell =>
  currency === null ? null : { currency, amount_minor };

/** In the order of the column titles. */
const kinds: readonly CellKind[] = [
  ...(['text', 'text', 'text', 'text', 'whole', 'whole', 'money', 'date', 'date'] as const),
];

export async function billingSheet(
  db: Db,
  { caller, input, language }: SheetOrder<typeof billingRoutes.exportBilling>,
  time_zone: string,
): Promise<SheetSource> {
  const where = billedCases(caller, input, time_zone);
  const found = await readBillingRows(db, where, { limit: mostSheetRows + 1, offset: 0 });
  const { start_time, end_time } = input;
  const { sheet, heads } = words[language];
  return {
    name: sheet,
    filename: `billing-${start_time}-${end_time}.xlsx`,
    time_zone,
    columns: heads.map((head, at) => ({ head, width: at < 3 ? 28 : 14, kind: kinds[at] ?? 'text' })),
    ...batchOf(
      found.map((row) => [
        row.request_group.name,
        row.response_group?.name ?? null,
        row.charging_unit?.name ?? null,
        row.currency,
        row.count,
        row.urgent,
        amountCell(row),
        start_time,
        end_time,
      ]),
    ),
  };
}
