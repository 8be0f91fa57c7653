/** Contains the texts of price policies, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/prices.ts';

export const texts: Translated<typeof en> = {
  policies: '料金設定',
  'policies.new': '料金設定を追加',
  'policies.none': '料金設定はまだありません。未設定の病院の症例には料金が付きません。',
  used_other: '{{count}} 施設で使用',
  length: '記録時間',
  'length.up_to_48_h': '48時間まで',
  'length.up_to_7_d': '7日まで',
  'length.longer': '7日超',
  from: '{{date}}から',
  'in-force': '適用中',
  later: '今後適用',
  ended: '終了',
  successor: '後継の料金を設定',
  'successor.title': '{{name}}の後継料金',
  'successor.note': '設定済みの料金は変わりません。指定日以降に完了した症例に適用されます。',
  'field.name': '名称',
  'field.currency': '通貨',
  'field.valid_from': '適用開始日',
  amount: '{{priority}}・{{length}}',
  'amount.fault': '金額を入力してください。',
  create: '料金設定を追加',
  save: '後継料金を保存',
  close: '閉じる',
  none: 'なし',
  since: '{{date}}から',
  'over-time': 'これまでの料金設定',
};
