/** Contains the texts of the PDF viewer, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pdf.ts';

export const texts: Translated<typeof en> = {
  region: 'PDF',
  previous: '上一页',
  next: '下一页',
  page: '页码',
  of: '/ {{count}}',
  'page-of': '第 {{page}} 页，共 {{count}} 页',
  thumbnails: '页面列表',
  smaller: '缩小',
  larger: '放大',
  zoom: '缩放',
  'fit-width': '适合宽度',
  'fit-page': '适合整页',
  more: '更多工具',
  print: '打印',
  printing: '正在准备打印…',
  download: '下载',
  close: '关闭',
  loading: '正在读取 PDF。',
  unreadable: '无法在此显示该 PDF。请下载后用其他程序打开。',
};
