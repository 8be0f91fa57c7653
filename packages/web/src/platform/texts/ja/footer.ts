/** Contains the texts of the footer of every page and the language menu, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/footer.ts';

export const texts: Translated<typeof en> = {
  language: '言語',
  licence: '利用許諾契約',
  privacy: '個人情報の取扱い',
  notices: 'お知らせ',
  version: 'バージョン {{version}}',
  releases: 'リリースノート',
  'releases.for-users': 'ユーザー向け',
  'releases.for-administrators': '管理者向け',
  copyright: '© {{year}} Rhythmdesk',
  'notices.sign-in-first': 'お知らせはログイン後にご覧いただけます。',
};
