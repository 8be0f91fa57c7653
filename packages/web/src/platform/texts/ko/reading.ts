/** Contains the texts of the reading of a recording, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/reading.ts';

export const texts: Translated<typeof en> = {
  accept: '승인',
  accepted: '승인됨',
  reject: '제외',
  mended: '수정됨',
  added: '추가됨',
  undo: '실행 취소',
  redo: '다시 실행',
  judged: '{{accepted}} / {{found}}',
  'edit-lock.here': '내가 편집 중',
  'edit-lock.held': '{{name}} 님이 편집 중',
  'edit-lock.take': '편집 시작',
  'edit-lock.ask': '편집 권한 요청',
  'edit-lock.asked': '편집 권한을 요청했습니다',
  'edit-lock.wanted': '{{name}} 님이 편집 권한을 요청합니다',
  'edit-lock.give': '넘겨주기',
  'state.waiting_other': '편집 {{count}}건이 연결을 기다립니다',
  'state.no-edit-lock_other': '편집 {{count}}건이 편집 권한을 기다립니다',
  'state.refused': '저장되지 않음: 화면과 서버의 결과가 다릅니다({{request_id}}). 페이지를 새로 고치세요.',
  'leave.title': '저장되지 않은 편집이 있습니다. 나가시겠습니까?',
  'leave.message_other': '편집 {{count}}건이 서버에 전송되지 않았습니다. 나가면 사라집니다.',
  'leave.confirm': '나가기',
  strips: '파형',
  'strip.show': '{{time}} 파형 보기',
  'strip.caption': '{{time}} 파형 설명',
  'strip.placeholder': '설명',
  'strip.remove': '{{time}} 파형 삭제',
};
