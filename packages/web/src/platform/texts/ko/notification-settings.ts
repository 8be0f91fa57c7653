/** Contains the texts of notification settings: kinds, channels, quiet hours, mails, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/notification-settings.ts';

export const texts: Translated<typeof en> = {
  title: '알림 받는 방법',
  lead: '모든 알림은 목록에 들어옵니다. 알림함에 표시할 것, 브라우저로 푸시할 것, 메일로 보낼 것을 선택하세요.',
  kind: '종류',
  bell: '알림함',
  push: '푸시',
  mail: '메일',
  'channel-of': '{{kind}}: {{channel}}',
  'critical.note': '위급 소견은 알림함과 함께 푸시 또는 메일이 항상 켜져 있으며 즉시 전달됩니다.',
  'no-email': '프로필에 이메일 주소가 없어 메일이 발송되지 않습니다.',
  quiet: '방해 금지 시간',
  'quiet.lead': '푸시와 개별 메일은 이 시간이 끝난 뒤에 전달됩니다.',
  'quiet.from': '시작',
  'quiet.to': '종료',
  zone: '시간대',
  mails: '메일',
  'rhythm.each': '건별로',
  'rhythm.day': '하루 한 번(07:00)',
  'rhythm.week': '일주일에 한 번(월요일 07:00)',
  ledger: '매일 송수신 대장을 메일로 받기',
  'ledger.lead':
    '하루가 끝나면 수신 확인된 것과 미처리 항목을 알려 드립니다. 센터에는 미처리 항목이 있는 기관만 알립니다.',
  usual: '기본 설정으로 되돌리기',
  saved: '저장되었습니다',
  browser: '이 브라우저의 푸시 알림',
  allow: '허용',
  'turn-off': '끄기',
  'page.title': '모든 알림',
  'page.came': '받은 날짜',
  'page.unread': '읽지 않은 것만',
  'page.read-all': '모두 읽음으로 표시',
  'page.empty': '해당하는 알림이 없습니다',
  'page.empty-body': '조건에 맞는 알림이 없습니다.',
};
