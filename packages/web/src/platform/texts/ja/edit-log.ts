/** The log of what was done to a reading, at the desk, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/edit-log.ts';

export const texts: Translated<typeof en> = {
  title: '編集履歴',
  count_other: '{{value}}件',
  none: 'まだ編集はありません。',
  older: '以前の編集を表示',
  nothing: 'なし',
  episode: '所見',
  'no-longer': '取り消し済み',
  'beats-of': '{{length}}の心拍',
  'and-more_other': '{{what}}、ほか{{value}}件',
  taken_back: '取り消し：{{what}}',
  brought_back: '復元：{{what}}',
  'take-back': '取り消す：{{what}}',
  'bring-back': '元に戻す：{{what}}',
  relabel_beats: '{{what}} → {{label}}',
  regroup_beats: '{{what}}を{{group}}へ移動',
  add_beat: '{{label}}の心拍を追加',
  removed: '{{what}}を削除',
  move_beat: '心拍を移動',
  mark_unreadable: '{{length}}を判読不能に指定',
  clear_unreadable: '{{length}}を判読可能に変更',
  drawn: '{{what}}を新規に指定',
  mended: '{{what}}を修正',
  accepted: '{{what}}を確認',
  rejected: '{{what}}を却下',
  open: '{{what}}を未確認に戻す',
  add_strip: '波形を保存',
  change_strip: '保存波形を変更',
  remove_strip: '保存波形を削除',
};
