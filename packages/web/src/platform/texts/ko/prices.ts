/** Contains the texts of price policies, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/prices.ts';

export const texts: Translated<typeof en> = {
  policies: '가격 정책',
  'policies.new': '가격 정책 추가',
  'policies.none': '아직 가격 정책이 없습니다. 정책이 없는 병원의 검사에는 가격이 매겨지지 않습니다.',
  used_other: '{{count}}개 기관에서 사용',
  length: '기록 길이',
  'length.up_to_48_h': '48시간까지',
  'length.up_to_7_d': '7일까지',
  'length.longer': '7일 초과',
  from: '{{date}}부터',
  'in-force': '적용 중',
  later: '추후 적용',
  ended: '종료',
  successor: '후속 가격 설정',
  'successor.title': '{{name}} 후속 가격',
  'successor.note': '설정된 가격은 그대로 유지됩니다. 해당일부터 완료되는 검사에 적용됩니다.',
  'field.name': '이름',
  'field.currency': '통화',
  'field.valid_from': '적용 시작일',
  amount: '{{priority}}, {{length}}',
  'amount.fault': '금액을 입력해 주세요.',
  create: '가격 정책 추가',
  save: '후속 가격 저장',
  close: '닫기',
  none: '없음',
  since: '{{date}}부터',
  'over-time': '이전 가격 정책',
};
