/** The sign-in page, in Chinese. */
import type { Translated } from '../namespaces.ts';
import type { texts as en } from '../en/sign-in.ts';

export const texts: Translated<typeof en> = {
  title: '登录',
  hint: '请使用机构分配给您的ID。',
  id: 'ID',
  password: '密码',
  'show-password': '显示密码',
  'hide-password': '隐藏密码',
  submit: '登录',
  working: '正在登录',
  'dormant.title': '该账户已休眠',
  'dormant.body': '账户{{user_id}}长期未使用，已被锁定。请联系贵机构管理员重新启用。',
  forgot: '忘记密码？',
  'new-here': '首次使用？',
  register: '注册',
  'waiting.title': '此账号正在等待批准',
  'waiting.body': '账号{{user_id}}已创建，正在等待所在机构批准。可以登录时，我们会发送邮件通知您。',
};
