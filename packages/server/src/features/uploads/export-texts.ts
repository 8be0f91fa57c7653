/** Contains the column titles of the upload history's spreadsheet in the four languages. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

export const historyColumns = [
  'sent',
  'file',
  'hn_id',
  'patient_name',
  'hospital',
  'size_bytes',
  'took_seconds',
  'by',
  'outcome',
  'why',
  'case_now',
] as const;
export type HistoryColumn = (typeof historyColumns)[number];

type Words = { readonly sheet: string; readonly heads: Readonly<Record<HistoryColumn, string>> };

export const historyWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Uploads',
    heads: {
      sent: 'Sent',
      file: 'File',
      hn_id: 'HN ID',
      patient_name: 'Patient name',
      hospital: 'Hospital',
      size_bytes: 'Size (bytes)',
      took_seconds: 'Duration (s)',
      by: 'By',
      outcome: 'Result',
      why: 'Reason',
      case_now: 'Case status',
    },
  },
  ja: {
    sheet: 'アップロード履歴',
    heads: {
      sent: '送信日時',
      file: 'ファイル',
      hn_id: 'HN ID',
      patient_name: '患者氏名',
      hospital: '病院',
      size_bytes: 'サイズ（バイト）',
      took_seconds: '所要時間（秒）',
      by: '送信者',
      outcome: '結果',
      why: '理由',
      case_now: '症例の状態',
    },
  },
  ko: {
    sheet: '업로드 이력',
    heads: {
      sent: '보낸 일시',
      file: '파일',
      hn_id: 'HN ID',
      patient_name: '환자명',
      hospital: '병원',
      size_bytes: '크기(바이트)',
      took_seconds: '소요 시간(초)',
      by: '보낸 사람',
      outcome: '결과',
      why: '사유',
      case_now: '검사 상태',
    },
  },
  zh: {
    sheet: '上传记录',
    heads: {
      sent: '发送时间',
      file: '文件',
      hn_id: 'HN ID',
      patient_name: '患者姓名',
      hospital: '医院',
      size_bytes: '大小（字节）',
      took_seconds: '用时（秒）',
      by: '发送人',
      outcome: '结果',
      why: '原因',
      case_now: '病例状态',
    },
  },
};
