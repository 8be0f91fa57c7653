/** Contains the texts of the programs that sign in to FHIR in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/smart-clients.ts';

export const texts: Translated<typeof en> = {
  title: 'SMART 프로그램',
  note: '자체 키로 FHIR에 로그인하는 프로그램용입니다(SMART Backend Services).',
  none: 'SMART 프로그램이 없습니다.',
  create: '프로그램 등록',
  name: '이름',
  'name.hint': '로그인하는 시스템(예: 보관 시스템)',
  scopes: '범위',
  keys: '공개 키(JWKS)',
  'keys.hint': 'RSA 2048비트 이상(RS384) 또는 EC P-384(ES384). 공개 키만 등록하세요.',
  'keys.json': 'JSON Web Key Set이 아닙니다.',
  'client-id': '클라이언트 ID',
  endpoint: '토큰 엔드포인트',
  kid: '키: {{names}}',
  created: '등록한 사람: {{name}}, {{date}}',
  used: '마지막 사용: {{time}}',
  unused: '아직 사용하지 않음',
  revoked: '폐기: {{name}}, {{date}}',
  earlier: '이전 프로그램({{count}})',
  change: '키 교체',
  'change.title': '“{{name}}” 프로그램의 공개 키 교체',
  'change.message': '현재 키는 다음 토큰 요청부터 거부됩니다.',
  revoke: '폐기',
  'revoke.title': '“{{name}}” 프로그램을 폐기할까요?',
  'revoke.message': '이 프로그램은 다음 요청부터 거부됩니다. 되돌릴 수 없습니다.',
  'done.title': '“{{name}}” 프로그램을 등록했습니다',
  'done.message': '이 클라이언트 ID를 프로그램에 입력하세요.',
  'scope.read': '{{type}} 조회',
  'scope.order': 'ServiceRequest 생성, 변경 및 취소',
};
