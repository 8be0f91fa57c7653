/** Contains the texts of the user's own exports, in Chinese. */
import type { texts as en } from '../en/exports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  title: '我的导出',
  lead: '行数较多的表格和全览图在后台生成，仅本人可下载，保留一天。',
  empty: '没有导出文件',
  'empty-body': '超过5,000行的表格和全览图会在后台生成，并显示在这里。',
  background: '您可以继续工作。生成后会收到通知，并可在“我的导出”中下载。',
  failed: '未能生成。',
  progress: '{{name}}的进度',
  'rows-done': '已完成{{done}}行，共{{total}}行',
  rows_other: '{{shown}}行',
  until: '保留至{{moment}}',
  'state.waiting': '排队中',
  'state.working': '生成中',
  'state.done': '已完成',
  'state.failed': '失败',
  'state.cancelled': '已取消',
  cancel: '取消',
  'cancel-what': '取消{{name}}',
  download: '下载',
  'download-what': '下载{{name}}',
  'column.file': '文件',
  'column.state': '状态',
  'column.rows': '行数',
  'column.size': '大小',
  'column.asked': '申请时间',
  'column.until': '保留至',
  'column.act': '操作',
};
