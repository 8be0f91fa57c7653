/** The report made from the reading, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/report.ts';

export const texts: Translated<typeof en> = {
  title: '报告',
  language: '报告语言',
  paper: '显示的文件',
  'paper.report': '报告',
  'paper.patient': '患者说明',
  'patient-page.save': '给患者的说明',
  'full-disclosure': '全览图',
  'full-disclosure.minutes_other': '每行{{count}}分钟',
  'as-it-stands': '当前判读内容（尚未生成版本）',
  following: '正在跟进最新编辑…',
  'from-reading': '由判读生成',
  make: '保存版本',
  'amend.title': '更正报告',
  'amend.message': '医院已收到此病例的报告。此处填写的内容将写在下一版报告的首页。',
  'amend.label': '更改内容和原因',
  made: '已保存第{{version}}版',
  'open-case': '打开病例页面',
};
