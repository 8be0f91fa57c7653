/** Contains the texts of the reading of a recording, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/reading.ts';

export const texts: Translated<typeof en> = {
  accept: '接受',
  accepted: '已接受',
  reject: '排除',
  mended: '已修改',
  added: '已添加',
  undo: '撤销',
  redo: '重做',
  judged: '{{accepted}} / {{found}}',
  'edit-lock.here': '您正在编辑',
  'edit-lock.held': '{{name}}正在编辑',
  'edit-lock.take': '开始编辑',
  'edit-lock.ask': '请求编辑权',
  'edit-lock.asked': '已请求编辑权',
  'edit-lock.wanted': '{{name}}请求编辑权',
  'edit-lock.give': '移交',
  'state.waiting_other': '{{count}} 项编辑等待连接',
  'state.no-edit-lock_other': '{{count}} 项编辑等待编辑权',
  'state.refused': '未保存：页面与服务器结果不一致（{{request_id}}）。请重新加载页面。',
  'leave.title': '有未保存的编辑，确定离开吗？',
  'leave.message_other': '{{count}} 项编辑尚未送达服务器，离开后将丢失。',
  'leave.confirm': '离开',
  strips: '片段',
  'strip.show': '显示 {{time}} 的片段',
  'strip.caption': '{{time}} 片段的说明',
  'strip.placeholder': '说明',
  'strip.remove': '删除 {{time}} 的片段',
};
