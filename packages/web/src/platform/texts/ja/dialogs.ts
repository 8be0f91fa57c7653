/** Contains the texts of buttons and frames of the product-free components, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/dialogs.ts';

export const texts: Translated<typeof en> = {
  ok: 'OK',
  cancel: 'キャンセル',
  close: '閉じる',
  yes: 'はい',
  no: 'いいえ',
  undo: '元に戻す',
  dismiss: '閉じる',
  'try-again': '再試行',
  'copy-id': 'IDをコピー',
  'request-id': 'リクエスト {{id}}',
  copied: 'コピーしました',
  loading: '読み込み中',
  'remove-filter': '絞り込み「{{name}}」を外す',
  'add-filter': '絞り込み',
  unread: '未読',
  'page-failed.title': 'ページを読み込めませんでした。',
  'page-failed.body': '通信が途切れたか、新しいバージョンがあります。保存した内容は残っています。',
  reload: '再読み込み',
  'failed.title': 'このページで問題が発生しました。',
  'failed.access':
    '削除されたか、閲覧権限がなくなった可能性があります。必要な場合は管理者にお問い合わせください。',
  discard: '保存されていない内容があります。破棄しますか。',
  'discard.yes': '破棄する',
  'discard.no': '編集を続ける',
  'palette.title': '検索と操作',
  'palette.placeholder': '症例・患者・ユーザー・施設・操作を検索',
  'palette.empty': '「{{query}}」に一致するものはありません。',
  'palette.start': '名前、HN ID、設定、操作の一部を入力してください。',
  'keys.title': 'キーボード操作',
  'keys.single-letters': '一文字のキー',
  'keys.single-letters-note': '入力欄では常に無効です。',
  part: '{{total}}件中{{shown}}件を表示しています。',
  'part.narrow': '最初の{{shown}}件を表示しています。続けて入力すると絞り込めます。',
};
