/** What every list has: its period, filters, pages and spreadsheet, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from './en.ts';

export const texts: Translated<typeof en> = {
  'period.from': '開始日',
  'period.to': '終了日',
  'period.apply': 'この期間を表示',
  'period.last-days': '直近{{days}}日',
  'period.fault.missing': '検索期間を入力してください。',
  'period.fault.too-long': '検索期間は62日未満にしてください。',
  'period.fault.date': '日付を確認してください。',
  'period.reset': '直近30日',
  'filters.clear': '絞り込みをすべて解除',
  'filter.of': '{{total}}件中{{count}}件',
  'filter.find': '候補を検索',
  'filter.none': '候補がありません。',
  range: '{{total}}件中 {{from}}–{{to}}',
  'page.previous': '前のページ',
  'page.next': '次のページ',
  changed: '一覧が更新されています。',
  'changed.refresh': '並びを更新',
  'hint.list-failed': '一覧を更新できませんでした。表示は {{time}} 時点のものです。',
  export: '表計算ファイルに書き出す',
  'export.word': '表計算ファイル',
  'export.working': '表計算ファイルを作成しています…',
  'export.receiving': '{{received}} 受信',
  'export.note': 'ほかのページでも作業を続けられます。完成すると保存されます。',
  'export.stop': '中止',
};
