/** Contains the texts of the footer of every page and the language menu, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/footer.ts';

export const texts: Translated<typeof en> = {
  language: '语言',
  licence: '许可协议',
  privacy: '隐私政策',
  notices: '公告',
  copyright: '© {{year}} Rhythmdesk',
  'notices.sign-in-first': '登录后可查看公告。',
};
