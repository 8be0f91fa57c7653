/** Contains what keys do, for the list of keys and the footer, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/keys.ts';

export const texts: Translated<typeof en> = {
  'group.everywhere': '공통',
  'group.page': '이 페이지',
  palette: '전체 검색',
  help: '전체 단축키',
};
