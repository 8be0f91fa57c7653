/** Contains the texts of the invoices' spreadsheet. */
import type { AdjustmentKind } from '@rhythmdesk/domain/billing/adjustments';
import type { LengthClass } from '@rhythmdesk/domain/billing/prices';
import type { Priority } from '@rhythmdesk/domain/case/status';
import type { Language } from '@rhythmdesk/domain/kit/languages';

type Words = {
  readonly sheet: string;
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<AdjustmentKind | 'case', string>>;
  readonly priorities: Readonly<Record<Priority, string>>;
  readonly lengths: Readonly<Record<LengthClass, string>>;
};

export const sheetWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Invoices',
    heads: [
      ...['Kind', 'HN ID', 'Hospital', 'Tech center', 'Patient ID', 'Priority', 'Recorded length'],
      ...['Uploaded', 'Started', 'Confirmed', 'Currency', 'Amount', 'Billed in', 'Reason'],
    ],
    kinds: { case: 'Case', price: 'Price adjustment', credit: 'Credit' },
    priorities: { normal: 'Normal', urgent: 'Urgent' },
    lengths: { up_to_48_h: 'Up to 48 hours', up_to_7_d: 'Up to 7 days', longer: 'Over 7 days' },
  },
  ja: {
    sheet: '請求明細',
    heads: [
      ...['区分', 'HN ID', '病院', '解析センター', '患者ID', '優先度', '記録時間'],
      ...['アップロード日時', '解析開始日時', '確定日時', '通貨', '金額', '請求月', '理由'],
    ],
    kinds: { case: '症例', price: '料金の調整', credit: '取り消し' },
    priorities: { normal: '通常', urgent: '至急' },
    lengths: { up_to_48_h: '48時間まで', up_to_7_d: '7日まで', longer: '7日超' },
  },
  ko: {
    sheet: '청구 내역',
    heads: [
      ...['구분', 'HN ID', '병원', '분석 센터', '환자 ID', '우선순위', '기록 길이'],
      ...['업로드 일시', '분석 시작 일시', '확정 일시', '통화', '금액', '청구 월', '사유'],
    ],
    kinds: { case: '검사', price: '가격 조정', credit: '취소' },
    priorities: { normal: '일반', urgent: '긴급' },
    lengths: { up_to_48_h: '48시간 이하', up_to_7_d: '7일 이하', longer: '7일 초과' },
  },
  zh: {
    sheet: '账单明细',
    heads: [
      ...['类别', 'HN ID', '医院', '分析中心', '患者ID', '优先级', '记录时长'],
      ...['上传时间', '分析开始时间', '确认时间', '货币', '金额', '计费月份', '原因'],
    ],
    kinds: { case: '病例', price: '价格调整', credit: '冲销' },
    priorities: { normal: '普通', urgent: '加急' },
    lengths: { up_to_48_h: '48小时以内', up_to_7_d: '7天以内', longer: '超过7天' },
  },
};
