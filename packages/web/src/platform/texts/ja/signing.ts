/** Contains the texts of signatures of reports, and the certificate of a center, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/signing.ts';

export const texts: Translated<typeof en> = {
  signed: '{{name}} が署名',
  title: '署名',
  meaning: '署名の意味',
  by: '署名者',
  at: '署名日時',
  certificate: '証明書',
  issuer: '発行者',
  'self-made': 'センター自身',
  until: '有効期限 {{date}}',
  fingerprint: 'フィンガープリント（SHA-256）',
  sha256: '署名したデータ（SHA-256）',
  proving: '署名を検証しています…',
  'proof.valid': '署名は有効です。署名後、ファイルは変更されていません。',
  'proof.intact': '署名後、ファイルは変更されていません。',
  'proof.broken': '署名されたファイルと一致しません。',
  'seal.certificate': 'ファイルにセンターの電子署名（PAdES）が付いています。PDF閲覧ソフトで確認できます。',
  'seal.none': 'センターに証明書がないため、署名は本システムの記録にのみ残り、ファイルには付きません。',
  'seal.expired':
    'センターの証明書の有効期限が切れているため、署名は本システムの記録にのみ残り、ファイルには付きません。',
  'seal.not-yet':
    'センターの証明書がまだ有効期間前のため、署名は本システムの記録にのみ残り、ファイルには付きません。',
  'seal.unreadable':
    'センターの証明書の鍵を読み取れないため、署名は本システムの記録にのみ残り、ファイルには付きません。',
  'seal.foreign':
    '本システムで作成したファイルではないためそのまま保管し、署名は本システムの記録にのみ残ります。',
  'you-sign': '署名により次のことを表明します',
  with: '{{subject}} の証明書で署名します。',
  'with-expiring': '{{subject}} の証明書で署名します（有効期限 {{date}}）。',
  'center.title': '報告書の署名用証明書',
  'center.none': '証明書はありません。報告書の署名は本システムの記録にのみ残ります。',
  'center.add': '証明書を登録',
  'center.replace': '差し替え',
  'center.remove': '削除',
  'center.remove.title': '証明書を削除しますか？',
  'center.remove.message':
    '鍵は消去されます。これまでの署名は有効なままですが、今後の報告書には電子署名が付きません。',
  'center.added': '{{name}} が登録（{{date}}）',
  'center.removed': '{{name}} が削除（{{date}}）',
  'center.earlier': '以前の証明書',
  'center.unreadable': '鍵が別の環境で暗号化されているため読み取れません。証明書を登録し直してください。',
  'state.valid': '有効',
  'state.expiring_other': 'あと{{count}}日で期限切れ',
  'state.expired': '期限切れ',
  'state.not-yet': '有効期間前',
  file: 'ファイル（.p12、.pfx）',
  'file.choose': 'ファイルを選択',
  'file.none': 'ファイルが選択されていません',
  'file.note': '証明書、秘密鍵、発行元の証明書を含むPKCS#12ファイルです。',
  'file.large': '60 kB以下のファイルを選択してください。',
  password: 'ファイルのパスワード',
  'password.note': 'ファイルを開くためだけに使い、保存しません。',
};
