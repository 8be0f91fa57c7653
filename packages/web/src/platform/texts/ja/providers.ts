/** Contains the texts of sign-in through the institution's own provider, in Japanese. */
import type { texts as en } from '../en/providers.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  with: '{{name}}でログイン',
  working: '所属施設でログインしています',
  failed: 'ログインできませんでした',
  again: 'ログイン画面に戻る',
  lost: 'このページは、別の画面で始めたログイン、または終了したログインのものです。もう一度やり直してください。',
  'handed-on': 'このウィンドウは閉じてかまいません',
  'handed-on.hint': '操作は元の画面で続いています。',
  title: '所属施設によるログイン',
  lead: '所属施設から付与されたアカウントでログインできます。',
  link: '連携',
  'link-one': '{{name}}と連携',
  'linked-now': 'ログインを連携しました',
  unlink: '連携を解除',
  'unlink-one': '{{name}}との連携を解除',
  unlinked: '連携を解除しました',
  'unlink-body': '{{name}}ではログインできなくなります。',
  since: '連携：{{time}}',
  used: '最終使用：{{time}}',
  only: '唯一のログイン方法です',
  'again.title': 'ご本人の確認',
  'again.body': '{{name}}の画面が別ウィンドウで開きます。もう一度ログインしてください。',
  'again.go': '続ける',
  blocked:
    'ウィンドウを開けませんでした。ブラウザーでこのページのポップアップを許可してから、もう一度お試しください。',
  sign: '{{name}}で署名',
  'sign-hint': '別ウィンドウで開く{{name}}の画面で本人確認を行い、署名します。',
  'sign-passkey': 'パスキーで署名',
  confirm: '{{name}}で本人確認',
  'confirm-hint': '別ウィンドウで開く{{name}}の画面で本人確認を行います。',
  'confirm-passkey': 'パスキーで本人確認',
  'again.passkey': 'ブラウザーの画面でパスキーを使ってください。',
  'again.none':
    'このアカウントにはパスワードがなく、このブラウザーではパスキーを使えません。パスキーを使えるブラウザーで操作してください。',
};
