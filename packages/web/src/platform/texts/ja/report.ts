/** The report made from the reading, in Japanese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/report.ts';

export const texts: Translated<typeof en> = {
  title: '報告書',
  language: '報告書の言語',
  paper: '表示する文書',
  'paper.report': '報告書',
  'paper.patient': '患者さん向け',
  'patient-page.save': '患者さん向けの1ページ',
  'full-disclosure': '圧縮波形',
  'full-disclosure.minutes_other': '1行に{{count}}分',
  'as-it-stands': '現在の判読内容（版は未作成）',
  following: '最新の編集を反映中…',
  'from-reading': '判読から作成',
  make: '版を保存',
  'amend.title': '訂正報告書',
  'amend.message':
    'この症例の報告書はすでに病院に渡っています。ここに記入した内容が次の版の1ページ目に載ります。',
  'amend.label': '変更内容と理由',
  made: '第{{version}}版を保存しました',
  'open-case': '症例画面を開く',
};
