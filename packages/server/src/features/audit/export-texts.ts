/** Contains the column titles and texts of the audit log's spreadsheets in the four languages. */
import type { AuditKind, AuditOutcome } from '@rhythmdesk/domain/audit/acts';
import type { Language } from '@rhythmdesk/domain/kit/languages';

export const auditColumns = [
  ...['at', 'user', 'user_id', 'role', 'group', 'kind', 'act', 'outcome', 'hn_id', 'patient_id', 'hospital'],
  ...['object', 'reason', 'address', 'request'],
] as const;

type Words = {
  readonly sheet: string;
  readonly accesses: string;
  readonly heads: readonly string[];
  readonly kinds: Readonly<Record<AuditKind, string>>;
  readonly outcomes: Readonly<Record<AuditOutcome, string>>;
};

export const auditWords: Readonly<Record<Language, Words>> = {
  en: {
    sheet: 'Audit log',
    accesses: 'Accesses',
    heads: [
      ...[
        'Time',
        'Person',
        'User ID',
        'Role',
        'Institution',
        'Kind',
        'Act',
        'Outcome',
        'HN ID',
        'Patient ID',
      ],
      ...['Hospital', 'Object', 'Reason', 'Address', 'Request'],
    ],
    kinds: {
      'sign-in': 'Sign-in',
      read: 'Read',
      change: 'Change',
      export: 'Export',
      download: 'Download',
      print: 'Print',
      consent: 'Consent',
      user: 'User',
      institution: 'Institution',
      operation: 'Operation',
    },
    outcomes: { done: 'Done', refused: 'Refused' },
  },
  ja: {
    sheet: '監査ログ',
    accesses: 'アクセス履歴',
    heads: [
      ...['日時', '氏名', 'ユーザーID', '役割', '所属', '種別', '操作', '結果', 'HN ID', '患者ID'],
      ...['病院', '対象', '理由', 'アドレス', 'リクエスト'],
    ],
    kinds: {
      'sign-in': 'ログイン',
      read: '閲覧',
      change: '変更',
      export: '書き出し',
      download: 'ダウンロード',
      print: '印刷',
      consent: '同意',
      user: 'ユーザー',
      institution: '施設',
      operation: '運用',
    },
    outcomes: { done: '実行', refused: '拒否' },
  },
  ko: {
    sheet: '감사 로그',
    accesses: '접근 기록',
    heads: [
      ...['일시', '이름', '사용자 ID', '역할', '소속', '종류', '작업', '결과', 'HN ID', '환자 ID'],
      ...['병원', '대상', '사유', '주소', '요청'],
    ],
    kinds: {
      'sign-in': '로그인',
      read: '조회',
      change: '변경',
      export: '내보내기',
      download: '다운로드',
      print: '인쇄',
      consent: '동의',
      user: '사용자',
      institution: '기관',
      operation: '운영',
    },
    outcomes: { done: '완료', refused: '거부' },
  },
  zh: {
    sheet: '审计日志',
    accesses: '访问记录',
    heads: [
      ...['时间', '姓名', '用户ID', '角色', '机构', '类别', '操作', '结果', 'HN ID', '患者ID'],
      ...['医院', '对象', '理由', '地址', '请求'],
    ],
    kinds: {
      'sign-in': '登录',
      read: '查看',
      change: '修改',
      export: '导出',
      download: '下载',
      print: '打印',
      consent: '同意',
      user: '用户',
      institution: '机构',
      operation: '运维',
    },
    outcomes: { done: '已执行', refused: '已拒绝' },
  },
};
