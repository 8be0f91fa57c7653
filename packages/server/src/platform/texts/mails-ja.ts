/** Contains the texts of the mails in Japanese. */
import type { MailTexts } from './mail-texts.ts';

export const mailsJa: MailTexts = {
  'email-code': {
    subject: 'Rhythmdeskの認証コード',
    lines: [
      '利用登録の画面に、次の6桁の数字を入力してください。',
      '{code}',
      '有効期限は{minutes}分です。お心当たりがない場合は、何もする必要はありません。',
    ],
  },
  'email-confirm': {
    subject: 'メールアドレスの確認',
    lines: [
      'RhythmdeskのID {user_id} のアカウントに、このメールアドレスが登録されようとしています。確認するには、「アカウント設定」で次の6桁の数字を入力してください。',
      '{code}',
      '{minutes}分間有効です。お心当たりがない場合は、このメールを破棄してください。数字を入力しない限り、何も変更されません。',
    ],
  },
  'password-link': {
    subject: 'Rhythmdeskのパスワード再設定',
    lines: [
      '{user_name} 様',
      'ID {user_id} のパスワード再設定の申し込みを受け付けました。下のリンクから新しいパスワードを設定してください。リンクは1回だけ、{minutes}分間有効です。',
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変わりません。',
    ],
    button: '新しいパスワードを設定する',
  },
  'password-changed': {
    subject: 'Rhythmdeskのパスワードが変更されました',
    lines: [
      '{user_name} 様',
      '{time}に、ID {user_id} のパスワードが変更されました。このアカウントのほかのログインはすべて終了しました。',
      'お心当たりがない場合は、すぐに管理者へご連絡ください。',
    ],
  },
  'email-changed': {
    subject: 'Rhythmdeskのメールアドレスが変更されました',
    lines: [
      '{user_name} 様',
      '{time}に、ID {user_id} のメールアドレスが変更されました。このメールは変更前のアドレスにお送りしています。今後のメールは新しいアドレスに届きます。',
      'お心当たりがない場合は、すぐに管理者へご連絡ください。',
    ],
  },
  'sign-up-waiting': {
    subject: '新しいユーザーが承認を待っています',
    lines: [
      '{user_name}さん（ID {user_id}）が{group_name}の利用登録を行い、承認を待っています。',
      'ご存じの方であれば承認し、そうでない場合は理由を添えて却下してください。',
    ],
    button: 'ユーザー一覧を開く',
  },
  'sign-up-done': {
    subject: 'Rhythmdeskの利用登録を受け付けました',
    lines: [
      '{user_name} 様',
      '{group_name}のID {user_id} の利用登録を受け付けました。承認され次第、メールでお知らせします。',
    ],
  },
  'sign-up-approved': {
    subject: 'Rhythmdeskをご利用いただけます',
    lines: ['{user_name} 様', '{group_name}のID {user_id} をご利用いただけるようになりました。'],
    button: 'ログイン',
  },
  'account-made': {
    subject: 'Rhythmdeskのアカウントが作成されました',
    lines: [
      '{user_name} 様',
      '{group_name}のアカウント（ID {user_id}）が作成されました。このIDとメールアドレスでパスワードを設定してください。',
    ],
    button: 'パスワードを設定',
  },
  'sign-up-refused': {
    subject: 'Rhythmdeskの利用登録は承認されませんでした',
    lines: [
      '{user_name} 様',
      '{group_name}の利用登録は承認されませんでした。理由：{reason}',
      'ご不明な点は、所属施設の管理者にお問い合わせください。',
    ],
  },
  'dormant-soon': {
    subject: 'Rhythmdeskのアカウントがまもなく休眠状態になります',
    lines: [
      '{user_name} 様',
      'ID {user_id} でのログインが長い間ありません。{time} にアカウントが休眠状態になり、使用できなくなります。',
      '引き続き使用する場合は、それまでにログインしてください。休眠状態のアカウントは管理者が再開できます。',
    ],
    button: 'ログイン',
  },
  'factors-changed': {
    subject: 'ログインの方法が変更されました',
    lines: [
      '{user_name} 様',
      '{time}に、ID {user_id}のログインの方法が追加、削除、または更新されました。',
      '心当たりがない場合は、パスワードを変更し、すぐに管理者へご連絡ください。',
    ],
  },
  'factors-reset': {
    subject: '2段階認証がリセットされました',
    lines: [
      '{user_name} 様',
      '{time}に、{by}さんがID {user_id}の2段階認証をリセットしました。このアカウントのセッションはすべて終了しました。次回ログイン後に、もう一度設定してください。',
      '依頼した覚えがない場合は、すぐに管理者へご連絡ください。',
    ],
    button: 'ログイン',
  },
  invoice: {
    subject: '{month}分の請求書 {number}',
    lines: [
      '{group_name} 御中',
      '{by}より、{month}に解析が完了した症例の請求書 {number} を添付にてお送りします。',
      'ご請求金額：{amount}、お支払期限：{due}',
    ],
  },
  notifications: {
    subject: 'Rhythmdeskの新しい通知',
    lines: ['{user_name} 様', '新しい通知があります。', '{items}'],
    button: '通知を見る',
  },
  'notification-digest': {
    subject: 'Rhythmdeskの通知のまとめ',
    lines: ['{user_name} 様', '前回のまとめ以降に届いた未読の通知です。', '{items}'],
    button: '通知を見る',
  },
  'critical-finding': {
    subject: 'Rhythmdesk：緊急所見',
    lines: ['{user_name} 様', '緊急所見の通知があります。すぐにログインしてご確認ください。'],
    button: '通知を見る',
  },
  'ledger-clear': {
    subject: '{day}の台帳：送信分はすべて受領済み',
    lines: [
      '{user_name} 様',
      '{day}に{group_name}について送信したものはすべて受領され、未処理はありません。',
      '{figures}',
    ],
    button: '台帳を開く',
  },
  'ledger-open': {
    subject: '{day}の台帳：未処理 {open}件',
    lines: [
      '{user_name} 様',
      '{group_name}で、{day}の終了時点で未処理のもの：',
      '{figures}',
      'それ以前の30日間の未処理：{earlier}件',
    ],
    button: '台帳を開く',
  },
  'new-device': {
    subject: 'Rhythmdeskへの新しいログイン',
    lines: [
      '{user_name} 様',
      '{time}に、これまで使われていない端末からID {user_id} でログインがありました（{device}、{address}）。',
      'お心当たりがない場合は、パスワードを変更し、管理者へご連絡ください。',
    ],
  },
};
