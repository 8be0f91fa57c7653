/** Contains the texts of the sign-in page, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/sign-in.ts';

export const texts: Translated<typeof en> = {
  title: 'ログイン',
  hint: '施設から受け取ったIDをお使いください。',
  id: 'ID',
  password: 'パスワード',
  'show-password': 'パスワードを表示',
  'hide-password': 'パスワードを隠す',
  submit: 'ログイン',
  working: 'ログインしています',
  'dormant.title': 'このアカウントは休眠中です',
  'dormant.body':
    'アカウント{{user_id}}は長期間使われていないため、ロックされています。施設の管理者が再開できます。',
  forgot: 'パスワードを忘れた場合',
  'new-here': 'はじめての方は',
  register: '利用登録',
  'waiting.title': '承認待ちのアカウントです',
  'waiting.body':
    '{{user_id}}は登録済みで、所属施設の承認を待っています。ログインできるようになると、メールでお知らせします。',
  'second.title': '2段階認証',
  'second.hint': 'パスワードを確認しました。続けてご本人の確認を行います。',
  'second.hint-provider': '所属施設での確認が済みました。もう一度ご本人であることを確認してください。',
  'second.code': '認証アプリの6桁のコード',
  'second.recovery-code': 'リカバリーコード',
  'second.recovery-hint':
    '2段階認証の設定時に保管した10個のコードのうちの1つです。各コードは1回だけ使えます。',
  'second.submit': 'ログイン',
  'second.use-authenticator': '認証アプリを使う',
  'second.use-recovery-code': 'リカバリーコードを使う',
  'passkey.sign-in': 'パスキーでログイン',
  'passkey.none': 'パスキーを確認できませんでした。もう一度試すか、別の方法を使ってください。',
  'second.passkey': 'パスキーを使う',
  'second.use-passkey': 'パスキーまたはセキュリティキーを使う',
  unreachable: 'サーバーに接続できません。もう一度お試しください。',
};
