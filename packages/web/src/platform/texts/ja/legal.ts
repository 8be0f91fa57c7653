/** Contains the texts of the licence agreement and the privacy policy of this product, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/legal.ts';

export const texts: Translated<typeof en> = {
  'licence.use.title': '1. 利用の範囲',
  'licence.use.body':
    'Rhythmdeskは、貼付型心電計の記録を確認するために、所属施設に対して利用が許諾されています。利用者は施設の業務として、付与されたアカウントにより、患者の診療と管理の目的に限って利用します。利用権の譲渡、貸与、再許諾はできません。',
  'licence.account.title': '2. アカウント',
  'licence.account.body':
    'アカウントは一人につき一つです。パスワードを他人に知らせず、共用の端末を離れるときはログアウトしてください。アカウントで行った操作は利用者の名前で記録されます。パスワードが他人に知られたおそれがあるときは、すぐに管理者へ連絡してください。',
  'licence.clinical.title': '3. 臨床上の責任',
  'licence.clinical.body':
    '本製品は記録と計測値を表示し、重要な所見を見つける助けとなるものであり、診断を行うものではありません。すべての所見は、治療に用いる前に資格を持つ者が判断します。監視機器ではなく、緊急時の警報は発しません。',
  'licence.data.title': '4. 記録と報告書',
  'licence.data.body':
    '記録、報告書、コメントは、登録した施設に帰属します。アップロードできるのは、提供する権限のあるものに限ります。施設が患者の同意を求めている場合は、同意を得たうえでアップロードしてください。',
  'licence.limits.title': '5. 禁止事項',
  'licence.limits.body':
    '業務に関係のない症例への接近、製品の制限の回避、運用の妨害、解析や改変、施設が認めていない場所への患者情報の複製は行わないでください。',
  'licence.changes.title': '6. 変更と終了',
  'licence.changes.body':
    '製品は継続的に改良されます。業務に影響する変更はお知らせで案内します。利用権は、施設と運営者との契約の終了時、またはアカウントの閉鎖時に終了します。',
  'privacy.what.title': '1. 取り扱う情報',
  'privacy.what.body':
    '患者については、氏名、患者ID、生年月日、性別、電話番号、記録およびその所見。利用者については、氏名、ID、メールアドレス、電話番号、役割、所属施設、ログインの時刻、製品内での操作。',
  'privacy.why.title': '2. 目的',
  'privacy.why.body':
    '病院が依頼した記録の確認と報告、アカウントの保護、問い合わせへの対応、施設への請求のために用います。広告には使用せず、販売もしません。',
  'privacy.who.title': '3. 閲覧できる者',
  'privacy.who.body':
    '症例を所有する病院、解析を行うセンターの技師と主任、業務に必要な範囲の管理者が閲覧します。必要としない担当者には、氏名、生年月日、電話番号を伏せて表示します。管理者が患者情報を開くときは理由の入力が必要で、その記録が残ります。',
  'privacy.keep.title': '4. 保管',
  'privacy.keep.body':
    '通信は暗号化され、運営者のシステムに保管されます。記録は病院と取り決めた期間保管し、その後信号を削除します。報告書と症例の履歴は、診療記録の保存義務の期間保管します。',
  'privacy.browser.title': '5. ブラウザーに保存されるもの',
  'privacy.browser.body':
    'ブラウザーには、ログアウトまたはウィンドウを閉じるまでのセッションと、選択した言語およびテーマが保存されます。追跡用のCookieや第三者の計測は使用しません。',
  'privacy.rights.title': '6. 本人の権利',
  'privacy.rights.body':
    '患者ご本人による開示、訂正、同意の撤回は、受診した病院へお申し出ください。利用者は「プロフィールを編集」で確認と訂正ができるほか、ページ下部の連絡先に問い合わせることができます。',
};
