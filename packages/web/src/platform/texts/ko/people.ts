/** Contains the texts of users who wait for approval, in Korean. */
import type { texts as en } from '../en/people.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  waiting_other: '{{count}}명이 승인을 기다리고 있습니다',
  'none-waiting': '승인을 기다리는 사용자가 없습니다',
  'none-waiting.body': '기관 코드로 가입한 사용자가 여기에 표시됩니다.',
  approve: '승인',
  refuse: '거절',
  'refuse.title': '{{name}} 님의 가입을 거절할까요?',
  'refuse.body': '사유는 본인에게 메일로 전달되며, 입력한 정보는 삭제됩니다.',
  'refuse.reason': '사유',
  'refuse.confirm': '거절',
};
