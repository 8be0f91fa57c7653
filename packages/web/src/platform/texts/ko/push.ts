/** Contains the texts of push messages in this browser: the question, the state, errors, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/push.ts';

export const texts: Translated<typeof en> = {
  'ask.title': '확인이 필요한 검사를 알려 드릴까요?',
  'ask.body':
    '이 페이지를 보고 있지 않을 때도 알림을 표시할 수 있습니다. 종류와 HN ID만 표시되며 환자 이름은 포함되지 않습니다.',
  'ask.allow': '알림 허용',
  'ask.later': '나중에',
  'turn-on': '알림 켜기',
  event: '알림이 도착했습니다.',
  'state.granted': '이 브라우저에서 켜짐',
  limit_other: '푸시 알림은 최근에 사용한 브라우저 {{count}}개까지 전송됩니다.',
  'state.unasked': '이 브라우저에서 꺼짐',
  'state.turned-off': '이 브라우저에서 꺼짐',
  'state.blocked': '브라우저 설정에서 차단됨',
  'state.unsupported': '이 브라우저에서는 푸시 알림을 받을 수 없습니다',
  'fault.missing-config': '이 서버의 푸시 알림 설정이 완료되지 않았습니다. 관리자에게 알려 주세요.',
  'fault.permission-default': '알림이 허용되지 않았습니다. 나중에 계정 페이지에서 허용할 수 있습니다.',
  'fault.permission-blocked':
    '이 페이지의 알림이 차단되어 있습니다. 브라우저 설정에서 다시 허용할 수 있습니다.',
  'fault.unsupported-browser': '이 브라우저는 푸시 알림을 지원하지 않습니다.',
  'fault.indexed-db-unsupported':
    '푸시 알림에 필요한 데이터(IndexedDB)를 이 브라우저에 저장할 수 없습니다. 시크릿 창일 수 있습니다.',
  'fault.worker-failed': '푸시 알림을 표시하는 기능(서비스 워커)을 시작하지 못했습니다.',
  'fault.subscribe-failed': '이 브라우저를 푸시 알림에 등록하지 못했습니다.',
  'fault.unsubscribe-failed': '이 브라우저의 푸시 알림 등록을 해제하지 못했습니다.',
  'fault.update-failed': '이 브라우저의 푸시 알림 등록을 갱신하지 못했습니다.',
  'fault.invalid-vapid-key': '이 서버의 푸시 알림 키가 올바르지 않습니다. 관리자에게 알려 주세요.',
};
