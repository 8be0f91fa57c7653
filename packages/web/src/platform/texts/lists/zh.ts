/** What every list has: its period, filters, pages and spreadsheet, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from './en.ts';

export const texts: Translated<typeof en> = {
  'period.from': '开始日期',
  'period.to': '结束日期',
  'period.apply': '应用',
  'period.last-days': '最近{{days}}天',
  'period.fault.missing': '请输入检索期间。',
  'period.fault.too-long': '检索期间须少于 62 天。',
  'period.fault.date': '请检查日期。',
  'period.reset': '最近30天',
  'filters.clear': '清除所有筛选',
  'filter.of': '{{total}} 项中的 {{count}} 项',
  'filter.find': '在列表中查找',
  'filter.none': '没有可选项。',
  range: '第 {{from}}–{{to}} 条，共 {{total}} 条',
  'page.previous': '上一页',
  'page.next': '下一页',
  changed: '列表有更新。',
  'changed.refresh': '刷新顺序',
  'hint.list-failed': '列表未能刷新，以下为 {{time}} 的内容。',
  export: '导出为电子表格',
  'export.word': '电子表格',
  'export.working': '正在生成电子表格…',
  'export.receiving': '已接收 {{received}}',
  'export.note': '您可以继续工作，也可以离开此页。完成后文件会自动保存。',
  'export.stop': '停止',
};
