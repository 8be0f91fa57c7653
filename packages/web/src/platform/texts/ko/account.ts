/** The account page: how one signs in, and where one is signed in, in Korean. */
import type { texts as en } from '../en/account.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: '로그인 및 보안',
  sessions: '로그인한 기기',
  'sessions.lead': '모르는 세션이 있으면 종료하고 비밀번호를 변경하세요.',
  current: '현재 세션',
  device: '{{system}}의 {{browser}}',
  'device.unknown': '알 수 없는 기기',
  'network.loopback': '서버 자체',
  'network.private': '내부 네트워크',
  'network.public': '인터넷',
  'network.unknown': '알 수 없는 네트워크',
  'signed-in': '로그인 {{time}}',
  'last-used': '마지막 사용 {{time}}',
  end: '종료',
  'end-one': '{{device}} 세션 종료',
  ended_other: '세션 {{count}}개를 종료했습니다',
  'end-others': '다른 세션 모두 종료',
  'end-others.title': '다른 세션을 모두 종료할까요?',
  'end-others.body_other':
    '다른 세션 {{count}}개가 바로 종료됩니다. 입력 후 저장하지 않은 내용은 사라질 수 있습니다.',
  'end-others.confirm': '종료',
};
