/** Contains the words of the index of a patient's copy, in each language. */
import type { Language } from '@rhythmdesk/domain/kit/languages';

type IndexWords = Readonly<
  Record<'title' | 'lead' | 'facts' | 'recording' | 'accesses' | 'elsewhere', string>
>;

export const indexWords: Readonly<Record<Language, IndexWords>> = {
  en: {
    title: 'Copy of your data',
    lead: 'Everything that this system stores about you. Each case has its facts, its recording and its documents.',
    facts: 'Facts of the case',
    recording: 'Recording, EDF+',
    accesses: 'Accesses to your data',
    elsewhere:
      'Short-lived data are not included: notifications to staff, unsent texts, and backups. They are deleted by age.',
  },
  ja: {
    title: 'あなたのデータの写し',
    lead: 'このシステムに保存されているあなたのデータです。症例ごとに、情報、記録、文書が含まれます。',
    facts: '症例の情報',
    recording: '記録（EDF+）',
    accesses: 'あなたのデータへのアクセス',
    elsewhere:
      '短期間だけ保存されるデータ（職員への通知、未送信の文章、バックアップ）は含まれません。期限が過ぎると削除されます。',
  },
  ko: {
    title: '귀하의 데이터 사본',
    lead: '이 시스템에 저장된 귀하의 데이터입니다. 검사마다 정보, 기록, 문서가 들어 있습니다.',
    facts: '검사 정보',
    recording: '기록(EDF+)',
    accesses: '귀하의 데이터에 대한 접근',
    elsewhere:
      '짧은 기간만 보관되는 데이터(직원 알림, 보내지 않은 글, 백업)는 포함되지 않습니다. 기간이 지나면 삭제됩니다.',
  },
  zh: {
    title: '您的数据副本',
    lead: '本系统保存的您的全部数据。每个病例包含其信息、记录和文件。',
    facts: '病例信息',
    recording: '记录（EDF+）',
    accesses: '对您数据的访问',
    elsewhere: '不包含短期保存的数据：发给工作人员的通知、未发送的文字和备份。这些数据到期后会被删除。',
  },
};
