/** Contains the texts of the page on which calls of the API are tried, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/try-api.ts';

export const texts: Translated<typeof en> = {
  title: 'API 시험',
  area: '영역',
  'as-user': '{{name}} 님의 권한으로 실행되며 실제 데이터가 바뀝니다.',
  'with-key': '“Authorize”에 API 키를 입력하세요. 실제 데이터가 바뀝니다.',
  description: '스크립트 없는 설명',
};
