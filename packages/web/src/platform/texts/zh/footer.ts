/** Contains the texts of the footer of every page and the language menu, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/footer.ts';

export const texts: Translated<typeof en> = {
  language: '语言',
  licence: '许可协议',
  privacy: '隐私政策',
  notices: '公告',
  version: '版本 {{version}}',
  releases: '版本说明',
  'releases.for-users': '面向用户',
  'releases.for-administrators': '面向管理员',
  copyright: '© {{year}} Rhythmdesk',
  'notices.sign-in-first': '登录后可查看公告。',
};
