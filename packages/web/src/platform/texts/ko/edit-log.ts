/** The log of what was done to a reading, at the desk, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/edit-log.ts';

export const texts: Translated<typeof en> = {
  title: '편집 기록',
  count_other: '{{value}}건',
  none: '아직 편집한 내용이 없습니다.',
  older: '이전 기록 보기',
  nothing: '없음',
  episode: '소견',
  'no-longer': '취소됨',
  'beats-of': '{{length}} 구간의 박동',
  'and-more_other': '{{what}} 외 {{value}}건',
  taken_back: '취소: {{what}}',
  brought_back: '복원: {{what}}',
  'take-back': '취소하기: {{what}}',
  'bring-back': '되돌리기: {{what}}',
  relabel_beats: '{{what}} → {{label}}',
  regroup_beats: '{{what}}: {{group}}(으)로 이동',
  add_beat: '{{label}} 박동 추가',
  removed: '{{what}} 삭제',
  move_beat: '박동 이동',
  mark_unreadable: '{{length}} 판독 불가로 표시',
  clear_unreadable: '{{length}} 판독 가능으로 변경',
  drawn: '{{what}} 새로 표시',
  mended: '{{what}} 수정',
  accepted: '{{what}} 승인',
  rejected: '{{what}} 제외',
  open: '{{what}} 다시 열기',
  add_strip: '파형 보관',
  change_strip: '보관 파형 변경',
  remove_strip: '보관 파형 삭제',
};
