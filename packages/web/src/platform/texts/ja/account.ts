/** The account page: how one signs in, and where one is signed in, in Japanese. */
import type { texts as en } from '../en/account.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: 'サインインとセキュリティ',
  sessions: 'サインイン中の端末',
  'sessions.lead': '心当たりのないセッションは終了し、パスワードを変更してください。',
  current: 'このセッション',
  device: '{{system}}の{{browser}}',
  'device.unknown': '不明な端末',
  'network.loopback': 'サーバー本体',
  'network.private': '内部ネットワーク',
  'network.public': 'インターネット',
  'network.unknown': '不明なネットワーク',
  'signed-in': 'サインイン：{{time}}',
  'last-used': '最終使用：{{time}}',
  end: '終了',
  'end-one': '{{device}}のセッションを終了',
  ended_other: '{{count}}件のセッションを終了しました',
  'end-others': 'ほかをすべて終了',
  'end-others.title': 'ほかのセッションをすべて終了しますか？',
  'end-others.body_other':
    'ほかの{{count}}件のセッションがすぐに終了します。入力中で保存していない内容は失われることがあります。',
  'end-others.confirm': '終了する',
};
