/** Contains what keys do, for the list of keys and the footer, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/keys.ts';

export const texts: Translated<typeof en> = {
  'group.everywhere': '全局',
  'group.page': '本页',
  palette: '全局查找',
  help: '所有快捷键',
};
