/** Contains the texts of notification settings: kinds, channels, quiet hours, mails, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/notification-settings.ts';

export const texts: Translated<typeof en> = {
  title: '通知の受け取り方',
  lead: 'すべての通知は一覧に届きます。ベルで知らせるもの、ブラウザーへプッシュするもの、メールで送るものを選べます。',
  kind: '種類',
  bell: 'ベル',
  push: 'プッシュ',
  mail: 'メール',
  'channel-of': '{{kind}}：{{channel}}',
  'critical.note':
    '緊急所見は、ベルと、プッシュまたはメールの少なくとも一方が必ずオンになり、常にすぐ通知されます。',
  'no-email': 'プロフィールにメールアドレスがないため、メールは送信されません。',
  quiet: '通知を控える時間帯',
  'quiet.lead': 'プッシュと個別のメールは、この時間帯が終わってから届きます。',
  'quiet.from': '開始',
  'quiet.to': '終了',
  zone: 'タイムゾーン',
  mails: 'メール',
  'rhythm.each': '1件ずつ',
  'rhythm.day': '1日1回（7:00）',
  'rhythm.week': '週1回（月曜日 7:00）',
  ledger: '毎日の台帳をメールで受け取る',
  'ledger.lead':
    '1日の終了後に、受領済みと未処理をお知らせします。センターには未処理のある施設についてのみ送信します。',
  usual: '標準の設定に戻す',
  saved: '保存しました',
  browser: 'このブラウザーのプッシュ通知',
  allow: '許可',
  'turn-off': 'オフにする',
  'page.title': 'すべての通知',
  'page.came': '受信日',
  'page.unread': '未読のみ',
  'page.read-all': 'すべて既読にする',
  'page.empty': '該当する通知はありません',
  'page.empty-body': '条件に合う通知がありません。',
};
