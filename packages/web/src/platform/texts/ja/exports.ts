/** Contains the texts of the user's own exports, in Japanese. */
import type { texts as en } from '../en/exports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: '書き出したファイル',
  lead: '件数の多い表計算ファイルと圧縮波形はバックグラウンドで作成され、本人だけが1日間ダウンロードできます。',
  empty: '書き出したファイルはありません',
  'empty-body': '5,000行を超える表計算ファイルと圧縮波形はバックグラウンドで作成され、ここに表示されます。',
  background:
    'そのまま作業を続けられます。完了すると通知が届き、「書き出したファイル」からダウンロードできます。',
  failed: '作成できませんでした。',
  progress: '{{name}}の進行状況',
  'rows-done': '{{total}}行中{{done}}行',
  rows_other: '{{shown}}行',
  until: '{{moment}}まで',
  'state.waiting': '待機中',
  'state.working': '作成中',
  'state.done': '完了',
  'state.failed': '失敗',
  'state.cancelled': '取り消し済み',
  cancel: '取り消す',
  'cancel-what': '{{name}}を取り消す',
  download: 'ダウンロード',
  'download-what': '{{name}}をダウンロード',
  'column.file': 'ファイル',
  'column.state': '状態',
  'column.rows': '行数',
  'column.size': 'サイズ',
  'column.asked': '依頼日時',
  'column.until': '保存期限',
  'column.act': '操作',
};
