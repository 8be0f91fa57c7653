/** Contains the texts of the PDF viewer, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/pdf.ts';

export const texts: Translated<typeof en> = {
  region: 'PDF',
  previous: '前のページ',
  next: '次のページ',
  page: 'ページ',
  of: '/ {{count}}',
  'page-of': '{{count}}ページ中 {{page}}ページ',
  thumbnails: 'ページ一覧',
  smaller: '縮小',
  larger: '拡大',
  zoom: '表示倍率',
  'fit-width': '幅に合わせる',
  'fit-page': 'ページ全体',
  more: 'その他の操作',
  print: '印刷',
  printing: '印刷の準備中…',
  download: 'ダウンロード',
  close: '閉じる',
  loading: 'PDFを読み込んでいます。',
  unreadable: 'このPDFは画面に表示できません。ダウンロードして別のソフトで開いてください。',
};
