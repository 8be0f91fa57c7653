/** Contains the texts of sign-in through the institution's own provider, in Korean. */
import type { texts as en } from '../en/providers.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  with: '{{name}}(으)로 로그인',
  working: '소속 기관 계정으로 로그인하는 중',
  failed: '로그인하지 못했습니다',
  again: '로그인 화면으로 돌아가기',
  lost: '다른 화면에서 시작했거나 이미 끝난 로그인의 페이지입니다. 처음부터 다시 시도해 주세요.',
  'handed-on': '이 창은 닫으셔도 됩니다',
  'handed-on.hint': '작업은 원래 화면에서 계속됩니다.',
  title: '소속 기관 로그인',
  lead: '소속 기관에서 받은 계정으로 로그인할 수 있습니다.',
  link: '연결',
  'link-one': '{{name}} 연결',
  'linked-now': '로그인이 연결되었습니다',
  unlink: '연결 해제',
  'unlink-one': '{{name}} 연결 해제',
  unlinked: '연결을 해제했습니다',
  'unlink-body': '더 이상 {{name}}(으)로 로그인할 수 없습니다.',
  since: '연결 {{time}}',
  used: '마지막 사용 {{time}}',
  only: '유일한 로그인 방법입니다',
  'again.title': '본인 확인',
  'again.body': '새 창에서 {{name}} 로그인을 한 번 더 진행해 주세요.',
  'again.go': '계속',
  blocked: '브라우저가 창을 열지 못했습니다. 이 페이지의 팝업을 허용한 뒤 다시 시도해 주세요.',
  sign: '{{name}}(으)로 서명',
  'sign-hint': '새 창의 {{name}}에서 본인 확인 후 서명됩니다.',
  'sign-passkey': '패스키로 서명',
  confirm: '{{name}}(으)로 본인 확인',
  'confirm-hint': '새 창의 {{name}}에서 본인을 확인합니다.',
  'confirm-passkey': '패스키로 본인 확인',
  'again.passkey': '브라우저 창에서 패스키를 사용해 주세요.',
  'again.none':
    '이 계정에는 비밀번호가 없으며 이 브라우저에서는 패스키를 사용할 수 없습니다. 패스키가 있는 브라우저에서 진행해 주세요.',
};
