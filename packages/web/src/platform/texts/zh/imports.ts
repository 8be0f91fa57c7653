/** Contains the texts of importing records from a spreadsheet, in Chinese. */
import type { texts as en } from '../en/imports.ts';
import type { Translated } from '../namespaces.ts';

export const texts: Translated<typeof en> = {
  choose: '选择文件（.xlsx 或 .csv）',
  template: '下载模板',
  'template.csv': '下载文本格式模板（.csv）',
  required: '必填：{{columns}}。',
  judging: '正在检查各行…',
  row: '行',
  column: '列',
  wrong: '问题',
  good_other: '{{count}} 行均无问题。',
  faulty_other: '{{total}} 行中有 {{count}} 行有误。',
  'faulty.body': '未写入任何内容。请修改文件后重新选择。',
  write_other: '导入 {{count}} 行',
  'fault.no-columns': '首行中未找到模板的列。',
  'fault.no-lines': '表头下没有数据行。',
  'fault.large': '文件超过 2 MB。',
  'fault.unreadable': '无法作为表格读取该文件。',
  'fault.many': '一次最多 {{count}} 行。',
};
