/** Contains the texts of the views of a list that a user saved, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/saved-views.ts';

export const texts: Translated<typeof en> = {
  title: '내 보기',
  own: '내 보기',
  'from-others': '공유받은 보기',
  none: '저장된 보기가 없습니다. 필터를 설정한 뒤 여기에서 저장하세요.',
  save: '현재 보기 저장',
  'name-example': '예: 이번 주 긴급',
  'save-title': '보기 저장',
  name: '이름',
  'name-save': '저장',
  rename: '이름 변경',
  'rename-title': '보기 이름 변경',
  hold: '현재 필터로 덮어쓰기',
  copy: '내 보기로 복사',
  more: '{{name}} 추가 작업',
  shared: '소속 전체와 공유 중',
  'shared-with': '{{role}}와(과) 공유 중',
  'shared-by': '{{name}} 님이 공유',
  share: '소속 전체와 공유',
  'share-everybody': '전체와 공유',
  'share-with': '{{role}}와(과) 공유',
  'share-stop': '공유 중지',
  delete: '삭제',
  'delete-title': '보기 “{{name}}”을(를) 삭제할까요?',
  'delete-body': '보기만 삭제되며 검사는 바뀌지 않습니다.',
  'delete-shared-body': '공유받은 사용자도 더 이상 사용할 수 없습니다. 검사는 바뀌지 않습니다.',
};
