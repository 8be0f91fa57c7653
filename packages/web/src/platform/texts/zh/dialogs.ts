/** Buttons and frames of the product-free components, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/dialogs.ts';

export const texts: Translated<typeof en> = {
  ok: '确定',
  cancel: '取消',
  close: '关闭',
  yes: '是',
  no: '否',
  undo: '撤销',
  dismiss: '关闭',
  'try-again': '重试',
  'copy-id': '复制ID',
  'request-id': '请求 {{id}}',
  copied: '已复制',
  loading: '加载中',
  'remove-filter': '移除筛选“{{name}}”',
  'add-filter': '筛选',
  unread: '未读',
  'page-failed.title': '页面未能完整加载。',
  'page-failed.body': '网络中断，或已有新版本。已保存的内容不会丢失。',
  reload: '重新加载',
  'failed.title': '此页面出现问题。',
  'palette.title': '查找与操作',
  'palette.placeholder': '搜索病例、患者、用户、机构或操作',
  'palette.empty': '没有与“{{query}}”匹配的内容。',
  'palette.start': '输入姓名、HN ID、设置或操作的一部分。',
  'keys.title': '键盘快捷键',
  'keys.single-letters': '单字母快捷键',
  'keys.single-letters-note': '在输入框中始终无效。',
};
