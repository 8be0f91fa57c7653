/** Contains the texts of a printed invoice. `{…}` is replaced. */
import type { AdjustmentKind } from '@rhythmdesk/domain/billing/adjustments';
import type { Language } from '@rhythmdesk/domain/kit/languages';

export type InvoiceWords = {
  readonly title: string;
  /** Printed below the title if the title is not in English. */
  readonly subtitle: string;
  /** Printed after the name of the recipient. */
  readonly addressee: string;
  readonly postcode: string;
  readonly number: string;
  readonly issued: string;
  readonly period: string;
  readonly amount: string;
  readonly due: string;
  readonly account: string;
  readonly tax_number: string;
  readonly priority: string;
  readonly length: string;
  readonly count: string;
  readonly price: string;
  readonly sum: string;
  readonly subtotal: string;
  readonly adjustments: string;
  readonly kinds: Readonly<Record<AdjustmentKind, string>>;
  readonly reason: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly note: string;
  readonly replaces: string;
  readonly withdrawn: string;
  readonly closed: string;
  readonly details: string;
  readonly case: string;
  readonly confirmed: string;
};

export const invoiceWords: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    title: 'Invoice',
    subtitle: '',
    addressee: '{name}',
    postcode: '{value}',
    number: 'Invoice number',
    issued: 'Date of issue',
    period: 'Period',
    amount: 'Amount due, tax included',
    due: 'Payable by',
    account: 'Payable to',
    tax_number: 'Tax number {value}',
    priority: 'Priority',
    length: 'Recorded length',
    count: 'Cases',
    price: 'Price',
    sum: 'Amount',
    subtotal: 'Subtotal',
    adjustments: 'Adjustments',
    kinds: {
      price: 'Price of a case of {month}, changed later',
      credit: 'Report of {month}, voided',
    },
    reason: 'Reason: {reason}',
    net: 'Total before tax',
    tax: 'Tax {rate} %',
    total: 'Total',
    note: 'A case is billed once, in the month it was first completed, at the price in force on that day; corrections are not billed. Tax is calculated once on the total and rounded to the nearest unit. The cases ({count}) are listed on the following pages.',
    replaces: 'Edition {edition}. It replaces the editions before.',
    withdrawn: 'This edition was withdrawn and is no longer valid.',
    closed: 'Month closed {time} {zone}, edition {edition}',
    details: 'Cases',
    case: 'HN ID',
    confirmed: 'Confirmed',
  },
  ja: {
    title: '請求書',
    subtitle: 'Invoice',
    addressee: '{name} 御中',
    postcode: '〒{value}',
    number: '請求番号',
    issued: '発行日',
    period: '対象期間',
    amount: 'ご請求金額（税込）',
    due: 'お支払期限',
    account: 'お振込先',
    tax_number: '登録番号 {value}',
    priority: '優先度',
    length: '記録時間',
    count: '件数',
    price: '単価',
    sum: '金額',
    subtotal: '小計',
    adjustments: '調整',
    kinds: {
      price: '{month}分 料金の変更',
      credit: '{month}分 報告書の取り消し',
    },
    reason: '理由：{reason}',
    net: '税抜合計',
    tax: '消費税 {rate} %',
    total: '合計',
    note: '症例は最初に完了した月に一度だけ、その日に有効な料金で請求し、修正は請求しません。税額は税抜合計に対して一度だけ計算し、端数は四捨五入します。明細（{count}件）は次ページ以降をご覧ください。',
    replaces: '第{edition}版。以前の版に代わるものです。',
    withdrawn: 'この版は取り消されており、無効です。',
    closed: '月次締め {time} {zone} · 第{edition}版',
    details: '明細',
    case: 'HN ID',
    confirmed: '確定日時',
  },
  ko: {
    title: '청구서',
    subtitle: 'Invoice',
    addressee: '{name} 귀중',
    postcode: '{value}',
    number: '청구 번호',
    issued: '발행일',
    period: '대상 기간',
    amount: '청구 금액(세금 포함)',
    due: '납부 기한',
    account: '입금 계좌',
    tax_number: '사업자등록번호 {value}',
    priority: '우선순위',
    length: '기록 길이',
    count: '건수',
    price: '단가',
    sum: '금액',
    subtotal: '소계',
    adjustments: '조정',
    kinds: {
      price: '{month} 검사 가격 변경',
      credit: '{month} 보고서 취소',
    },
    reason: '사유: {reason}',
    net: '세전 합계',
    tax: '부가세 {rate} %',
    total: '합계',
    note: '검사는 처음 완료된 달에 한 번만, 그날 유효한 가격으로 청구되며 정정은 청구하지 않습니다. 세액은 세전 합계에 대해 한 번 계산하고 반올림합니다. 명세({count}건)는 다음 쪽부터 확인해 주세요.',
    replaces: '제{edition}판. 이전 판을 대체합니다.',
    withdrawn: '이 판은 취소되어 더 이상 유효하지 않습니다.',
    closed: '월 마감 {time} {zone} · 제{edition}판',
    details: '명세',
    case: 'HN ID',
    confirmed: '확정 일시',
  },
  zh: {
    title: '账单',
    subtitle: 'Invoice',
    addressee: '{name}',
    postcode: '{value}',
    number: '账单编号',
    issued: '开具日期',
    period: '计费期间',
    amount: '应付金额（含税）',
    due: '付款期限',
    account: '收款账户',
    tax_number: '税号 {value}',
    priority: '优先级',
    length: '记录时长',
    count: '例数',
    price: '单价',
    sum: '金额',
    subtotal: '小计',
    adjustments: '调整',
    kinds: {
      price: '{month}病例的价格变更',
      credit: '{month}报告的冲销',
    },
    reason: '原因：{reason}',
    net: '税前合计',
    tax: '税额 {rate} %',
    total: '合计',
    note: '病例仅在首次完成的月份、按当日有效的价格计费一次，修订不另计费。税额按税前合计计算一次，四舍五入。明细（{count}例）见后页。',
    replaces: '第{edition}版，取代此前各版。',
    withdrawn: '此版已撤销，不再有效。',
    closed: '结账 {time} {zone} · 第{edition}版',
    details: '明细',
    case: 'HN ID',
    confirmed: '确认时间',
  },
};
