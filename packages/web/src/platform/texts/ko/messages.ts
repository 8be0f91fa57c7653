/** Contains the texts that any page may show: alerts and field errors, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/messages.ts';

export const texts: Translated<typeof en> = {
  'alert.check-authentication': '로그인 상태를 확인할 수 없습니다. 다시 로그인해 주세요.',
  'alert.login-failure': '로그인에 실패했습니다. ID 또는 비밀번호를 확인해 주세요.',
  'alert.session-expired': '세션이 만료되었습니다. 다시 로그인해 주세요.',
  'alert.enter-id-password': 'ID와 비밀번호를 입력해 주세요.',
  'alert.user-failure': '사용자를 찾을 수 없습니다.',
  'alert.not-found': '찾을 수 없습니다.',
  'alert.no-resource': '리소스가 없습니다. 이미 삭제된 데이터입니다.',
  'alert.no-report': '생성된 PDF 보고서가 없습니다. 먼저 분석을 완료해 주세요.',
  'alert.mandatory-missing': '필수 항목이 누락되었습니다.',
  'alert.server-failure': '서버에 문제가 발생했습니다. 관리자에게 문의해 주세요.',
  'alert.no-network': '서버에 연결할 수 없습니다. 입력한 내용은 그대로 있습니다. 다시 시도해 주세요.',
  'alert.timeout': '서버 응답이 너무 늦습니다. 다시 시도해 주세요.',
  'alert.conflict': '다른 사용자가 먼저 변경했습니다. 최신 상태를 표시합니다.',
  'alert.required': '필수 입력 항목입니다',
  'alert.signup.pwcheck': '비밀번호가 일치하지 않습니다.',
  'alert.signup.failformat': '형식이 올바르지 않습니다.',
  'alert.password.length': '12~128자로 입력해 주세요',
  'alert.password.alphabet': '영문, 숫자, ! @ $ % 만 사용할 수 있습니다',
  'alert.password.is-id': '비밀번호에 ID나 제품 이름을 포함할 수 없습니다.',
  'alert.password.common': '추측하기 쉬운 비밀번호입니다. 서로 관련 없는 문자를 조합해 주세요.',
  'refusal.group.register-code-taken': '등록 코드가 중복됩니다. 다른 등록 코드를 입력해 주세요.',
  'field-fault': '이 항목을 확인해 주세요.',
  'alert.upload-failed': '업로드에 실패했습니다.',
  'alert.download-failed': '다운로드에 실패했습니다. 관리자에게 문의하세요.',
  'alert.no-file': '파일이 존재하지 않습니다.',
  'alert.invalid-patch': '유효하지 않은 패치입니다.',
  'alert.validation': '유효성 검사 오류입니다.',
};
