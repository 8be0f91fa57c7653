/** Contains what keys do, for the list of keys and the footer, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/keys.ts';

export const texts: Translated<typeof en> = {
  'group.everywhere': '共通',
  'group.page': 'このページ',
  palette: '検索',
  help: 'キー一覧',
};
