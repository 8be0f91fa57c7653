/** Buttons and frames of the product-free components, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/dialogs.ts';

export const texts: Translated<typeof en> = {
  ok: '확인',
  cancel: '취소',
  close: '닫기',
  yes: '예',
  no: '아니요',
  undo: '실행 취소',
  dismiss: '닫기',
  'try-again': '다시 시도',
  'copy-id': 'ID 복사',
  'request-id': '요청 {{id}}',
  copied: '복사했습니다',
  loading: '불러오는 중',
  'remove-filter': '필터 {{name}} 해제',
  'add-filter': '필터',
  unread: '읽지 않음',
  'page-failed.title': '페이지를 모두 불러오지 못했습니다.',
  'page-failed.body': '네트워크가 끊겼거나 새 버전이 있습니다. 저장한 내용은 그대로 있습니다.',
  reload: '새로 고침',
  'failed.title': '이 페이지에서 문제가 발생했습니다.',
  'palette.title': '검색 및 실행',
  'palette.placeholder': '사례, 환자, 사용자, 기관, 작업 검색',
  'palette.empty': '‘{{query}}’에 해당하는 항목이 없습니다.',
  'palette.start': '이름, HN ID, 설정 또는 작업의 일부를 입력하세요.',
  'keys.title': '키보드 단축키',
  'keys.single-letters': '한 글자 단축키',
  'keys.single-letters-note': '입력란에서는 항상 꺼져 있습니다.',
};
