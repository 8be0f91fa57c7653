/** Contains the texts of the PDF viewer, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pdf.ts';

export const texts: Translated<typeof en> = {
  region: 'PDF',
  previous: '이전 페이지',
  next: '다음 페이지',
  page: '페이지',
  of: '/ {{count}}',
  'page-of': '{{count}}페이지 중 {{page}}페이지',
  thumbnails: '페이지 목록',
  smaller: '축소',
  larger: '확대',
  zoom: '배율',
  'fit-width': '너비에 맞춤',
  'fit-page': '페이지에 맞춤',
  more: '도구 더 보기',
  print: '인쇄',
  printing: '인쇄 준비 중…',
  download: '다운로드',
  close: '닫기',
  loading: 'PDF를 불러오는 중입니다.',
  unreadable: '이 PDF는 화면에 표시할 수 없습니다. 다운로드하여 다른 프로그램에서 열어 주세요.',
};
