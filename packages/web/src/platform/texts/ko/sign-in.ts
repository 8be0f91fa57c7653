/** Contains the texts of the sign-in page, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/sign-in.ts';

export const texts: Translated<typeof en> = {
  title: '로그인',
  hint: '소속 기관에서 받은 ID를 사용하세요.',
  id: 'ID',
  password: '비밀번호',
  'show-password': '비밀번호 표시',
  'hide-password': '비밀번호 숨기기',
  submit: '로그인',
  working: '로그인하는 중',
  'dormant.title': '휴면 계정입니다',
  'dormant.body':
    '계정 {{user_id}}은(는) 오랫동안 사용하지 않아 잠겼습니다. 소속 기관 관리자가 다시 활성화할 수 있습니다.',
  forgot: '비밀번호를 잊으셨나요?',
  'new-here': '처음이신가요?',
  register: '회원가입',
  'waiting.title': '승인을 기다리는 계정입니다',
  'waiting.body':
    '{{user_id}} 계정은 소속 기관의 승인을 기다리고 있습니다. 로그인할 수 있게 되면 메일로 알려 드립니다.',
  'second.title': '2단계 인증',
  'second.hint': '비밀번호가 확인되었습니다. 이제 본인 확인을 진행합니다.',
  'second.hint-provider': '소속 기관에서 확인되었습니다. 본인임을 한 번 더 확인해 주세요.',
  'second.code': '인증 앱의 6자리 코드',
  'second.recovery-code': '복구 코드',
  'second.recovery-hint':
    '2단계 인증을 설정할 때 보관한 10개의 코드 중 하나입니다. 코드마다 한 번만 사용할 수 있습니다.',
  'second.submit': '로그인',
  'second.use-authenticator': '인증 앱 사용',
  'second.use-recovery-code': '복구 코드 사용',
  'passkey.sign-in': '패스키로 로그인',
  'passkey.none': '패스키가 확인되지 않았습니다. 다시 시도하거나 다른 방법을 사용하세요.',
  'second.passkey': '패스키 사용',
  'second.use-passkey': '패스키 또는 보안 키 사용',
  unreachable: '서버에 연결할 수 없습니다. 다시 시도해 주세요.',
};
