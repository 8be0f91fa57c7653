/** Contains the texts of the footer of every page and the language menu, in Korean. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/footer.ts';

export const texts: Translated<typeof en> = {
  language: '언어',
  licence: '이용약관',
  privacy: '개인정보 처리방침',
  notices: '공지',
  version: '버전 {{version}}',
  releases: '릴리스 노트',
  'releases.for-users': '사용자용',
  'releases.for-administrators': '관리자용',
  copyright: '© {{year}} Rhythmdesk',
  'notices.sign-in-first': '공지는 로그인 후 확인할 수 있습니다.',
};
