/** Contains the texts of push messages in this browser: the question, the state, errors, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/push.ts';

export const texts: Translated<typeof en> = {
  'ask.title': '対応が必要な症例を通知しますか？',
  'ask.body':
    'このページを開いていないときも通知を表示できます。表示されるのは種類とHN IDのみで、患者名は含まれません。',
  'ask.allow': '通知を許可',
  'ask.later': '後で',
  'turn-on': '通知をオンにする',
  event: '通知があります。',
  'state.granted': 'このブラウザーでオン',
  limit_other: 'プッシュ通知は、最近使用した{{count}}台までのブラウザーに届きます。',
  'state.unasked': 'このブラウザーでオフ',
  'state.turned-off': 'このブラウザーでオフ',
  'state.blocked': 'ブラウザーの設定でブロックされています',
  'state.unsupported': 'このブラウザーではプッシュ通知を受信できません',
  'fault.missing-config': 'このサーバーのプッシュ通知の設定が完了していません。管理者にご連絡ください。',
  'fault.permission-default': '通知は許可されませんでした。アカウントページからいつでも許可できます。',
  'fault.permission-blocked': 'このページの通知はブロックされています。ブラウザーの設定で許可できます。',
  'fault.unsupported-browser': 'このブラウザーはプッシュ通知に対応していません。',
  'fault.indexed-db-unsupported':
    'プッシュ通知に必要なデータ（IndexedDB）をこのブラウザーに保存できません。プライベートウィンドウの可能性があります。',
  'fault.worker-failed': 'プッシュ通知を表示する機能（Service Worker）を開始できませんでした。',
  'fault.subscribe-failed': 'このブラウザーをプッシュ通知に登録できませんでした。',
  'fault.unsubscribe-failed': 'このブラウザーのプッシュ通知の登録を解除できませんでした。',
  'fault.update-failed': 'このブラウザーのプッシュ通知の登録を更新できませんでした。',
  'fault.invalid-vapid-key': 'このサーバーのプッシュ通知用の鍵が無効です。管理者にご連絡ください。',
};
