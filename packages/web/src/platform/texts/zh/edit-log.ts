/** The log of what was done to a reading, at the desk, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/edit-log.ts';

export const texts: Translated<typeof en> = {
  title: '编辑记录',
  count_other: '{{value}} 条',
  none: '尚无编辑。',
  older: '显示更早的记录',
  nothing: '无',
  episode: '发现',
  'no-longer': '已撤销',
  'beats-of': '{{length}} 内的心搏',
  'and-more_other': '{{what}}，另有 {{value}} 项',
  taken_back: '撤销：{{what}}',
  brought_back: '恢复：{{what}}',
  'take-back': '撤销此项：{{what}}',
  'bring-back': '恢复此项：{{what}}',
  relabel_beats: '{{what}} → {{label}}',
  regroup_beats: '{{what}}归入 {{group}}',
  add_beat: '添加 {{label}} 心搏',
  removed: '删除{{what}}',
  move_beat: '移动心搏',
  mark_unreadable: '{{length}} 标为不可读',
  clear_unreadable: '{{length}} 改为可读',
  drawn: '新增{{what}}',
  mended: '修改{{what}}',
  accepted: '确认{{what}}',
  rejected: '排除{{what}}',
  open: '重新打开{{what}}',
  add_strip: '保留波形条',
  change_strip: '更改波形条',
  remove_strip: '删除波形条',
};
