/** Contains the texts of the programs that sign in to FHIR in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/smart-clients.ts';

export const texts: Translated<typeof en> = {
  title: 'SMARTプログラム',
  note: '自身の鍵でFHIRにログインするプログラム用です（SMART Backend Services）。',
  none: 'SMARTプログラムはありません。',
  create: 'プログラムを登録',
  name: '名前',
  'name.hint': 'ログインするシステム名（例：アーカイブ）',
  scopes: 'スコープ',
  keys: '公開鍵（JWKS）',
  'keys.hint': 'RSA 2048ビット以上（RS384）またはEC P-384（ES384）。公開鍵のみ。',
  'keys.json': 'JSON Web Key Setではありません。',
  'client-id': 'クライアントID',
  endpoint: 'トークンエンドポイント',
  kid: '鍵：{{names}}',
  created: '登録：{{name}}、{{date}}',
  used: '最終使用：{{time}}',
  unused: '未使用',
  revoked: '失効：{{name}}、{{date}}',
  earlier: '以前のプログラム（{{count}}）',
  change: '鍵を更新',
  'change.title': '「{{name}}」の公開鍵を更新',
  'change.message': '現在の鍵は、次のトークン要求から拒否されます。',
  revoke: '失効',
  'revoke.title': '「{{name}}」を失効させますか？',
  'revoke.message': 'このプログラムは、次のリクエストから拒否されます。元に戻せません。',
  'done.title': '「{{name}}」を登録しました',
  'done.message': 'このクライアントIDをプログラムに設定してください。',
  'scope.read': '{{type}}の閲覧',
  'scope.order': 'ServiceRequestの作成・変更・取り消し',
};
