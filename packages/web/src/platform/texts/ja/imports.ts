/** Contains the texts of importing records from a spreadsheet, in Japanese. */
import type { texts as en } from '../en/imports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  choose: 'ファイルを選択（.xlsx・.csv）',
  template: 'テンプレートをダウンロード',
  'template.csv': 'テンプレートをテキスト形式（.csv）でダウンロード',
  required: '必須：{{columns}}。',
  judging: '行を確認しています…',
  row: '行',
  column: '列',
  wrong: '内容',
  good_other: '{{count}}行すべて問題ありません。',
  faulty_other: '{{total}}行中{{count}}行に誤りがあります。',
  'faulty.body': '何も登録されていません。ファイルを修正して、もう一度選択してください。',
  write_other: '{{count}}行をインポート',
  'fault.no-columns': '1行目にテンプレートの列が見つかりません。',
  'fault.no-lines': '見出しの下に行がありません。',
  'fault.large': 'ファイルが 2 MB を超えています。',
  'fault.unreadable': '表として読み込めません。',
  'fault.many': '一度に{{count}}行までです。',
};
