/** Contains the texts of the reading of a recording, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/reading.ts';

export const texts: Translated<typeof en> = {
  accept: '採用',
  accepted: '採用済み',
  reject: '却下',
  mended: '修正済み',
  added: '追加',
  undo: '元に戻す',
  redo: 'やり直す',
  judged: '{{accepted}} / {{found}}',
  'edit-lock.here': 'あなたが編集中',
  'edit-lock.held': '{{name}}さんが編集中',
  'edit-lock.take': '編集を始める',
  'edit-lock.ask': '編集の交代を依頼',
  'edit-lock.asked': '交代を依頼しました',
  'edit-lock.wanted': '{{name}}さんが編集の交代を依頼しています',
  'edit-lock.give': '交代する',
  'state.waiting_other': '{{count}}件の編集が接続を待っています',
  'state.no-edit-lock_other': '{{count}}件の編集が編集権を待っています',
  'state.refused':
    '保存されていません：画面とサーバーの結果が一致しません（{{request_id}}）。ページを再読み込みしてください。',
  'leave.title': '保存されていない編集があります。移動しますか？',
  'leave.message_other': '{{count}}件の編集がサーバーに届いていません。移動すると失われます。',
  'leave.confirm': '移動する',
  strips: '波形',
  'strip.show': '{{time}}の波形を表示',
  'strip.caption': '{{time}}の波形の説明',
  'strip.placeholder': '説明',
  'strip.remove': '{{time}}の波形を削除',
};
