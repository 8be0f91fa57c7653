/** Contains the texts that any page may show: alerts and field errors, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/messages.ts';

export const texts: Translated<typeof en> = {
  'alert.check-authentication': 'ログイン状態を確認できませんでした。もう一度ログインしてください。',
  'alert.login-failure': 'ログインできませんでした。IDまたはパスワードをご確認ください。',
  'alert.session-expired': 'セッションの有効期限が切れました。もう一度ログインしてください。',
  'alert.enter-id-password': 'IDとパスワードを入力してください。',
  'alert.user-failure': 'ユーザーが見つかりませんでした。',
  'alert.not-found': '見つかりませんでした。',
  'alert.no-resource': 'データはすでに削除されています。',
  'alert.no-report': '報告書PDFがまだ作成されていません。先に解析を完了してください。',
  'alert.mandatory-missing': '必須項目が入力されていません。',
  'alert.server-failure': 'サーバーで問題が発生しました。管理者にご連絡ください。',
  'alert.no-network': 'サーバーに接続できません。入力内容は残っています。もう一度お試しください。',
  'alert.timeout': 'サーバーの応答に時間がかかりすぎています。もう一度お試しください。',
  'alert.conflict': '他の人が先に変更しました。最新の状態を表示しています。',
  'alert.required': '必須項目です',
  'alert.signup.pwcheck': 'パスワードが一致しません。',
  'alert.signup.failformat': '形式が正しくありません。',
  'alert.password.length': '12～128文字で入力してください',
  'alert.password.alphabet': '英字、数字、! @ $ % のみ使えます',
  'alert.password.is-id': 'パスワードにIDやこの製品の名前を含めることはできません。',
  'alert.password.common': '推測されやすいパスワードです。関連のない文字を組み合わせてください。',
  'refusal.group.register-code-taken': '登録コードが重複しています。別のコードを入力してください。',
  'field-fault': 'この項目をご確認ください。',
  'alert.upload-failed': 'アップロードに失敗しました。',
  'alert.download-failed': 'ダウンロードに失敗しました。管理者に連絡してください。',
  'alert.no-file': 'ファイルが存在しません。',
  'alert.invalid-patch': '無効なパッチです。',
  'alert.validation': '検証エラーです。',
};
