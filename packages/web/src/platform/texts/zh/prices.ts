/** Contains the texts of price policies, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/prices.ts';

export const texts: Translated<typeof en> = {
  policies: '价格方案',
  'policies.new': '新建价格方案',
  'policies.none': '还没有价格方案。未设置方案的医院，其病例不计价。',
  used_other: '{{count}} 个机构使用',
  length: '记录时长',
  'length.up_to_48_h': '48 小时以内',
  'length.up_to_7_d': '7 天以内',
  'length.longer': '超过 7 天',
  from: '自 {{date}} 起',
  'in-force': '生效中',
  later: '尚未生效',
  ended: '已结束',
  successor: '设定后续价格',
  'successor.title': '{{name}} 的后续价格',
  'successor.note': '已设定的价格不变。新价格适用于该日起完成的病例。',
  'field.name': '名称',
  'field.currency': '货币',
  'field.valid_from': '生效日期',
  amount: '{{priority}}，{{length}}',
  'amount.fault': '请输入金额。',
  create: '创建价格方案',
  save: '保存后续价格',
  close: '关闭',
  none: '无',
  since: '自 {{date}}',
  'over-time': '以往价格方案',
};
